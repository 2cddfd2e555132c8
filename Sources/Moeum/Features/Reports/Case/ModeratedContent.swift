import Foundation
import HTTPTypes
import Hummingbird

/// The staff's page about a review or photo: why it is hidden, its audit entries, and the form for actions.
struct ModeratedContentPage: Page {
    static let template = "moderation/content"

    let heading: String
    let subject: CaseSubject
    let authorText: String
    let currentCase: ListChoice?
    let others: [ListChoice]
    let history: [CaseAuditEntry]
    let form: FormView?
    /// What to do after the form, where there is a case to close.
    let hint: String?
    let advice: String?
    let news: StaleFormNotice?
    let bar: String?
    let rev: AuditEntry.ID
    let frame: AdministrationFrame

    static let fields: [Field<ModeratedContentPage>] = [
        .object("subject") { $0.subject },
        .list("history") { $0.history },
        .integer("rev") { Int($0.rev) },
        .object("form") { $0.form },
        .text("heading") { $0.heading }.viewOnly,
        .text("authorText") { $0.authorText }.viewOnly,
        .text("authorHref") { $0.subject.account.map(ModerationPath.user) }.viewOnly,
        .object("currentCase") { $0.currentCase }.viewOnly,
        .list("others") { $0.others }.viewOnly,
        .text("actHint") { $0.hint }.viewOnly,
        .text("advice") { $0.advice }.viewOnly,
        .object("news") { $0.news }.viewOnly,
        .text("bar") { $0.bar }.viewOnly,
        .object("frame") { $0.frame }.viewOnly,
    ]
}

/// Actions of staff on a review or photo, reported or not.
struct ModeratedContentRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/reviews/{id}", for: .moderator) { try await show(.review, $0, $1) }
        router.get("/admin/photos/{id}", for: .moderator) { try await show(.photo, $0, $1) }
        router.post("/admin/reviews/{id}/actions", for: .moderator) { try await apply(.review, $0, $1) }
        router.post("/admin/photos/{id}/actions", for: .moderator) { try await apply(.photo, $0, $1) }
    }

    private func show(
        _ kind: AuditEntry.Target.Kind,
        _ request: Request,
        _ context: AppRequestContext,
        status: HTTPResponse.Status = .ok,
        refused: CasePageBuilder.Refused = CasePageBuilder.Refused()
    ) async throws -> Response {
        let target: AuditEntry.Target = kind == .photo ? .photo(try context.id()) : .review(try context.id())
        let words = ModerationFormatter(app, context)
        let title = "moderated-content.title.\(kind.rawValue)"
        let path = ModerationPath.staff(target) ?? "/admin"
        return try await app.pages.respond(
            to: request,
            context,
            title: context.text(title),
            section: .administration,
            path: path,
            status: status
        ) { transaction, layout in
            let builder = ModeratedContentBuilder(
                target: target,
                path: path,
                heading: words.text(title),
                formatter: words,
                staff: try context.requireMember(),
                token: layout.formToken,
                refused: refused
            )
            return try builder.page(transaction)
        }
    }

    private func apply(_ kind: AuditEntry.Target.Kind, _ request: Request, _ context: AppRequestContext) async throws
        -> Response
    {
        let target: AuditEntry.Target = kind == .photo ? .photo(try context.id()) : .review(try context.id())
        let (staff, now, emailRenderer) = (try context.requireMember(), app.clock(), app.emailRenderer)
        do {
            let moderation = try ModerationForm.request(context.form, now: now)
            let actions = ModerationActions(staff: staff, request: moderation, now: now, emailRenderer: emailRenderer)
            let hasCase = try await app.database.write { transaction in
                // Content that never existed is a 404, not a conflict.
                guard let auditedState = AuditedState.visibility(of: kind),
                    try auditedState.read(transaction, target, "") != nil
                else {
                    throw Problem.notFound
                }
                try actions.carryOut(on: target, transaction)
                return try transaction.openCase(of: target) != nil
            }
            app.logger.notice(
                "moderation",
                metadata: ["on": "\(target)", "action": "\(moderation.action.rawValue)", "account": "\(staff.id)"]
            )
            let path = ModerationPath.staff(target) ?? "/admin"
            return app.pages.seeOther(request, context, to: path, flash: moderation.action.flash(hasCase: hasCase))
        } catch {
            let (problems, status) = try ModerationResponse.refusal(error, request)
            let refused = CasePageBuilder.Refused(
                form: context.form,
                problems: problems,
                isStale: status == .conflict
            )
            return try await show(kind, request, context, status: status, refused: refused)
        }
    }
}

/// Makes the staff's page about a review or photo.
struct ModeratedContentBuilder: Sendable {
    let target: AuditEntry.Target
    let path: String
    let heading: String
    let formatter: ModerationFormatter
    let staff: Member
    let token: String?
    var refused = CasePageBuilder.Refused()

    private static let maxAuditEntries = 50
    private static let maxOthers = 10

    func page(_ transaction: Transaction) throws -> ModeratedContentPage {
        guard let subject = try formatter.subject(target, transaction) else { throw Problem.notFound }
        let account = try subject.account.flatMap { try transaction.account($0) }
        let currentCase = try transaction.openCase(of: target)
        let entries = try transaction.auditEntries(
            where: "d.target_kind = \(target.kind.rawValue) AND d.target_key = \(target.key)",
            limit: Self.maxAuditEntries
        )
        let history = try formatter.auditEntries(entries, on: path, token: token, for: staff, transaction)
        let rev = try transaction.latestAuditEntry(on: target)
        let entry = try currentCase.flatMap { try transaction.queueEntry($0.id, for: staff.id) }
        let scope = try ModerationForm.Context(
            target,
            subject,
            account: account?.id,
            for: staff,
            hasCase: currentCase != nil,
            reasons: entry?.reasons ?? [],
            rev: rev.rawValue,
            at: formatter.now,
            transaction
        )
        let isOwn = account?.id == staff.id
        let others = try transaction.otherReportCases(of: target, nil, except: currentCase?.id, limit: Self.maxOthers)
        return ModeratedContentPage(
            heading: heading,
            subject: subject,
            authorText: account?.nickname ?? formatter.text("review.former-member"),
            currentCase: currentCase.map(link),
            others: others.map(link),
            history: history,
            form: isOwn || !scope.offersAnything ? nil : form(scope, seen: rev),
            hint: isOwn || currentCase == nil ? nil : formatter.text("case.act-hint"),
            advice: isOwn ? nil : ModerationForm(action: path, scope: scope).advice(formatter),
            news: news(history),
            bar: isOwn ? formatter.text("case.own") : scope.mayJudge ? nil : formatter.text("case.of-staff"),
            rev: rev,
            frame: AdministrationFrame(.reports, for: staff.role, views: formatter.views, formatter.language)
        )
    }

    private func link(_ found: ReportCase) -> ListChoice {
        ListChoice(
            label: "\(QueueQuery.name(of: found.id)) · \(formatter.state(found))",
            href: ModerationPath.report(found.id)
        )
    }

    private func form(_ scope: ModerationForm.Context, seen: AuditEntry.ID) -> FormView {
        let problems = refused.isStale ? [:] : refused.problems
        return ModerationForm(action: "\(path)/actions", scope: scope)
            .formView(typed: refused.form, problems: problems, seen: seen, token: token, formatter)
    }

    private func news(_ history: [CaseAuditEntry]) -> StaleFormNotice? {
        guard refused.isStale else { return nil }
        let seen = (refused.form?["seen"] ?? refused.form?["rev"]).flatMap { AuditEntry.ID($0) } ?? .absent
        let newer = history.filter { $0.entry.id > seen }
        return StaleFormNotice(
            message: formatter.text(newer.isEmpty ? "moderated-content.no-case" : "case.news"),
            auditEntries: newer.map { entry in
                let parts = [entry.atText, entry.actorText, entry.actionText, entry.reasonText, entry.untilText]
                return parts.compactMap { $0 }.joined(separator: " · ")
            },
            typed: nil
        )
    }
}

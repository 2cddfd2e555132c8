import Foundation
import HTTPTypes
import Hummingbird

/// A review or a photo whatever its state: why it is out of sight, what was done to it, and the form to do more.
struct ModerationThingPage: Page {
    static let template = "moderation/thing"

    let heading: String
    let subject: CaseSubject
    let authorText: String
    let living: ListChoice?
    let others: [ListChoice]
    let history: [CaseDeed]
    let form: FormSheet?
    /// How it goes on after the form, where there is a case to close.
    let hint: String?
    let advice: String?
    let news: CaseNews?
    let bar: String?
    let rev: Int64
    let frame: AdministrationFrame

    static let fields: [Field<ModerationThingPage>] = [
        .object("subject") { $0.subject },
        .list("history") { $0.history },
        .integer("rev") { Int($0.rev) },
        .object("form") { $0.form },
        .text("heading") { $0.heading }.viewOnly,
        .text("authorText") { $0.authorText }.viewOnly,
        .text("authorHref") { $0.subject.account.map(ModerationPath.user) }.viewOnly,
        .object("living") { $0.living }.viewOnly,
        .list("others") { $0.others }.viewOnly,
        .flag("hasOthers") { !$0.others.isEmpty }.viewOnly,
        .flag("hasHistory") { !$0.history.isEmpty }.viewOnly,
        .text("actHint") { $0.hint }.viewOnly,
        .text("advice") { $0.advice }.viewOnly,
        .object("news") { $0.news }.viewOnly,
        .text("bar") { $0.bar }.viewOnly,
        .object("frame") { $0.frame }.viewOnly,
    ]
}

/// What staff do to a review or a photo, whether or not somebody reported it.
struct ModerationThingRoutes {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/reviews/{id}", for: .moderator) { try await show(.review, $0, $1) }
        router.get("/admin/photos/{id}", for: .moderator) { try await show(.photo, $0, $1) }
        router.post("/admin/reviews/{id}/actions", for: .moderator) { try await act(.review, $0, $1) }
        router.post("/admin/photos/{id}/actions", for: .moderator) { try await act(.photo, $0, $1) }
    }

    private func show(
        _ kind: Deed.Target.Kind,
        _ request: Request,
        _ context: AppRequestContext,
        status: HTTPResponse.Status = .ok,
        refused: CasePageBuilder.Refused = CasePageBuilder.Refused()
    ) async throws -> Response {
        let target = Deed.Target(kind, try context.id())
        let words = ModerationWords(app, context)
        let title = "thing.title.\(kind.rawValue)"
        let path = ModerationPath.staff(target) ?? "/admin"
        let chrome = app.administrationChrome(request, context, title, path: path, status: status)
        let builder = ModerationThingBuilder(
            target: target,
            path: path,
            heading: app.views.text(title, [:], words.language),
            words: words,
            staff: try context.requireMember(),
            token: chrome.formToken,
            refused: refused
        )
        return try await app.pages.respond(request, context, status: status) {
            (try builder.page($0), chrome)
        }
    }

    private func act(_ kind: Deed.Target.Kind, _ request: Request, _ context: AppRequestContext) async throws
        -> Response
    {
        let target = Deed.Target(kind, try context.id())
        let (staff, now, press) = (try context.requireMember(), app.clock(), app.press)
        do {
            let order = try ModerationForm.order(context.form, now: now)
            let desk = ModerationDesk(staff: staff, order: order, now: now, press: press)
            let hasCase = try await app.database.write { transaction in
                // What was never there is no conflict with anybody.
                guard let aspect = Aspect.sight(of: kind), try aspect.read(transaction, target, "") != nil else {
                    throw Problem.notFound
                }
                try desk.carryOut(on: target, transaction)
                return try transaction.livingCase(of: target) != nil
            }
            app.logger.notice(
                "moderation",
                metadata: ["on": "\(target)", "action": "\(order.action.rawValue)", "account": "\(staff.id)"]
            )
            let path = ModerationPath.staff(target) ?? "/admin"
            return app.seeOther(request, context, to: path, flash: order.action.flash(hasCase: hasCase))
        } catch {
            let (problems, status) = try ModerationAnswer.refusal(error, request)
            let refused = CasePageBuilder.Refused(
                form: context.form,
                problems: problems,
                isStale: status == .conflict
            )
            return try await show(kind, request, context, status: status, refused: refused)
        }
    }
}

/// Puts a review or a photo into words for staff.
struct ModerationThingBuilder: Sendable {
    let target: Deed.Target
    let path: String
    let heading: String
    let words: ModerationWords
    let staff: Member
    let token: String?
    var refused = CasePageBuilder.Refused()

    private static let mostDeeds = 50
    private static let mostOthers = 10

    func page(_ transaction: Transaction) throws -> ModerationThingPage {
        guard let subject = try words.subject(target, transaction) else { throw Problem.notFound }
        let account = try subject.account.flatMap { try transaction.account($0) }
        let living = try transaction.livingCase(of: target)
        let deeds = try transaction.deeds(
            where: "d.target_kind = \(target.kind.rawValue) AND d.target_key = \(target.key)",
            limit: Self.mostDeeds
        )
        let history = try words.deeds(deeds, on: path, token: token, for: staff, transaction)
        let rev = try transaction.latestDeed(on: target)
        let entry = try living.flatMap { try transaction.queueEntry($0.id, for: staff.id) }
        let scene = try ModerationForm.Scene(
            target,
            subject,
            account: account?.id,
            for: staff,
            hasCase: living != nil,
            reasons: entry?.reasons ?? [],
            rev: rev,
            at: words.now,
            transaction
        )
        let isOwn = account?.id == staff.id
        let others = try transaction.otherCases(of: target, nil, except: living?.id, limit: Self.mostOthers)
        return ModerationThingPage(
            heading: heading,
            subject: subject,
            authorText: account?.nickname ?? words.text("review.former-member"),
            living: living.map(link),
            others: others.map(link),
            history: history,
            form: isOwn || !scene.offersAnything ? nil : form(scene, seen: rev),
            hint: isOwn || living == nil ? nil : words.text("case.act-hint"),
            advice: isOwn ? nil : ModerationForm(action: path, scene: scene).advice(words),
            news: news(history),
            bar: isOwn ? words.text("case.own") : scene.mayJudge ? nil : words.text("case.of-staff"),
            rev: rev,
            frame: AdministrationFrame(.reports, for: staff.role, views: words.views, words.language)
        )
    }

    private func link(_ found: ReportCase) -> ListChoice {
        ListChoice(
            label: "\(QueueQuery.name(of: found.id)) · \(words.state(found))",
            href: ModerationPath.report(found.id)
        )
    }

    private func form(_ scene: ModerationForm.Scene, seen: Deed.ID) -> FormSheet {
        let problems = refused.isStale ? [:] : refused.problems
        return ModerationForm(action: "\(path)/actions", scene: scene)
            .sheet(typed: refused.form, problems: problems, seen: seen, token: token, words)
    }

    private func news(_ history: [CaseDeed]) -> CaseNews? {
        guard refused.isStale else { return nil }
        let seen = (refused.form?["seen"] ?? refused.form?["rev"]).flatMap { Int64($0) } ?? 0
        let newer = history.filter { $0.deed.id > seen }
        return CaseNews(
            message: words.text(newer.isEmpty ? "thing.no-case" : "case.news"),
            deeds: newer.map { entry in
                let parts = [entry.atText, entry.actorText, entry.actionText, entry.reasonText, entry.untilText]
                return parts.compactMap(\.self).joined(separator: " · ")
            },
            typed: nil
        )
    }
}

import Foundation
import HTTPTypes
import Hummingbird

/// Appeals for staff, and decisions on them.
struct AppealRoutes: RouteGroup {
    /// Appeals on one page.
    static let maxShown = 30

    let app: App

    private static let controls: [FormControl] = [
        .radios("decision", AppealDecision.Verdict.allCases.map(\.rawValue), key: "appeal-decision"),
        .textArea("reason", key: "appeal-answer", maximum: ModerationRequest.maxNoteLength),
    ]

    private static let path = AdministrationFrame.Section.appeals.path

    /// The problems of a decision, and its appeal.
    private struct Refusal: Sendable {
        let appeal: Appeal.ID
        let problem: Problem
        let typed: Form
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/appeals", for: .moderator, use: showAppeals)
        router.post("/admin/appeals/{id}", for: .moderator, use: decide)
    }

    @Sendable func showAppeals(_ context: AppRequestContext) async throws -> Response {
        try await page(context, refusal: nil)
    }

    @Sendable func decide(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, staff) = (try context.id() as Appeal.ID, member)
        var problems: [String: String] = [:]
        let verdict = AppealDecision.Verdict(rawValue: context.form["decision"] ?? "")
        if verdict == nil { problems["decision"] = (context.form["decision"] ?? "").isEmpty ? "required" : "invalid" }
        var answer = ""
        do {
            answer = try BoundedText(context.form["reason"] ?? "", .lines, upTo: ModerationRequest.maxNoteLength).text
            if answer.isEmpty { problems["reason"] = "required" }
        } catch { problems["reason"] = error.rawValue }
        guard let verdict, problems.isEmpty else {
            let problem = Problem.invalidForm(problems)
            return try await page(context, refusal: Refusal(appeal: id, problem: problem, typed: context.form))
        }
        let decision = AppealDecision(
            staff: staff,
            appeal: id,
            verdict: verdict,
            answer: answer,
            now: app.clock(),
            emailRenderer: app.emailRenderer
        )
        do { try await app.database.write { try decision.carryOut($0) } } catch let problem as Problem
            where problem.status == .conflict
        {
            return try await page(context, refusal: Refusal(appeal: id, problem: problem, typed: context.form))
        }
        app.logger.notice(
            "appeal decided",
            metadata: ["appeal": "\(id)", "verdict": "\(verdict.rawValue)", "account": "\(staff.id)"]
        )
        return app.pages.seeOther(context, to: Self.path, flash: "appeal-decided")
    }

    private func page(_ context: AppRequestContext, refusal: Refusal?) async throws -> Response {
        if let refusal, context.prefersJSON { throw refusal.problem }
        let (staff, language) = (try context.requireMember(), context.language)
        let query = context.request.uri.queryParameters
        let isDecided = query["state"].map(String.init) == "decided"
        let after = query["after"].flatMap { Appeal.ID(String($0)) }
        let status = refusal?.problem.status ?? .ok
        let path = status == .ok ? nil : Self.path
        return try await app.pages.respond(
            to: context,
            title: context.text("appeals.title"),
            section: .administration,
            path: path,
            status: status
        ) { transaction, layout in
            let limit = Self.maxShown + 1
            let found: [Appeal]
            if let refusal {
                guard let one = try transaction.appeal(refusal.appeal) else { throw Problem.notFound }
                found = [one]
            } else if isDecided {
                found = try transaction.decidedAppeals(before: after ?? .max, limit: limit)
            } else {
                found = try transaction.undecidedAppeals(after: after ?? .absent, limit: limit)
            }
            let shown = found.prefix(Self.maxShown)
            let more = found.count > shown.count ? shown.last?.id : nil
            return AppealsPage(
                isDecided: isDecided && refusal == nil,
                appeals: try shown.compactMap {
                    try entry($0, for: staff, refusal, layout.formToken, language, transaction)
                },
                next: more.map { "\(Self.path)?\(isDecided ? "state=decided&" : "")after=\($0)" },
                isAlone: refusal != nil,
                frame: AdministrationFrame(.appeals, for: staff.role, views: app.views, language)
            )
        }
    }

    private func entry(
        _ appeal: Appeal,
        for staff: Member,
        _ refusal: Refusal?,
        _ token: String?,
        _ language: Language,
        _ transaction: Transaction
    ) throws -> AppealEntry? {
        guard let sanction = try transaction.sanction(appeal.sanction) else { return nil }
        let (views, now) = (app.views, app.clock())
        let bar = try transaction.decisionBar(staff.id, on: appeal, sanction, at: now)
        let isOpen = appeal.state == .open
        let form = FormDeclaration(
            action: "\(Self.path)/\(appeal.id)",
            submit: "appeals.submit",
            prefix: "a\(appeal.id)-",
            Self.controls
        )
        func nickname(_ id: Account.ID?) throws -> String? { try id.flatMap { try transaction.account($0)?.nickname } }
        return AppealEntry(
            appeal: appeal,
            sanction: SanctionView(sanction, appeal, at: now, views, language),
            nickname: try nickname(appeal.account) ?? "",
            imposer: try nickname(sanction.decidedBy),
            decider: try nickname(appeal.decidedBy),
            stateWords: views.text("appeal.state.\(appeal.state.rawValue)", [:], language),
            // A refused form keeps what was typed, even where it cannot be sent any more.
            form: isOpen && bar == nil || refusal != nil
                ? form.formView(
                    typed: refusal?.typed,
                    problems: refusal?.problem.errors ?? [:],
                    token: token,
                    views: views,
                    language
                ) : nil,
            barWords: isOpen ? bar.map { views.text("appeals.bar.\($0.rawValue)", [:], language) } : nil
        )
    }
}

import HTTPTypes
import Hummingbird

/// Appeals for staff, and decisions on them.
struct AppealRoutes: RouteGroup {
    /// Appeals on one page.
    static let maxShown = 30

    let app: App

    private static let controls: [FormControl] = [
        .radios("decision", AppealDecision.allCases.map(\.rawValue), key: "appeal-decision"),
        .textArea("reason", key: "appeal-answer", maximum: ModerationRequest.maxNoteLength),
    ]

    private static let path = AdministrationFrame.Section.appeals.path

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/appeals", for: .moderator, use: showAppeals)
        router.post("/admin/appeals/{id}", for: .moderator, again: showAppeals, use: decide)
    }

    @Sendable func decide(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Appeal.ID = try context.id()
        var errors: [String: String] = [:]
        let decision = AppealDecision(rawValue: context.form["decision"] ?? "")
        if decision == nil { errors["decision"] = (context.form["decision"] ?? "").isEmpty ? "required" : "invalid" }
        let (answer, error) = BoundedText.required(context.form["reason"], 1...ModerationRequest.maxNoteLength)
        errors["reason"] = error
        guard let decision, errors.isEmpty else { throw FormErrors(errors) }
        let audit = AuditContext.staff(staff, app, note: answer)
        do {
            try await app.database.write { try $0.decideAppeal(id, decision, by: staff.id, audit) }
        } catch let problem as Problem where problem.status == .conflict {
            throw FormErrors(problem)
        }
        app.logger.notice(
            "appeal decided",
            metadata: ["appeal": "\(id)", "verdict": "\(decision.rawValue)", "account": "\(staff.id)"]
        )
        return app.pages.seeOther(context, to: Self.path, flash: "appeal-decided")
    }

    /// The list; with a refused form only its appeal.
    @Sendable func showAppeals(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let undecided: Appeal.ID? = try context.formErrors.map { _ in try context.id() }
        let isDecided = context.query["state"] == "decided" && undecided == nil
        let after = context.query["after"].flatMap { Appeal.ID($0) }
        return try await app.pages.respond(
            to: context,
            title: context.text("appeals.title"),
            frame: AdministrationFrame(.appeals),
            path: undecided.map { _ in Self.path }
        ) { transaction, layout in
            let limit = Self.maxShown + 1
            let found: [Appeal]
            if let undecided {
                guard let one = try transaction.appeal(undecided) else { throw Problem.notFound }
                found = [one]
            } else if isDecided {
                found = try transaction.decidedAppeals(before: after ?? .max, limit: limit)
            } else {
                found = try transaction.undecidedAppeals(after: after ?? .absent, limit: limit)
            }
            let shown = found.prefix(Self.maxShown)
            let more = found.count > shown.count ? shown.last?.id : nil
            return AppealsPage(
                isDecided: isDecided,
                appeals: try shown.compactMap { try entry($0, for: staff, context, layout, transaction) },
                next: more.map { "\(Self.path)?\(isDecided ? "state=decided&" : "")after=\($0)" },
                isAlone: undecided != nil
            )
        }
    }

    private func entry(
        _ appeal: Appeal,
        for staff: Member,
        _ context: AppRequestContext,
        _ layout: PageLayout,
        _ transaction: Transaction
    ) throws -> AppealEntry? {
        guard let sanction = try transaction.sanction(appeal.sanction) else { return nil }
        let now = app.clock()
        let ineligibility = try transaction.decisionIneligibility(staff.id, on: appeal, sanction, at: now)
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
            sanction: SanctionView(sanction, appeal, at: now, app.views, context.language),
            nickname: try nickname(appeal.account) ?? "",
            imposer: try nickname(sanction.decidedBy),
            decider: try nickname(appeal.decidedBy),
            // A refused form keeps what was typed, even where it cannot be sent any more.
            form: isOpen && ineligibility == nil || context.formErrors != nil
                ? app.pages.form(form, context, layout) : nil,
            barWords: isOpen ? ineligibility.map { context.text("appeals.bar.\($0.rawValue)") } : nil
        )
    }
}

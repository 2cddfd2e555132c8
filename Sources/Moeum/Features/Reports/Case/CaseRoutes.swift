import HTTPTypes
import Hummingbird

/// The page of one case, and the forms of staff on it.
struct CaseRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/reports/{id}", for: .moderator, use: show)
        router.post("/admin/reports/{id}/actions", for: .moderator, again: show, use: apply)
        router.post("/admin/reports/{id}/notes", for: .moderator, again: show, use: addNote)
    }

    @Sendable private func show(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: ReportCase.ID = try context.id()
        let words = ModerationFormatter(app, context)
        return try await app.pages.respond(
            to: context,
            title: context.text("case.title", ["name": .text(QueueQuery.name(of: id))]),
            frame: AdministrationFrame(.reports),
            path: ModerationPath.report(id)
        ) { transaction, layout in
            let builder = CasePageBuilder(
                id: id,
                formatter: words,
                staff: staff,
                pages: app.pages,
                context: context,
                layout: layout
            )
            return try builder.page(transaction)
        }
    }

    @Sendable private func apply(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: ReportCase.ID = try context.id()
        let (action, _) = try await app.moderate(context, staff) { actions, transaction in
            guard let found = try transaction.reportCase(id) else { throw Problem.notFound }
            try actions.carryOut(in: found, transaction)
        }
        app.logger.notice(
            "case",
            metadata: ["case": "\(id)", "action": "\(action.rawValue)", "account": "\(staff.id)"]
        )
        return app.pages.seeOther(context, to: ModerationPath.report(id), flash: action.flash(hasCase: true))
    }

    @Sendable private func addNote(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: ReportCase.ID = try context.id()
        let (text, error) = BoundedText.required(context.form["body"], 1...CaseNote.maxLength)
        if let error { throw FormErrors(["body": error]) }
        let audit = AuditContext.staff(staff, app, caseID: id)
        try await app.database.write { transaction in
            guard let found = try transaction.reportCase(id) else { throw Problem.notFound }
            // Notes about a member of staff are not for them to read or answer.
            if found.account == staff.id { throw Problem.forbidden }
            try transaction.addCaseNote(text, in: found, by: staff.id, audit)
        }
        return app.pages.seeOther(context, to: "\(ModerationPath.report(id))#notes", flash: "case-note-added")
    }
}

extension App {
    /// Carries out what staff ask for in a form.
    /// - Throws: `FormErrors` also where somebody else was faster, or where it is not possible now.
    func moderate<Value: Sendable>(
        _ context: AppRequestContext,
        _ staff: Member,
        _ carryOut: @escaping @Sendable (ModerationActions, Transaction) throws -> Value
    ) async throws -> (action: ModerationRequest.Action, value: Value) {
        let audit = AuditContext.staff(staff, self)
        let request = try ModerationForm.request(context.form, now: audit.at)
        let actions = ModerationActions(staff: staff, request: request, audit: audit)
        do {
            return (request.action, try await database.write { try carryOut(actions, $0) })
        } catch let problem as Problem where problem.status == .conflict || problem.status == .unprocessableContent {
            throw FormErrors(problem)
        }
    }
}

extension ModerationRequest.Action {
    /// The key of the words which say that it was done.
    /// - Parameter hasCase: whether there is a case, which stays open until it is closed.
    func flash(hasCase: Bool) -> String {
        switch self {
        case .take, .release, .dismiss, .close: "moderation-\(rawValue)"
        case .hide, .restore, .warn, .noPosting, .suspend, .lift: hasCase ? "moderation-done" : "moderation-done-alone"
        }
    }
}

import Foundation
import HTTPTypes
import Hummingbird

/// The page of one case, and the forms of staff on it.
struct CaseRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/reports/{id}", for: .moderator) { try await show($0) }
        router.post("/admin/reports/{id}/actions", for: .moderator, use: apply)
        router.post("/admin/reports/{id}/notes", for: .moderator, use: addNote)
    }

    private func show(
        _ context: AppRequestContext,
        status: HTTPResponse.Status = .ok,
        refused: CasePageBuilder.Refused = CasePageBuilder.Refused()
    ) async throws -> Response {
        let id: ReportCase.ID = try context.id()
        let words = ModerationFormatter(app, context)
        return try await app.pages.respond(
            to: context,
            title: context.text("case.title", ["name": .text(QueueQuery.name(of: id))]),
            section: .administration,
            path: ModerationPath.report(id),
            status: status
        ) { transaction, layout in
            let builder = CasePageBuilder(
                id: id,
                formatter: words,
                staff: try context.requireMember(),
                token: layout.formToken,
                refused: refused
            )
            return try builder.page(transaction)
        }
    }

    @Sendable private func apply(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, staff, now, emailRenderer) = (
            try context.id() as ReportCase.ID, member, app.clock(), app.emailRenderer
        )
        do {
            let moderation = try ModerationForm.request(context.form, now: now)
            let actions = ModerationActions(staff: staff, request: moderation, now: now, emailRenderer: emailRenderer)
            try await app.database.write { transaction in
                guard let found = try transaction.reportCase(id) else { throw Problem.notFound }
                try actions.carryOut(in: found, transaction)
            }
            app.logger.notice(
                "case",
                metadata: ["case": "\(id)", "action": "\(moderation.action.rawValue)", "account": "\(staff.id)"]
            )
            return app.pages.seeOther(
                context,
                to: ModerationPath.report(id),
                flash: moderation.action.flash(hasCase: true)
            )
        } catch {
            let (problems, status) = try ModerationResponse.refusal(error, context.request)
            let refused = CasePageBuilder.Refused(form: context.form, problems: problems, isStale: status == .conflict)
            return try await show(context, status: status, refused: refused)
        }
    }

    @Sendable private func addNote(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, staff) = (try context.id() as ReportCase.ID, member)
        do {
            let words = try Self.note(context.form)
            let audit = AuditContext(
                actor: .staff(staff.id),
                caseID: id,
                at: app.clock(),
                emailRenderer: app.emailRenderer
            )
            try await app.database.write { transaction in
                guard let found = try transaction.reportCase(id) else { throw Problem.notFound }
                // Notes about a member of staff are not for them to read or answer.
                if found.account == staff.id { throw Problem.forbidden }
                try transaction.addCaseNote(words, in: found, by: staff.id, audit)
            }
            return app.pages.seeOther(context, to: "\(ModerationPath.report(id))#notes", flash: "case-note-added")
        } catch {
            let (problems, status) = try ModerationResponse.refusal(error, context.request)
            let refused = CasePageBuilder.Refused(note: context.form, problems: problems)
            return try await show(context, status: status, refused: refused)
        }
    }

    private static func note(_ form: Form) throws(FormProblems) -> BoundedText {
        let words: BoundedText
        do { words = try BoundedText(form["body"] ?? "", .lines, upTo: CaseNote.maxLength) } catch {
            throw FormProblems(["body": error.rawValue])
        }
        if words.text.isEmpty { throw FormProblems(["body": "required"]) }
        return words
    }
}

/// Answers to forms of staff that were refused.
enum ModerationResponse {
    /// The problems by field, and the status of the page with the form: 422, or 409 where somebody else was faster.
    /// - Throws: errors that are not the form's; for programs every error, as a problem.
    static func refusal(
        _ error: any Error,
        _ request: Request
    ) throws -> (problems: [String: String], status: HTTPResponse.Status) {
        let problem: Problem
        switch error {
        case let refusal as FormProblems:
            problem = Problem.invalidForm(refusal.codes)
        case let found as Problem where found.status == .unprocessableContent || found.status == .conflict:
            problem = found
        default: throw error
        }
        if Accept.prefersJSON(request) { throw problem }
        return (problem.errors, problem.status)
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

import Foundation
import HTTPTypes
import Hummingbird

/// What staff do about one account: sanctions, and for admins role and sessions. Nobody changes another's password or address.
struct PersonRoutes: RouteGroup {
    let app: App

    /// Which of the page's forms was refused.
    enum FormContent: Sendable {
        case action, role
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/users/{id}", for: .moderator, use: showPerson)
        router.post("/admin/users/{id}/actions", for: .moderator, use: applySanction)
        router.post("/admin/users/{id}/role", for: .admin, use: giveRole)
        router.post("/admin/users/{id}/sessions/delete", for: .admin, use: endSessions)
    }

    @Sendable func showPerson(_ context: AppRequestContext) async throws -> Response {
        try await page(context, refused: nil)
    }

    @Sendable func applySanction(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, staff, now) = (try context.id() as Account.ID, member, app.clock())
        let moderation: ModerationRequest
        do { moderation = try ModerationForm.request(context.form, now: now) } catch {
            let problem = Problem.invalidForm(error.codes)
            return try await page(context, refused: (.action, problem))
        }
        let actions = ModerationActions(staff: staff, request: moderation, now: now, emailRenderer: app.emailRenderer)
        let target = AuditEntry.Target.user(id)
        do {
            try await app.database.write { transaction in
                guard try transaction.account(id) != nil else { throw Problem.notFound }
                try actions.carryOut(on: target, transaction)
            }
        } catch let problem as Problem where problem.status == .conflict || problem.status == .unprocessableContent {
            return try await page(context, refused: (.action, problem))
        }
        app.logger.notice(
            "person",
            metadata: ["action": "\(moderation.action.rawValue)", "person": "\(id)", "account": "\(staff.id)"]
        )
        return app.pages.seeOther(context, to: "/admin/users/\(id)", flash: "person-done")
    }

    @Sendable func giveRole(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, staff) = (try context.id() as Account.ID, member)
        var problems: [String: String] = [:]
        let role = Role(rawValue: context.form["role"] ?? "")
        if role == nil { problems["role"] = (context.form["role"] ?? "").isEmpty ? "required" : "invalid" }
        var reason = ""
        do {
            reason = try BoundedText(context.form["reason"] ?? "", .lines, upTo: ModerationRequest.maxNoteLength).text
            if reason.isEmpty { problems["reason"] = "required" }
        } catch { problems["reason"] = error.rawValue }
        guard let role, problems.isEmpty else {
            let problem = Problem.invalidForm(problems)
            return try await page(context, refused: (.role, problem))
        }
        let audit = AuditContext(
            actor: .staff(staff.id),
            note: reason,
            at: app.clock(),
            emailRenderer: app.emailRenderer
        )
        do {
            try await app.database.write { transaction in
                try transaction.recordChange(.giveRole, on: AuditEntry.Target.user(id), .role, audit) { _ in
                    RoleState(role: role)
                }
            }
        } catch let problem as Problem where problem.status == .conflict {
            return try await page(context, refused: (.role, problem))
        }
        app.securityLog.note(.roleChanged, of: id, from: context.clientAddress, role: role, by: staff.id)
        // An admin who gave up their own role is logged out and no longer staff.
        let path = id == staff.id ? "/login" : "/admin/users/\(id)"
        return app.pages.seeOther(context, to: path, flash: "role-given")
    }

    @Sendable func endSessions(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, staff, now) = (try context.id() as Account.ID, member, app.clock())
        var audit = AuditContext(actor: .staff(staff.id), at: now, emailRenderer: app.emailRenderer)
        audit.note =
            (try? BoundedText(context.form["reason"] ?? "", .lines, upTo: ModerationRequest.maxNoteLength).text) ?? ""
        try await app.database.write { [audit] transaction in
            guard try transaction.account(id) != nil else { throw Problem.notFound }
            // The session that an admin is using stays.
            let count = try transaction.endSessions(of: id, except: id == staff.id ? staff.sessionID : nil)
            guard count > 0 else { return }
            let origin = DeviceOrigin(device: Device(userAgent: nil), network: "")
            try transaction.recordSecurityEvent(.otherSessionsEnded, of: id, from: origin, at: now)
            try transaction.recordEvent(.endSessions, on: AuditEntry.Target.user(id), of: id, audit)
        }
        app.logger.notice("sessions ended", metadata: ["person": "\(id)", "account": "\(staff.id)"])
        return app.pages.seeOther(context, to: "/admin/users/\(id)", flash: "sessions-ended")
    }

    private func page(
        _ context: AppRequestContext,
        refused: (formView: FormContent, problem: Problem)?
    ) async throws -> Response {
        if let refused, context.prefersJSON { throw refused.problem }
        let (id, reader, language) = (try context.id() as Account.ID, try context.requireMember(), context.language)
        let typed = context.form
        let status = refused?.problem.status ?? .ok
        let path = "\(AdministrationFrame.Section.users.path)/\(id)"
        return try await app.pages.respond(
            to: context,
            title: context.text("people.one"),
            section: .administration,
            path: path,
            status: status
        ) { transaction, layout in
            let builder = PersonBuilder(app: app, reader: reader, language: language, token: layout.formToken)
            return try builder.page(id, refused.map { ($0.formView, $0.problem, typed) }, transaction)
        }
    }
}

extension EmailMessage.Kind {
    /// An account's role was changed. Takes a link to the settings, and the staff's note.
    static let roleChanged = Self("role-changed")
}

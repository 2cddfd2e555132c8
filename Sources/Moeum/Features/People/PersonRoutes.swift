import HTTPTypes
import Hummingbird

/// What staff do about one account: sanctions, and for admins role and sessions. Nobody changes another's password or address.
struct PersonRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/users/{id}", for: .moderator, use: showPerson)
        router.post("/admin/users/{id}/actions", for: .moderator, again: showPerson, use: applySanction)
        router.post("/admin/users/{id}/role", for: .admin, again: showPerson, use: giveRole)
        router.post("/admin/users/{id}/sessions/delete", for: .admin, use: endSessions)
    }

    @Sendable func showPerson(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Account.ID = try context.id()
        return try await app.pages.respond(
            to: context,
            title: context.text("people.one"),
            frame: AdministrationFrame(.users, isBelow: true),
            path: "\(AdministrationFrame.Section.users.path)/\(id)"
        ) { transaction, layout in
            try PersonBuilder(app: app, staff: staff, context: context, layout: layout).page(id, transaction)
        }
    }

    @Sendable func applySanction(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Account.ID = try context.id()
        let (action, _) = try await app.moderate(context, staff) { actions, transaction in
            guard try transaction.account(id) != nil else { throw Problem.notFound }
            try actions.carryOut(on: AuditEntry.Target.user(id), transaction)
        }
        app.logger.notice(
            "person",
            metadata: ["action": "\(action.rawValue)", "person": "\(id)", "account": "\(staff.id)"]
        )
        return app.pages.seeOther(context, to: "/admin/users/\(id)", flash: "person-done")
    }

    @Sendable func giveRole(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Account.ID = try context.id()
        var errors: [String: String] = [:]
        let role = Role(rawValue: context.form["role"] ?? "")
        if role == nil { errors["role"] = (context.form["role"] ?? "").isEmpty ? "required" : "invalid" }
        let (reason, error) = BoundedText.required(context.form["reason"], 1...ModerationRequest.maxNoteLength)
        errors["reason"] = error
        guard let role, errors.isEmpty else { throw FormErrors(errors) }
        let audit = AuditContext.staff(staff, app, note: reason)
        do {
            try await app.database.write { transaction in
                try transaction.recordChange(.giveRole, on: AuditEntry.Target.user(id), .role, audit) { _ in
                    RoleState(role: role)
                }
            }
        } catch let problem as Problem where problem.status == .conflict {
            throw FormErrors(problem)
        }
        app.securityLog.record(.roleChanged, of: id, from: context.clientAddress, role: role, by: staff.id)
        // An admin who gave up their own role is logged out and no longer staff.
        let path = id == staff.id ? "/login" : "/admin/users/\(id)"
        return app.pages.seeOther(context, to: path, flash: "role-given")
    }

    @Sendable func endSessions(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Account.ID = try context.id()
        let reason = try? BoundedText(context.form["reason"] ?? "", .lines, upTo: ModerationRequest.maxNoteLength).text
        let audit = AuditContext.staff(staff, app, note: reason ?? "")
        try await app.database.write { transaction in
            guard try transaction.account(id) != nil else { throw Problem.notFound }
            // The session that an admin is using stays.
            let count = try transaction.endSessions(of: id, except: id == staff.id ? staff.sessionID : nil)
            guard count > 0 else { return }
            let origin = DeviceOrigin(device: Device(userAgent: nil), network: "")
            try transaction.recordSecurityEvent(.otherSessionsEnded, of: id, from: origin, at: audit.at)
            try transaction.recordEvent(.endSessions, on: AuditEntry.Target.user(id), of: id, audit)
        }
        app.logger.notice("sessions ended", metadata: ["person": "\(id)", "account": "\(staff.id)"])
        return app.pages.seeOther(context, to: "/admin/users/\(id)", flash: "sessions-ended")
    }
}

extension EmailMessage.Kind {
    /// An account's role was changed. Takes a link to the settings, and the staff's note.
    static let roleChanged = Self("role-changed")
}

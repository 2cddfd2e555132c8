import Foundation
import HTTPTypes
import Hummingbird

/// What staff do about one person: sanctions, and for admins the role and the sessions. Nobody changes another's password
/// or address.
struct PersonRoutes {
    let app: App

    /// Which of the page's forms was refused.
    enum Sheet: Sendable {
        case action, role
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/users/{id}", for: .moderator, use: showPerson)
        router.post("/admin/users/{id}/actions", for: .moderator, use: act)
        router.post("/admin/users/{id}/role", for: .admin, use: giveRole)
        router.post("/admin/users/{id}/sessions/delete", for: .admin, use: endSessions)
    }

    @Sendable func showPerson(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        try await page(request, context, refused: nil)
    }

    @Sendable func act(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (id, staff, now) = (try context.id(), try context.requireMember(), app.clock())
        let order: ModerationOrder
        do { order = try ModerationForm.order(context.form, now: now) } catch {
            let problem = Problem(status: .unprocessableContent, key: "invalid-form", errors: error.problems)
            return try await page(request, context, refused: (.action, problem))
        }
        let desk = ModerationDesk(staff: staff, order: order, now: now, press: app.press)
        let target = Deed.Target(.user, id)
        do {
            try await app.database.write { transaction in
                guard try transaction.account(id) != nil else { throw Problem.notFound }
                try desk.carryOut(on: target, transaction)
            }
        } catch let problem as Problem where problem.status == .conflict || problem.status == .unprocessableContent {
            return try await page(request, context, refused: (.action, problem))
        }
        app.logger.notice(
            "person",
            metadata: ["action": "\(order.action.rawValue)", "person": "\(id)", "account": "\(staff.id)"]
        )
        return app.seeOther(request, context, to: "/admin/users/\(id)", flash: "person-done")
    }

    @Sendable func giveRole(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (id, staff) = (try context.id(), try context.requireMember())
        var problems: [String: String] = [:]
        let role = Role(rawValue: context.form["role"] ?? "")
        if role == nil { problems["role"] = (context.form["role"] ?? "").isEmpty ? "required" : "invalid" }
        var reason = ""
        do {
            reason = try BoundedText(context.form["reason"] ?? "", .lines, upTo: ModerationOrder.longestNote).text
            if reason.isEmpty { problems["reason"] = "required" }
        } catch { problems["reason"] = error.rawValue }
        guard let role, problems.isEmpty else {
            let problem = Problem(status: .unprocessableContent, key: "invalid-form", errors: problems)
            return try await page(request, context, refused: (.role, problem))
        }
        let act = Act(actor: .staff(staff.id), note: reason, at: app.clock(), press: app.press)
        do {
            try await app.database.write { transaction in
                try transaction.perform(.giveRole, on: Deed.Target(.user, id), .role, act) { _ in Aspect.state(role) }
            }
        } catch let problem as Problem where problem.status == .conflict {
            return try await page(request, context, refused: (.role, problem))
        }
        app.logger.notice(
            "role given",
            metadata: ["person": "\(id)", "role": "\(role.rawValue)", "account": "\(staff.id)"]
        )
        // Whoever gave up a role of their own is logged out, and not of the staff any more.
        let path = id == staff.id ? "/login" : "/admin/users/\(id)"
        return app.seeOther(request, context, to: path, flash: "role-given")
    }

    @Sendable func endSessions(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (id, staff, now) = (try context.id(), try context.requireMember(), app.clock())
        var act = Act(actor: .staff(staff.id), at: now, press: app.press)
        act.note =
            (try? BoundedText(context.form["reason"] ?? "", .lines, upTo: ModerationOrder.longestNote).text) ?? ""
        try await app.database.write { [act] transaction in
            guard try transaction.account(id) != nil else { throw Problem.notFound }
            // One's own that is in use goes on.
            let count = try transaction.endSessions(of: id, except: id == staff.id ? staff.sessionID : nil)
            guard count > 0 else { return }
            let origin = DeviceOrigin(device: Device(userAgent: nil), network: "")
            try transaction.record(.otherSessionsEnded, of: id, from: origin, at: now)
            try transaction.log(.endSessions, on: Deed.Target(.user, id), of: id, act)
        }
        app.logger.notice("sessions ended", metadata: ["person": "\(id)", "account": "\(staff.id)"])
        return app.seeOther(request, context, to: "/admin/users/\(id)", flash: "sessions-ended")
    }

    private func page(
        _ request: Request,
        _ context: AppRequestContext,
        refused: (sheet: Sheet, problem: Problem)?
    ) async throws -> Response {
        if let refused, Accept.prefersJSON(request) { throw refused.problem }
        let (id, reader, language) = (try context.id(), try context.requireMember(), context.language)
        let typed = context.form
        let status = refused?.problem.status ?? .ok
        let path = "\(AdministrationFrame.Section.users.path)/\(id)"
        let chrome = app.administrationChrome(request, context, "people.one", path: path, status: status)
        let builder = PersonBuilder(app: app, reader: reader, language: language, token: chrome.formToken)
        return try await app.pages.respond(request, context, status: status) { transaction in
            (try builder.page(id, refused.map { ($0.sheet, $0.problem, typed) }, transaction), chrome)
        }
    }
}

import Foundation
import Hummingbird

/// Showing and ending one's sessions.
struct SessionsRoutes: RouteGroup {
    let app: App

    private static let path = SettingsFrame.Section.sessions.path

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings/sessions", for: .member, use: showSessions)
        router.post("/settings/sessions/delete-others", for: .member, use: endOthers)
        router.post("/settings/sessions/{sid}/delete", for: .member, use: endOne)
    }

    @Sendable func showSessions(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (language, now) = (context.language, app.clock())
        return try await app.pages.respond(
            to: context,
            title: context.text("sessions.title"),
            section: .account
        ) { transaction, layout in
            let entries = try transaction.sessions(of: member.id, at: now).map { session in
                SessionsPage.Entry(
                    session: session,
                    device: session.origin.device.text(app.views, language),
                    isCurrent: session.id == member.sessionID
                )
            }
            // The current session first: the others are compared with it.
            return SessionsPage(
                sessions: entries.filter(\.isCurrent) + entries.filter { !$0.isCurrent },
                csrf: layout.formToken,
                settings: SettingsFrame(.sessions, for: member)
            )
        }
    }

    @Sendable func endOne(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        guard let id = context.parameters.get("sid").flatMap({ Session.ID($0) }) else { throw Problem.notFound }
        // The current session is ended by logging out.
        if id == member.sessionID { return try await LoginRoutes(app: app).logOut(context) }
        let (origin, now) = (context.origin, app.clock())
        let isEnded = try await app.database.write { transaction in
            guard try transaction.endSession(id, of: member.id) else { return false }
            try transaction.recordSecurityEvent(.sessionEnded, of: member.id, from: origin, at: now)
            return true
        }
        guard isEnded else { throw Problem.notFound }
        return app.pages.seeOther(context, to: Self.path, flash: "session-ended")
    }

    @Sendable func endOthers(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (origin, now) = (context.origin, app.clock())
        try await app.database.write { transaction in
            guard try transaction.endSessions(of: member.id, except: member.sessionID) > 0 else { return }
            try transaction.recordSecurityEvent(.otherSessionsEnded, of: member.id, from: origin, at: now)
        }
        return app.pages.seeOther(context, to: Self.path, flash: "other-sessions-ended")
    }
}

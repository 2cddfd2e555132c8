import Foundation

/// Finds the member behind a session cookie.
struct SessionLookup: Sendable {
    let app: App

    @Sendable func member(_ cookie: String, _ context: AppRequestContext) async throws -> Member? {
        guard let token = SecretToken(cookie) else { return nil }
        let now = app.clock()
        let formToken = FormToken.derived(from: cookie)
        guard let found = try await app.database.read({ try $0.member(with: token, formToken: formToken, at: now) })
        else { return nil }
        // Pages are shown even where the database takes no writes.
        do {
            if now.timeIntervalSince(found.seenAt) >= Session.seenInterval {
                try await app.database.write { try $0.touchSession(found.member.sessionID, at: now) }
            }
        } catch {
            app.logger.warning("session not noted", metadata: ["error": "\(error)"])
        }
        return found.member
    }
}

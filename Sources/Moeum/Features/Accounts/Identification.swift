import Foundation
import Logging

/// Finds the member behind a session cookie.
struct Identification: Sendable {
    let database: any Database
    let logger: Logger
    var clock: @Sendable () -> Date = { .now }

    @Sendable func member(_ cookie: String, _ context: AppRequestContext) async throws -> Member? {
        guard let token = SecretToken(cookie) else { return nil }
        let now = clock()
        let formToken = FormToken.derived(from: cookie)
        guard let found = try await database.read({ try $0.member(with: token, formToken: formToken, at: now) })
        else { return nil }
        if now.timeIntervalSince(found.seenAt) >= Session.seenInterval {
            // A database that takes no writes still shows pages.
            do { try await database.write { try $0.touchSession(found.member.sessionID, at: now) } } catch {
                logger.warning("session not noted", metadata: ["error": "\(error)"])
            }
        }
        return found.member
    }
}

import Foundation
import Hummingbird

/// One browser in which a person is logged in, as its owner sees it.
struct Session: Sendable, Identifiable {
    let id: Identifier<Member.Session>
    let origin: DeviceOrigin
    let createdAt: Date
    let seenAt: Date

    /// A session ends after this time without use, in seconds.
    static let idleLimit: TimeInterval = 14 * 86_400
    /// A session ends after this time, however much it is used, in seconds.
    static let absoluteLimit: TimeInterval = 90 * 86_400
    /// The time of last use is written at most this often, in seconds.
    static let seenInterval: TimeInterval = 300
}

extension CookieRules {
    /// The cookies after a login: the session, and a token by which the device is known later.
    func beginning(_ login: Login) -> [String] {
        let account = login.account
        return [
            renewing(login.session, isRemembered: login.isRemembered),
            setting(deviceName, to: login.browser.device.text, for: Self.year),
            clearing(formName),
            clearing(challengeName),
            clearing(pendingActionName),
            clearing(sentToName),
            setting(Self.languageName, to: account.language.rawValue, for: Self.year),
            setting(Self.themeName, to: account.theme.rawValue, for: Self.year),
        ]
    }

    /// The cookie of a session with a new token.
    func renewing(_ session: SecretToken, isRemembered: Bool) -> String {
        setting(sessionName, to: session.text, for: isRemembered ? Int(Session.absoluteLimit) : nil)
    }

    /// The device token of this browser, or a new one.
    func deviceToken(_ context: AppRequestContext) -> SecretToken {
        context.cookies[deviceName].flatMap(SecretToken.init(_:)) ?? SecretToken()
    }
}

extension AppRequestContext {
    /// The origin of this request, as the account's owner is shown it later.
    var origin: DeviceOrigin {
        DeviceOrigin(
            device: Device(userAgent: request.headers[.userAgent]),
            network: NetworkAddress(clientAddress).place
        )
    }
}

extension App {
    /// The member behind a session cookie.
    @Sendable func member(behind cookie: String, _ context: AppRequestContext) async throws -> Member? {
        guard let token = SecretToken(cookie) else { return nil }
        let now = clock()
        let formToken = FormToken.derived(from: cookie)
        guard let found = try await database.read({ try $0.member(with: token, formToken: formToken, at: now) })
        else { return nil }
        // Pages are shown even where the database takes no writes.
        do {
            if now.timeIntervalSince(found.seenAt) >= Session.seenInterval {
                try await database.write { try $0.touchSession(found.member.sessionID, at: now) }
            }
        } catch {
            logger.warning("session not noted", metadata: ["error": "\(error)"])
        }
        return found.member
    }
}

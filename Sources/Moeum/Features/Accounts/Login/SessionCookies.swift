import Foundation
import Hummingbird

/// Begins and ends sessions in a browser.
struct SessionCookies: Sendable {
    let rules: CookieRules

    /// The cookies after a login: the session, and a token by which the device is known later.
    func beginning(_ login: Login) -> [String] {
        let account = login.account
        return [
            renewing(login.session, isRemembered: login.isRemembered),
            rules.setting(rules.deviceName, to: login.browser.device.text, for: CookieRules.year),
            rules.clearing(rules.formName),
            rules.clearing(rules.challengeName),
            rules.clearing(rules.pendingActionName),
            rules.clearing(rules.sentToName),
            rules.setting(CookieRules.languageName, to: account.language.rawValue, for: CookieRules.year),
            rules.setting(CookieRules.themeName, to: account.theme.rawValue, for: CookieRules.year),
        ]
    }

    /// The cookie of a session with a new token.
    func renewing(_ session: SecretToken, isRemembered: Bool) -> String {
        rules.setting(rules.sessionName, to: session.text, for: isRemembered ? Int(Session.absoluteLimit) : nil)
    }

    /// The device token of this browser, or a new one.
    func device(_ context: AppRequestContext) -> SecretToken {
        context.cookies[rules.deviceName].flatMap(SecretToken.init(_:)) ?? SecretToken()
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

import HTTPTypes
import Hummingbird

/// The cookies that a request brought.
package struct Cookies: Sendable {
    private let values: [String: String]

    package static let none = Cookies(header: nil)

    /// - Parameter header: the field `Cookie`; of two with one name the first counts, as browsers send the closest first.
    init(header: String?) {
        var values: [String: String] = [:]
        for pair in (header ?? "").split(separator: ";") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2, values[parts[0]] == nil else { continue }
            values[parts[0]] = parts[1]
        }
        self.values = values
    }

    package subscript(name: String) -> String? { values[name] }
}

/// The cookies of this site, by the names and rules they are kept under.
package struct CookieRules: Sendable {
    /// Https keeps what decides who somebody is under `__Host-`: no other host, not even a subdomain, can plant it.
    package let isSecure: Bool

    package init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    package static let languageName = "moeum_lang"
    package static let themeName = "moeum_theme"
    package static let flashName = "moeum_flash"
    package static let year = 31_536_000

    package var sessionName: String { hostBound("moeum_session") }
    /// What the form token of somebody without a session is made from; it also tells the browser that signed up, which needs
    /// no password to verify the address.
    package var formName: String { hostBound("moeum_form") }
    /// Tells a browser that logged in before from a new one.
    package var deviceName: String { hostBound("moeum_device") }
    /// Who has given the password and owes the second factor.
    package var challengeName: String { hostBound("moeum_challenge") }
    /// Whose rounds of the roulette these are, of somebody without an account.
    package var visitorName: String { hostBound("moeum_visitor") }

    /// Where a mail went that somebody asked for.
    package var sentToName: String { hostBound("moeum_sent_to") }
    /// What somebody was about to do when they were asked to log in.
    package var pendingActionName: String { hostBound("moeum_errand") }

    /// - Parameter seconds: how long a browser keeps it; nil until it is closed.
    package func setting(_ name: String, to value: String, for seconds: Int?) -> String {
        let age = seconds.map { "; Max-Age=\($0)" } ?? ""
        return "\(name)=\(value); Path=/\(age); HttpOnly; SameSite=Lax\(isSecure ? "; Secure" : "")"
    }

    package func clearing(_ name: String) -> String { setting(name, to: "", for: 0) }

    private func hostBound(_ name: String) -> String { isSecure ? "__Host-\(name)" : name }
}

extension Response {
    /// Adds cookies, each in a field of its own.
    package mutating func set(cookies: [String]) {
        for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
    }
}

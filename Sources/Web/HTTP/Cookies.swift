import HTTPTypes
import Hummingbird

/// The cookies of a request.
package struct Cookies: Sendable {
    private let values: [String: String]

    package static let none = Cookies(header: nil)

    /// - Parameter header: the field `Cookie`; of two with the same name the first counts, as browsers send the more specific
    ///   one first.
    init(header: String?) {
        var values: [String: String] = [:]
        for pair in (header ?? "").parts(at: ";") {
            let parts = pair.parts(at: "=", upTo: 2).map { String($0).trimmed }
            guard parts.count == 2, !parts.contains(""), values[parts[0]] == nil else { continue }
            values[parts[0]] = parts[1]
        }
        self.values = values
    }

    package subscript(name: String) -> String? { values[name] }

    /// Those of this site, in no order; others may come from whatever else its domain serves.
    var own: [(name: String, value: String)] {
        values.filter { $0.key.begins(with: "moeum_") || $0.key.begins(with: "__Host-moeum_") }.map {
            ($0.key, $0.value)
        }
    }
}

/// The names and rules of the site's cookies.
package struct CookieRules: Sendable {
    /// With HTTPS, the cookies that identify somebody have the prefix `__Host-`: no other host, not even a subdomain, can set
    /// them.
    package let isSecure: Bool

    package init(isSecure: Bool) {
        self.isSecure = isSecure
    }

    package static let languageName = "moeum_lang"
    package static let themeName = "moeum_theme"
    package static let flashName = "moeum_flash"
    package static let year = 31_536_000

    package var sessionName: String { hostBound("moeum_session") }
    /// The secret of form tokens without a session; also identifies the browser that signed up, which needs no password to
    /// verify the address.
    package var formName: String { hostBound("moeum_form") }
    /// Identifies a browser that logged in before.
    package var deviceName: String { hostBound("moeum_device") }
    /// A login with the password that still needs the second factor.
    package var challengeName: String { hostBound("moeum_challenge") }
    /// The roulette's remembered picks of a visitor.
    package var visitorName: String { hostBound("moeum_visitor") }

    /// The address to which a mail was sent on request.
    package var sentToName: String { hostBound("moeum_sent_to") }
    package var pendingActionName: String { hostBound("moeum_errand") }

    /// - Parameter seconds: how long the browser keeps it; nil until it is closed.
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

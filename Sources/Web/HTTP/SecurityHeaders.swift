import HTTPTypes
import Hummingbird

/// What browsers are told about https (RFC 6797).
package enum StrictTransportSecurity: String, Sendable, CaseIterable, LosslessStringConvertible {
    case off, on, subdomains

    package init?(_ description: String) { self.init(rawValue: description) }
    package var description: String { rawValue }

    /// The value of the header, for a year; nil for none.
    fileprivate var field: String? {
        switch self {
        case .off: nil
        case .on: "max-age=31536000"
        case .subdomains: "max-age=31536000; includeSubDomains"
        }
    }
}

/// The headers of every answer, errors and assets too. Built once.
package struct SecurityHeaders: Sendable {
    private let fields: [HTTPField]

    package init(strictTransportSecurity: StrictTransportSecurity, tileOrigin: String?) {
        let tiles = tileOrigin.map { " \($0)" } ?? ""
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:\(tiles)",
            "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "base-uri 'none'", "object-src 'none'",
            "frame-ancestors 'none'", "form-action 'self'",
        ]
        var fields: [(HTTPField.Name, String)] = [
            (.contentSecurityPolicy, policy.joined(separator: "; ")),
            (.xContentTypeOptions, "nosniff"),
            (.referrerPolicy, "strict-origin-when-cross-origin"),
            (.crossOriginOpenerPolicy, "same-origin"),
            (.crossOriginResourcePolicy, "same-origin"),
            (.permissionsPolicy, "geolocation=(self), camera=(), microphone=()"),
        ]
        if let value = strictTransportSecurity.field { fields.append((.strictTransportSecurity, value)) }
        self.fields = fields.map { HTTPField(name: $0, value: $1) }
    }

    /// Adds headers that the answer does not set itself.
    package func add(to headers: inout HTTPFields) {
        for field in fields where !headers.contains(field.name) { headers.append(field) }
    }
}

extension HTTPField.Name {
    private static func named(_ name: String) -> HTTPField.Name {
        // Every name here is a literal token, so the initialiser cannot refuse it.
        HTTPField.Name(name) ?? .server
    }

    package static let referrerPolicy = named("Referrer-Policy")
    package static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    static let permissionsPolicy = named("Permissions-Policy")
    package static let secFetchSite = named("Sec-Fetch-Site")
    package static let secFetchDest = named("Sec-Fetch-Dest")
    package static let fragment = named("X-Fragment")
    package static let link = named("Link")
    package static let forwardedFor = named("X-Forwarded-For")
    package static let requestID = named("X-Request-ID")
    static let csrfToken = named("X-CSRF-Token")
    /// The codec moves the first Host to the pseudo-header; a second one stays under this name.
    static let host = named("Host")
    package static let clearSiteData = named("Clear-Site-Data")
}

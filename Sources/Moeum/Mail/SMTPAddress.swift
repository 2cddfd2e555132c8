import Foundation

/// Where mail is handed in, and as whom.
struct SMTPAddress: Sendable {
    let scheme: String
    let host: String
    let port: Int
    let user: String?
    let password: String?

    /// - Parameter url: `smtp(s)://user:password@host:port`; user and password percent-encoded. Port 587, or 465 for smtps.
    init(_ url: String) throws {
        let pattern = /(smtps?):\/\/(?:([^:@\/]*)(?::([^@\/]*))?@)?(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+)(?::([0-9]+))?\/?/
        guard let match = url.wholeMatch(of: pattern) else { throw Self.fault }
        scheme = String(match.1)
        host = String(match.4)
        guard let port = match.5.map({ Int($0) }) ?? (match.1 == "smtps" ? 465 : 587), (1...65_535).contains(port)
        else {
            throw Self.fault
        }
        self.port = port
        user = try Self.decoded(match.2)
        password = try Self.decoded(match.3)
    }

    /// On this machine, where nobody listens in.
    var isLoopback: Bool { host == "localhost" || host.hasPrefix("127.") || host == "[::1]" }

    private static let fault = Config.Fault(
        description:
            "MOEUM_SMTP_URL takes smtp(s)://user:password@host:port; %, @, : and / in a password as %25 %40 %3A %2F"
    )

    private static func decoded(_ text: Substring?) throws -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard let plain = String(text).removingPercentEncoding else { throw fault }
        return plain
    }
}

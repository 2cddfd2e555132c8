import Foundation

/// The SMTP server and the login for it.
struct SMTPAddress: Sendable {
    /// Whether the connection is encrypted.
    enum Encryption: Sendable {
        /// Encrypted with a verified certificate, or not used at all.
        case needed
        /// Encrypted where the server supports it, with any certificate: encryption is optional here anyway.
        case welcome
        case off
    }

    let scheme: String
    let host: String
    let port: Int
    let user: String?
    let password: String?
    /// As strict as the host requires.
    var encryption: Encryption

    /// - Parameter url: `smtp(s)://user:password@host:port`; user and password percent-encoded. Port 587, or 465 for smtps. A
    ///   server on this machine, where nobody can listen in, may go without TLS; `?tls=off` does not even try it.
    init(_ url: String) throws {
        let pattern =
            #/
            (smtps?)://(?:([^:@/]*)(?::([^@/]*))?@)?
            (\[[0-9A-Fa-f:]+\]|[A-Za-z0-9.-]+)(?::([0-9]+))?/?(\?tls=off)?
            /#
        guard let match = url.wholeMatch(of: pattern) else { throw Self.error }
        scheme = String(match.1)
        host = String(match.4)
        guard let port = match.5.map({ Int($0) }) ?? (match.1 == "smtps" ? 465 : 587), (1...65_535).contains(port)
        else {
            throw Self.error
        }
        self.port = port
        user = try Self.decoded(match.2)
        password = try Self.decoded(match.3)
        let isLoopback = host == "localhost" || host == "[::1]" || ClientAddress.bytes(of: host)?.first == 127
        switch (match.6 != nil, isLoopback, scheme) {
        case (true, true, "smtp"): encryption = .off
        case (true, _, _): throw Self.plainError
        case (false, true, "smtp"): encryption = .welcome
        default: encryption = .needed
        }
    }

    private static let error = Config.Error(
        description:
            "MOEUM_SMTP_URL takes smtp(s)://user:password@host:port; %, @, : and / in a password as %25 %40 %3A %2F"
    )

    private static let plainError = Config.Error(
        description: "MOEUM_SMTP_URL takes ?tls=off only with smtp:// and a server on this machine, such as 127.0.0.1"
    )

    private static func decoded(_ text: Substring?) throws -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard let plain = String(text).removingPercentEncoding else { throw error }
        return plain
    }
}

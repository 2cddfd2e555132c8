import HTTPTypes
import Logging

/// Writes one line per request, without queries (which may hold what a person typed), mail addresses and whole network
/// addresses.
package struct AccessLog: Sendable {
    package let logger: Logger
    /// The logger's own way to write a line, where it has one.
    private let lines: LineLogHandler?

    package init(logger: Logger) {
        self.logger = logger
        lines = logger.handler as? LineLogHandler
    }

    /// For a member's request only the account's id is written; refused requests are logged even where others are not.
    func write(_ answered: AnsweredRequest) {
        let isForbidden = answered.account != nil && answered.status == HTTPResponse.Status.forbidden.code
        let level: Logger.Level = isForbidden ? .notice : .info
        guard logger.logLevel <= level else { return }
        let elapsed = answered.elapsed.components
        var fields: [(name: String, value: LogLine.Value)] = [
            ("bytes", .number(Int64(answered.bytes))),
            ("from", .text(answered.maskedAddress)),
            ("id", .text(answered.id)),
            ("method", .text(answered.head.method.rawValue)),
            ("path", .text(Self.path(answered.path, of: answered.route))),
            ("status", .number(Int64(answered.status))),
            ("us", .number(elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000)),
        ]
        if let account = answered.account { fields.insert(("account", .text(String(account))), at: 0) }
        write(level, "request", fields)
    }

    /// A path without what its route calls a token; without a route, without every part as long as one.
    static func path(_ path: Substring, of route: String?) -> String {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let names = (route ?? "").utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        // A request that found no page may bear the name of another route.
        let isKnown = names.count == parts.count
        return parts.indices.map { index in
            let isSecret = isKnown ? names[index].elementsEqual("{token}".utf8) : couldBeToken(parts[index])
            return isSecret ? "{token}" : String(Substring(parts[index]))
        }.joined(separator: "/")
    }

    private static func couldBeToken(_ part: Substring.UTF8View) -> Bool {
        part.prefix { $0 != UInt8(ascii: ".") }.count >= shortestToken
    }

    /// In bytes: a card's has 32, other tokens have 43.
    private static let shortestToken = 22

    /// Logs a request that was refused for its head alone.
    package func writeRejection(_ head: HTTPRequest, status: HTTPResponse.Status, from peer: String) {
        guard logger.logLevel <= .info else { return }
        let path = Self.path((head.path ?? "").prefix { $0 != "?" }, of: nil)
        write(
            .info,
            "refused",
            [
                ("from", .text(ClientAddress.masked(peer))), ("method", .text(head.method.rawValue)),
                ("path", .text(path)), ("status", .number(Int64(status.code))),
            ]
        )
    }

    /// - Parameter fields: sorted by name.
    private func write(_ level: Logger.Level, _ message: String, _ fields: [(name: String, value: LogLine.Value)]) {
        if let lines { return lines.write(level, message, fields) }
        let metadata = Dictionary(fields.map { ($0.name, $0.value.metadata) }) { first, _ in first }
        logger.log(level: level, "\(message)", metadata: metadata)
    }
}

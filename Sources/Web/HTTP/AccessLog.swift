import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Templates

/// Writes one line per request, without queries (which may hold what a person typed), mail addresses and whole network
/// addresses.
package struct AccessLog: Sendable {
    package let logger: Logger

    package init(logger: Logger) {
        self.logger = logger
    }

    /// For a member's request only the account's id is written; refused requests are logged even where others are not.
    func write(_ answered: AnsweredRequest) {
        let isRefused = answered.account != nil && answered.status == HTTPResponse.Status.forbidden.code
        let level: Logger.Level = isRefused ? .notice : .info
        guard logger.logLevel <= level else { return }
        let elapsed = answered.elapsed.components
        let microseconds = elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000
        var metadata: Logger.Metadata = [
            "id": .string(answered.id),
            "method": .string(answered.head.method.rawValue),
            "path": .string(Self.withoutTokens(String(answered.path))),
            "status": .stringConvertible(answered.status),
            "bytes": .stringConvertible(answered.bytes),
            "us": .stringConvertible(microseconds),
            "from": .string(ClientAddress.masked(answered.clientAddress)),
        ]
        if let account = answered.account { metadata["account"] = .string(String(account)) }
        logger.log(level: level, "request", metadata: metadata)
    }

    /// The path without tokens (parts 43 letters long), also where no route knows the path.
    static func withoutTokens(_ path: String) -> String {
        guard path.utf8.count > 43 else { return path }
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.utf8.count >= 43 ? "{token}" : String($0) }.joined(separator: "/")
    }

    /// Logs a request that was refused for its head alone.
    package func writeRefusal(_ head: HTTPRequest, status: HTTPResponse.Status, from peer: String) {
        logger.info(
            "refused",
            metadata: [
                "method": .string(head.method.rawValue),
                "path": .string(Self.withoutTokens(String((head.path ?? "").prefix { $0 != "?" }))),
                "status": .stringConvertible(status.code),
                "from": .string(ClientAddress.masked(peer)),
            ]
        )
    }
}

/// Writes log events, one line each, as text or JSON, control characters escaped.
package struct LineLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel: Logger.Level
    private let label: String
    private let isJSON: Bool
    private let writer: LogWriter

    package init(label: String, level: Logger.Level, isJSON: Bool, writer: LogWriter = .standardError) {
        self.label = label
        self.isJSON = isJSON
        self.writer = writer
        logLevel = level
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) { writer.write(line(of: event)) }

    func line(of event: LogEvent) -> [UInt8] {
        let ofEvent = event.metadata ?? [:]
        let merged = metadata.isEmpty ? ofEvent : metadata.merging(ofEvent) { _, new in new }
        let values = merged.sorted { $0.key < $1.key }
        let time = SeoulTime(.now).rfc3339
        var line: [UInt8] = []
        line.reserveCapacity(256)
        if isJSON {
            line.append(contentsOf: #"{"time":"\#(time)","level":"\#(event.level)","message":"#.utf8)
            JSONRepresentation.append("\(event.message)", to: &line)
            for (key, value) in values {
                line.append(UInt8(ascii: ","))
                JSONRepresentation.append(key, to: &line)
                line.append(UInt8(ascii: ":"))
                Self.append(value, to: &line)
            }
            line.append(UInt8(ascii: "}"))
        } else {
            line.append(contentsOf: "\(time) \(event.level) \(Self.escaped(event.message.description))".utf8)
            for (key, value) in values {
                line.append(UInt8(ascii: " "))
                line.append(contentsOf: key.utf8)
                line.append(UInt8(ascii: "="))
                line.append(contentsOf: Self.escaped(value.description).utf8)
            }
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// As JSON; numbers stay numbers. An id is a name and logged as a string.
    private static func append(_ value: Logger.MetadataValue, to line: inout [UInt8]) {
        if case .stringConvertible(let number) = value, number is any BinaryInteger {
            line.append(contentsOf: number.description.utf8)
        } else {
            JSONRepresentation.append("\(value)", to: &line)
        }
    }

    package static func escaped(_ text: String) -> String {
        // The first bytes of control characters: most lines have none and need no slow check.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text }
        return text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? "\\u{\(String(scalar.value, radix: 16))}" : "\(scalar)"
        }.joined()
    }
}

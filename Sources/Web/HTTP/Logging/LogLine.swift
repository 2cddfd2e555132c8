import Foundation
import Logging
import Synchronization
import Templates

/// One line of the log, as text or JSON, control characters escaped.
struct LogLine {
    /// A value of a line. Numbers stay numbers in JSON; an id is a name, and a text.
    enum Value: Equatable {
        case text(String)
        case number(Int64)
    }

    private(set) var bytes: [UInt8] = []
    private let isJSON: Bool

    init(_ level: Logger.Level, _ message: String, isJSON: Bool) {
        self.isJSON = isJSON
        bytes.reserveCapacity(256)
        if isJSON { bytes.append(contentsOf: #"{"time":""#.utf8) }
        LogTime.append(to: &bytes)
        if isJSON {
            bytes.append(contentsOf: #"","level":"\#(level)","message":"#.utf8)
            JSONRepresentation.append(message, to: &bytes)
        } else {
            bytes.append(contentsOf: " \(level) \(Self.escaped(message))".utf8)
        }
    }

    mutating func append(_ key: String, _ value: Value) {
        bytes.append(UInt8(ascii: isJSON ? "," : " "))
        if isJSON { JSONRepresentation.append(key, to: &bytes) } else { bytes.append(contentsOf: key.utf8) }
        bytes.append(UInt8(ascii: isJSON ? ":" : "="))
        switch value {
        case .text(let text) where isJSON: JSONRepresentation.append(text, to: &bytes)
        case .text(let text): bytes.append(contentsOf: Self.escaped(text).utf8)
        case .number(let number): bytes.append(contentsOf: String(number).utf8)
        }
    }

    consuming func finished() -> [UInt8] {
        if isJSON { bytes.append(UInt8(ascii: "}")) }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    static func escaped(_ text: String) -> String {
        // The first bytes of control characters: most lines have none and need no slow check.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text }
        return text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? "\\u{\(String(scalar.value, radix: 16))}" : "\(scalar)"
        }.joined()
    }
}

/// The time of log lines (RFC 3339), all but its milliseconds written once a second.
private enum LogTime {
    private static let latest = Mutex<(second: Int64, text: [UInt8])>((0, []))

    static func append(to bytes: inout [UInt8]) {
        let now = Int64((Date.now.timeIntervalSince1970 * 1_000).rounded(.down))
        let (second, rest) = now.quotientAndRemainder(dividingBy: 1_000)
        latest.withLock { latest in
            if latest.second != second {
                // `2026-11-26T05:38:46.506Z` without its last five characters.
                let text = SeoulTime(Date(timeIntervalSince1970: Double(second))).rfc3339
                latest = (second, Array(text.utf8.dropLast(5)))
            }
            bytes.append(contentsOf: latest.text)
        }
        bytes.append(UInt8(ascii: "."))
        for divisor: Int64 in [100, 10, 1] { bytes.append(UInt8(ascii: "0") + UInt8(rest / divisor % 10)) }
        bytes.append(UInt8(ascii: "Z"))
    }
}

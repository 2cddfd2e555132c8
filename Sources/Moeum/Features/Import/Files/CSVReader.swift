import Foundation

/// Reads comma-separated values (RFC 4180): quoted fields may contain commas, quotes and line breaks.
struct CSVReader {
    struct Row: Equatable {
        /// The line on which the row begins, counted from 1.
        let line: Int
        let fields: [String]
    }

    /// Where a text is no valid CSV.
    struct Error: Swift.Error, CustomStringConvertible, Equatable {
        let line: Int
        let reason: String

        var description: String { "line \(line): \(reason)" }
    }

    /// All rows; empty lines and a byte order mark are skipped. A quote that is not closed would swallow the rest, so that the
    /// whole text is refused.
    static func rows(of text: String) throws(Error) -> [Row] {
        var reader = CSVReader(bytes: Array(text.utf8))
        if text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        var rows: [Row] = []
        while reader.position < reader.bytes.count {
            let row = try reader.row()
            if row.fields != [""] { rows.append(row) }
        }
        return rows
    }

    /// The rows of a file below its header.
    static func table(_ path: String) throws -> [[String]] {
        try rows(of: try String(contentsOfFile: path, encoding: .utf8)).dropFirst().map(\.fields)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func row() throws(Error) -> Row {
        let start = line
        var fields: [String] = []
        while true {
            fields.append(try field())
            guard position < bytes.count else { break }
            let end = bytes[position]
            position += 1
            if end == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
                position += 1
            }
            if end != UInt8(ascii: ",") {
                line += 1
                break
            }
        }
        return Row(line: start, fields: fields)
    }

    private mutating func field() throws(Error) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return plainField() }
        let start = line
        position += 1
        var field: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
                    guard plainField().isEmpty else {
                        throw Error(line: line, reason: "there is text behind a closing quote")
                    }
                    return String(decoding: field, as: UTF8.self)
                }
                position += 1
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
            field.append(byte)
        }
        throw Error(line: start, reason: "a quote opens here and never closes")
    }

    private mutating func plainField() -> String {
        let start = position
        while position < bytes.count,
            ![UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[position])
        {
            position += 1
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }
}

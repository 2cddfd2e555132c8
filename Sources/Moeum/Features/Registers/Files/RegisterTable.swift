import Foundation

/// The rows of a register's CSV file, one after the other. Only the columns that are asked for are decoded.
final class RegisterTable {
    private enum Encoding {
        case utf8, cp949
    }

    private let file: RegisterFile
    private let input: OpenRegisterFile
    private let stream: CSVStream
    private let decoder: KoreanDecoder
    private let encoding: Encoding
    private let width: Int
    /// By the column's raw value; nil where the file lacks it.
    private let indices: [Int?]

    /// Reads the header.
    /// - Parameter required: without one of these the file is refused.
    init(_ file: RegisterFile, required: [RegisterColumn]) throws {
        self.file = file
        guard let decoder = KoreanDecoder() else { throw file.error(.unreadable, "the system does not know CP949") }
        let input = try file.open()
        let stream = CSVStream { try input.read(into: $0) }
        try file.check(try stream.lookAhead())
        if try stream.lookAhead().starts(with: RegisterFile.byteOrderMark) {
            stream.skip(RegisterFile.byteOrderMark.count)
        }
        // What it calls itself does not count: many files of CP949 came with the mark of UTF-8.
        let first = try stream.lookAhead()
        let line = first.prefix { $0 != UInt8(ascii: "\n") }
        let sample = line.allSatisfy { $0 < 0x80 } ? Self.wholeLines(first) : line
        encoding = String(validating: sample, as: UTF8.self) == nil ? .cp949 : .utf8
        (self.input, self.stream, self.decoder) = (input, stream, decoder)
        guard try Self.next(stream, file) else { throw file.error(.truncated, "it is empty") }
        width = stream.fieldCount
        let header = (0..<width).map { [encoding] in Self.text(stream, $0, encoding, decoder) ?? "" }
        let columns = RegisterColumn.indices(in: header)
        let missing = required.filter { columns[$0] == nil }
        guard missing.isEmpty else {
            throw file.error(.columns, missing.map { $0.names.joined(separator: "/") }.joined(separator: ", "))
        }
        indices = RegisterColumn.allCases.map { columns[$0] }
    }

    /// Of the row, from 1.
    var line: Int { stream.line }

    /// Whether the row has as many fields as the header, so that each stands under its name.
    var isWellFormed: Bool { stream.fieldCount == width && !stream.isMalformed }

    var progress: (done: Int, of: Int) { (input.bytesRead, input.size) }

    /// Goes to the next row; false behind the last one.
    func next() throws -> Bool {
        guard try Self.next(stream, file) else { return false }
        if !stream.isTerminated, stream.fieldCount < width {
            throw file.error(.truncated, "it ends in the middle of line \(stream.line)")
        }
        return true
    }

    /// A field as it stands in the file, without blanks around it; empty where there is no such column.
    func bytes(_ column: RegisterColumn) -> Slice<UnsafeRawBufferPointer> {
        guard let index = indices[column.rawValue] else { return Slice(base: stream.bytes(of: .max), bounds: 0..<0) }
        var bytes = stream.bytes(of: index)[...]
        while let last = bytes.last, last == UInt8(ascii: " ") { bytes.removeLast() }
        while let first = bytes.first, first == UInt8(ascii: " ") { bytes.removeFirst() }
        return bytes
    }

    /// Nil where the file lacks the column, and for bytes that are no text.
    func text(_ column: RegisterColumn) -> String? {
        indices[column.rawValue].flatMap { Self.text(stream, $0, encoding, decoder) }
    }

    private static func next(_ stream: CSVStream, _ file: RegisterFile) throws -> Bool {
        do {
            return try stream.next()
        } catch CSVStream.Error.unclosedQuote(let line) {
            throw file.error(.truncated, "a quote opens in line \(line) and never closes")
        } catch CSVStream.Error.longRow(let line) {
            throw file.error(.unreadable, "line \(line) is longer than \(CSVStream.maxRowSize >> 20) MiB")
        }
    }

    private static func text(_ stream: CSVStream, _ index: Int, _ encoding: Encoding, _ decoder: KoreanDecoder)
        -> String?
    {
        let bytes = stream.bytes(of: index)
        guard bytes.count <= ImportText.maxLength else { return nil }
        let text =
            switch encoding {
            case .utf8: String(validating: bytes, as: UTF8.self)
            case .cp949: decoder.text(bytes)
            }
        return stream.hasDoubledQuotes(index) ? text.map(Self.withSingleQuotes) : text
    }

    /// A quoted field as it is meant: a quote within it is written as two.
    static func withSingleQuotes(_ text: String) -> String {
        var isFirst = false
        return text.replacingScalars { scalar in
            isFirst = scalar == "\"" && !isFirst
            return scalar == "\"" && !isFirst ? "" : nil
        }
    }

    /// Without the last line, which may be cut within a character.
    private static func wholeLines(_ bytes: UnsafeRawBufferPointer) -> Slice<UnsafeRawBufferPointer> {
        bytes[..<(bytes.lastIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex)]
    }
}

extension RegisterFile {
    fileprivate static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Refuses by its beginning what is no text, and a page that a server sent instead of the file.
    func check(_ beginning: UnsafeRawBufferPointer) throws(Error) {
        let skipped = beginning.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
        let text = beginning.dropFirst(skipped).drop { $0 <= UInt8(ascii: " ") }
        if beginning.starts(with: Array("PK".utf8) + [3, 4]) {
            throw error(.unreadable, "it is an archive; unpack it first")
        }
        if beginning.contains(0) { throw error(.unreadable, "it is no text of UTF-8 or CP949") }
        guard text.first != UInt8(ascii: "<") else {
            let start = String(decoding: text.prefix(40).filter { $0 >= UInt8(ascii: " ") && $0 < 0x7F }, as: UTF8.self)
            throw error(.html, "it begins with \(start)")
        }
    }
}

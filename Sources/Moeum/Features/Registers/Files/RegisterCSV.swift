import Foundation

/// The rows of a CSV file of UTF-8 or CP949, one after the other. Only the fields that are asked for are decoded.
final class RegisterCSV {
    private let file: RegisterFile
    private let input: OpenRegisterFile
    private let stream: CSVStream
    /// Nil for UTF-8.
    private let decoder: KoreanDecoder?
    /// The columns' names as they stand there; empty where one is no text.
    private(set) var header: [String] = []

    /// Reads the header.
    /// - Throws: `RegisterFile.Error` where the file is empty or no text.
    init(_ file: RegisterFile) throws {
        guard let korean = KoreanDecoder() else { throw file.error(.unreadable, "the system does not know CP949") }
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
        decoder = String(validating: sample, as: UTF8.self) == nil ? korean : nil
        (self.file, self.input, self.stream) = (file, input, stream)
        guard try next() else { throw file.error(.truncated, "it is empty") }
        header = (0..<stream.fieldCount).map { text(at: $0) ?? "" }
    }

    /// Of the row, from 1.
    var line: Int { stream.line }

    /// Whether the row has as many fields as the header, so that each stands under its name.
    var isWellFormed: Bool { stream.fieldCount == header.count && !stream.isMalformed }

    /// In bytes.
    var progress: (done: Int, of: Int) { (input.bytesRead, input.size) }

    /// Goes to the next row; false behind the last one.
    func next() throws -> Bool {
        do {
            guard try stream.next() else { return false }
        } catch CSVStream.Error.unclosedQuote(let line) {
            throw file.error(.truncated, "a quote opens in line \(line) and never closes")
        } catch CSVStream.Error.longRow(let line) {
            throw file.error(.unreadable, "line \(line) is longer than \(CSVStream.maxRowSize >> 20) MiB")
        }
        if !stream.isTerminated, stream.fieldCount < header.count {
            throw file.error(.truncated, "it ends in the middle of line \(stream.line)")
        }
        return true
    }

    /// A field as it stands in the file, valid until the next row; empty where there is none.
    func bytes(at index: Int) -> UnsafeRawBufferPointer { stream.bytes(of: index) }

    /// Nil for bytes that are no text, and for more than anybody imports.
    func text(at index: Int) -> String? {
        let bytes = stream.bytes(of: index)
        guard bytes.count <= ImportText.maxLength else { return nil }
        let text = decoder.map { $0.text(bytes) } ?? String(validating: bytes, as: UTF8.self)
        return stream.hasDoubledQuotes(index) ? text.map(Self.withSingleQuotes) : text
    }

    /// A quoted field as it is meant: a quote within it is written as two.
    private static func withSingleQuotes(_ text: String) -> String {
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
    fileprivate func check(_ beginning: UnsafeRawBufferPointer) throws(Error) {
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

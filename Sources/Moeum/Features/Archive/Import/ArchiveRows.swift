import Foundation

/// Splits a JSON array into its objects while it is decompressed; each object's JSON is decoded later.
struct ArchiveRows {
    /// The limits of a part.
    struct Limits: Sendable {
        var rows = 100_000
        var bytesPerRow = 256 << 10
    }

    /// Why the array is refused.
    enum Error: Swift.Error, Equatable {
        case noArray, tooManyRows, rowTooLong
    }

    private enum Phase {
        case start, beforeFirst, inside, afterRow, beforeRow, end
    }

    /// The JSON of every row, where rows are kept.
    private(set) var rows: [[UInt8]] = []
    private(set) var count = 0
    private let limits: Limits
    private let keepsRows: Bool
    private var phase = Phase.start
    private var row: [UInt8] = []
    private var depth = 0
    private var isInText = false
    private var isEscaped = false

    /// - Parameter keepsRows: false where rows are only counted.
    init(limits: Limits = Limits(), keepsRows: Bool = true) {
        self.limits = limits
        self.keepsRows = keepsRows
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) throws(Error) {
        for byte in bytes { try consume(byte) }
    }

    func finish() throws(Error) {
        guard phase == .end else { throw .noArray }
    }

    private mutating func consume(_ byte: UInt8) throws(Error) {
        if phase == .inside { return try consumeInside(byte) }
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: return
        // A byte order mark, which an editor may have added.
        case 0xEF where phase == .start, 0xBB where phase == .start, 0xBF where phase == .start: return
        default: break
        }
        switch (phase, byte) {
        case (.start, UInt8(ascii: "[")): phase = .beforeFirst
        case (.beforeFirst, UInt8(ascii: "{")), (.beforeRow, UInt8(ascii: "{")): try begin(byte)
        case (.afterRow, UInt8(ascii: ",")): phase = .beforeRow
        case (.afterRow, UInt8(ascii: "]")), (.beforeFirst, UInt8(ascii: "]")): phase = .end
        default: throw .noArray
        }
    }

    private mutating func begin(_ byte: UInt8) throws(Error) {
        guard count < limits.rows else { throw .tooManyRows }
        row = [byte]
        depth = 1
        phase = .inside
    }

    private mutating func consumeInside(_ byte: UInt8) throws(Error) {
        guard row.count < limits.bytesPerRow else { throw .rowTooLong }
        row.append(byte)
        if isInText {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInText = false
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""): isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        guard depth == 0 else { return }
        count += 1
        if keepsRows { rows.append(row) }
        phase = .afterRow
    }
}

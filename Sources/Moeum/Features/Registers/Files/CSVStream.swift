import Foundation

/// Splits comma-separated values (RFC 4180) into rows while they are read in blocks, so that a file of any size needs the same
/// memory. Fields are bytes of any encoding in which ASCII stands for itself and for nothing else, as UTF-8 and CP949.
final class CSVStream {
    enum Error: Swift.Error, Equatable {
        /// The input ends within a quoted field of the row that begins at this line.
        case unclosedQuote(line: Int)
        /// No row is so long.
        case longRow(line: Int)
    }

    private struct Field {
        let start: Int
        let end: Int
        let hasDoubledQuotes: Bool
    }

    static let blockSize = 1 << 18
    static let maxRowSize = 1 << 20
    /// Further fields of a row are counted alone.
    private static let maxFields = 256
    private static let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
    private static let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    private let fill: (UnsafeMutableRawBufferPointer) throws -> Int
    private var buffer: UnsafeMutableRawBufferPointer
    /// Where the next row begins.
    private var position = 0
    private var filled = 0
    private var isAtEnd = false
    private var nextLine = 1
    private var fields: [Field] = []

    /// On which the row begins, from 1.
    private(set) var line = 0
    private(set) var fieldCount = 0
    /// Whether there is text behind a closing quote, so that the fields may be others than meant.
    private(set) var isMalformed = false
    /// Whether the row ends with a line break, not with the input.
    private(set) var isTerminated = false

    /// - Parameter fill: reads the next bytes into a block and returns how many; 0 at the end.
    init(_ fill: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) {
        self.fill = fill
        buffer = .allocate(byteCount: Self.blockSize, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// How much memory the stream holds.
    var bufferSize: Int { buffer.count }

    /// What is read and not yet split, at least the first block before the first row.
    func lookAhead() throws -> UnsafeRawBufferPointer {
        if filled == position, !isAtEnd { try refill() }
        return UnsafeRawBufferPointer(rebasing: buffer[position..<filled])
    }

    /// Passes over the next bytes, such as a byte order mark.
    func skip(_ count: Int) { position = min(filled, position + count) }

    /// Goes to the next row; false behind the last one. Empty lines are passed over.
    func next() throws -> Bool {
        while true {
            if position == filled, isAtEnd { return false }
            if let end = splitRow() {
                let isEmpty = fieldCount == 1 && bytes(of: 0).isEmpty
                line = nextLine
                nextLine += lineBreaks(in: position..<end)
                position = end
                if !isEmpty { return true }
            } else {
                guard !isAtEnd else { throw Error.unclosedQuote(line: nextLine) }
                try refill()
            }
        }
    }

    /// A field as it stands in the input without its quotes; valid until the next row.
    func bytes(of index: Int) -> UnsafeRawBufferPointer {
        guard index < fields.count else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(rebasing: buffer[fields[index].start..<fields[index].end])
    }

    /// Whether a quote within the field is written as two.
    func hasDoubledQuotes(_ index: Int) -> Bool { index < fields.count && fields[index].hasDoubledQuotes }

    /// Moves the beginning of a row to the buffer's and reads on behind it.
    private func refill() throws {
        let rest = filled - position
        if rest == buffer.count {
            guard buffer.count < Self.maxRowSize else { throw Error.longRow(line: nextLine) }
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 16)
            larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[position..<filled]))
            buffer.deallocate()
            buffer = larger
        } else if position > 0, let start = buffer.baseAddress {
            memmove(start, start + position, rest)
        }
        (position, filled) = (0, rest)
        let count = try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[rest...]))
        filled += count
        isAtEnd = count == 0
    }

    /// - Returns: where the row after this one begins; nil where this one goes on behind what is read.
    private func splitRow() -> Int? {
        fields.removeAll(keepingCapacity: true)
        (fieldCount, isMalformed, isTerminated) = (0, false, false)
        var cursor = position
        while let end = splitField(at: cursor) {
            guard end < filled else { return end }
            if buffer[end] == Self.comma {
                cursor = end + 1
                continue
            }
            isTerminated = true
            guard buffer[end] == Self.carriage else { return end + 1 }
            // The other half of a line break may be in the next block.
            if end + 1 == filled, !isAtEnd { return nil }
            return end + 1 < filled && buffer[end + 1] == Self.feed ? end + 2 : end + 1
        }
        return nil
    }

    /// - Returns: where what follows the field stands; nil where the field goes on behind what is read.
    private func splitField(at start: Int) -> Int? {
        guard start < filled, buffer[start] == Self.quote else {
            guard let end = plainEnd(from: start) else { return nil }
            append(Field(start: start, end: end, hasDoubledQuotes: false))
            return end
        }
        var (search, isDoubled) = (start + 1, false)
        while let close = index(of: Self.quote, from: search) {
            if close + 1 == filled, !isAtEnd { return nil }
            if close + 1 < filled, buffer[close + 1] == Self.quote {
                (search, isDoubled) = (close + 2, true)
                continue
            }
            guard let end = plainEnd(from: close + 1) else { return nil }
            if end > close + 1 { isMalformed = true }
            append(Field(start: start + 1, end: close, hasDoubledQuotes: isDoubled))
            return end
        }
        return nil
    }

    private func append(_ field: Field) {
        fieldCount += 1
        if fields.count < Self.maxFields { fields.append(field) }
    }

    /// The next separator or line break.
    private func plainEnd(from start: Int) -> Int? {
        var end = start
        while end < filled {
            let byte = buffer[end]
            if byte == Self.comma || byte == Self.feed || byte == Self.carriage { return end }
            end += 1
        }
        return isAtEnd ? end : nil
    }

    private func index(of byte: UInt8, from start: Int) -> Int? {
        guard start < filled, let base = buffer.baseAddress,
            let found = memchr(base + start, Int32(byte), filled - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    /// A row has more than one where its quoted fields do.
    private func lineBreaks(in row: Range<Int>) -> Int {
        var (count, cursor) = (0, row.lowerBound)
        while cursor < row.upperBound, let found = index(of: Self.feed, from: cursor), found < row.upperBound {
            (count, cursor) = (count + 1, found + 1)
        }
        return count == 0 && isTerminated ? 1 : count
    }
}

import Foundation

/// Finds the objects of JSON that hold no others, such as the rows of an API's answers, while it is read in blocks. Whatever is
/// around them, several answers one after the other too, is passed over.
final class JSONObjectStream {
    enum Error: Swift.Error, Equatable {
        /// The input ends within an object, an array or a text.
        case truncated
        /// No row is so long, or so deep.
        case tooLong
        /// A bracket closes that was not opened.
        case malformed
    }

    static let blockSize = 1 << 18
    private static let maxDepth = 32
    private static let (quote, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))

    private let fill: (UnsafeMutableRawBufferPointer) throws -> Int
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: blockSize, alignment: 16)
    private var position = 0
    private var filled = 0
    private var isInText = false
    private var isEscaped = false
    /// The brackets that are open.
    private var open: [UInt8] = []
    /// Where the innermost object began, as long as it holds no other.
    private var start: Int?

    /// - Parameter fill: reads the next bytes into a block and returns how many; 0 at the end.
    init(_ fill: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) { self.fill = fill }

    deinit { buffer.deallocate() }

    /// The next object with its brackets, valid until the one after it; nil behind the last one.
    func next() throws -> UnsafeRawBufferPointer? {
        while true {
            while position < filled {
                let byte = buffer[position]
                position += 1
                if let object = try object(endingWith: byte) { return object }
            }
            guard try refill() else {
                guard open.isEmpty, !isInText else { throw Error.truncated }
                return nil
            }
        }
    }

    private func object(endingWith byte: UInt8) throws -> UnsafeRawBufferPointer? {
        if isInText {
            isInText = isEscaped || byte != Self.quote
            isEscaped = !isEscaped && byte == Self.escape
            return nil
        }
        switch byte {
        case Self.quote: isInText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard open.count < Self.maxDepth else { throw Error.tooLong }
            open.append(byte)
            start = byte == UInt8(ascii: "{") ? position - 1 : nil
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            // The signs stand two apart in ASCII.
            guard open.popLast() == byte - 2 else { throw Error.malformed }
            defer { start = nil }
            return start.map { UnsafeRawBufferPointer(rebasing: buffer[$0..<position]) }
        default: break
        }
        return nil
    }

    /// Moves what may be a row to the buffer's beginning and reads on behind it; false at the end.
    private func refill() throws -> Bool {
        let kept = start ?? filled
        let rest = filled - kept
        guard rest < buffer.count else { throw Error.tooLong }
        if let base = buffer.baseAddress, rest > 0 { memmove(base, base + kept, rest) }
        if start != nil { start = 0 }
        position = rest
        filled = rest + (try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[rest...])))
        return filled > rest
    }
}

import Foundation
import NIOCore

/// Parses a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1) incrementally: feed it buffers and ask for events. It keeps at
/// most a delimiter's length of a part's content.
package struct MultipartParser {
    package enum Event: Equatable {
        /// A part begins.
        case part(MultipartHeader)
        /// Some of its content.
        case content(ByteBuffer)
        case endOfPart
        /// The end of the form.
        case end
    }

    /// Why the site refuses a body as a form.
    package enum Error: Swift.Error, Equatable {
        case malformed
        case tooManyParts
        case headTooLong
    }

    private enum Phase {
        case preamble, afterDelimiter, head, content, epilogue
    }

    private let delimiter: [UInt8]
    private let maxParts: Int
    private var phase = Phase.preamble
    private var parts = 0
    private var hasEnded = false
    /// Whether the line break before a content is still unread; it belongs to a delimiter or to nothing.
    private var isAtStart = false
    /// Bytes that were fed and not returned yet.
    private(set) var waiting = ByteBuffer()
    /// Whether nothing else refers to the memory of `waiting`, so that bytes can be appended to it.
    private var ownsWaiting = true
    /// How many first bytes of a head are known not to contain its end, so that they are not searched again for each buffer.
    private var searchedHead = 0
    /// How many bytes were searched or moved so far: `MultipartProperties` checks it against the bytes fed.
    private(set) var work = 0

    private static let maxHeadLength = 8_192
    private static let endOfHead = Array("\r\n\r\n".utf8)

    /// - Parameter boundary: from the body's Content-Type; see `boundary(of:)`.
    package init(boundary: String, maxParts: Int = 1_000) {
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.maxParts = maxParts
        // The first delimiter may be at the very beginning; with a line break before it, it is found like any other.
        waiting.writeString("\r\n")
    }

    /// The boundary in a Content-Type of multipart/form-data, or nil where there is none that RFC 2046 allows.
    package static func boundary(of contentType: String) -> String? {
        guard let header = MultipartHeader.parsed(contentType), header.value == "multipart/form-data",
            let boundary = header.parameters["boundary"], (1...70).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy(isBoundaryByte), !boundary.hasSuffix(" ")
        else { return nil }
        return boundary
    }

    private static func isBoundaryByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }

    package mutating func feed(_ buffer: ByteBuffer) {
        // Whatever follows the last delimiter is ignored.
        if case .epilogue = phase { return }
        guard waiting.readableBytes > 0 else {
            (waiting, ownsWaiting) = (buffer, false)
            return
        }
        var new = buffer
        if !ownsWaiting {
            // Into a new buffer: the old one would keep all bytes that were returned before.
            var old = waiting
            waiting = ByteBufferAllocator().buffer(capacity: old.readableBytes + new.readableBytes)
            work += old.readableBytes
            waiting.writeBuffer(&old)
            ownsWaiting = true
        } else if waiting.readerIndex > waiting.readableBytes {
            work += waiting.readableBytes
            waiting.discardReadBytes()
        }
        work += new.readableBytes
        waiting.writeBuffer(&new)
    }

    /// The next event, or nil until more bytes are fed.
    package mutating func next() throws(Error) -> Event? {
        switch phase {
        case .preamble: try skipPreamble()
        case .afterDelimiter: try delimiterEnd()
        case .head: try head()
        case .content: content()
        case .epilogue: endOnce()
        }
    }

    /// Throws where the body ended before the form did.
    package func finish() throws(Error) {
        guard case .epilogue = phase else { throw .malformed }
    }

    private mutating func endOnce() -> Event? {
        defer { hasEnded = true }
        return hasEnded ? nil : .end
    }

    private mutating func skipPreamble() throws(Error) -> Event? {
        guard let place = place(of: delimiter) else {
            // The last bytes may be the beginning of a delimiter.
            let kept = min(waiting.readableBytes, delimiter.count - 1)
            waiting.moveReaderIndex(forwardBy: waiting.readableBytes - kept)
            return nil
        }
        waiting.moveReaderIndex(forwardBy: place + delimiter.count)
        phase = .afterDelimiter
        return try next()
    }

    /// Two dashes end the form; a line break, optionally after blanks, begins a part.
    private mutating func delimiterEnd() throws(Error) -> Event? {
        let view = waiting.readableBytesView
        if view.starts(with: "--".utf8) {
            phase = .epilogue
            waiting.clear()
            return endOnce()
        }
        let blanks = view.prefix { $0 == 0x20 || $0 == 0x09 }.count
        let rest = view.dropFirst(blanks)
        let isUnfinished = rest.isEmpty || rest.elementsEqual("\r".utf8) || view.elementsEqual("-".utf8)
        guard blanks <= 64, isUnfinished || rest.starts(with: "\r\n".utf8) else { throw .malformed }
        if isUnfinished { return nil }
        parts += 1
        guard parts <= maxParts else { throw .tooManyParts }
        // The line break stays: the end of a head without fields is then found like any other.
        waiting.moveReaderIndex(forwardBy: blanks)
        phase = .head
        return try next()
    }

    private mutating func head() throws(Error) -> Event? {
        guard let place = place(of: Self.endOfHead, from: searchedHead) else {
            // A head of the longest allowed length may be complete except for its last byte.
            guard waiting.readableBytes <= Self.maxHeadLength + 3 else { throw .headTooLong }
            searchedHead = max(0, waiting.readableBytes - (Self.endOfHead.count - 1))
            return nil
        }
        searchedHead = 0
        guard place <= Self.maxHeadLength else { throw .headTooLong }
        // A line of a head could be `--boundary: x`; for other parsers a new part begins there.
        guard self.place(of: delimiter, in: place) == nil else { throw .malformed }
        guard let bytes = waiting.readBytes(length: place + 4), let text = String(validating: bytes, as: UTF8.self),
            let header = MultipartHeader(head: text)
        else { throw .malformed }
        // An empty content begins with the delimiter, whose line break is the head's.
        waiting.moveReaderIndex(to: waiting.readerIndex - 2)
        isAtStart = true
        phase = .content
        return .part(header)
    }

    private mutating func content() -> Event? {
        if let place = place(of: delimiter) {
            guard place == 0 || (isAtStart && place <= 2) else { return emit(place) }
            waiting.moveReaderIndex(forwardBy: place + delimiter.count)
            phase = .afterDelimiter
            return .endOfPart
        }
        // The last bytes may be the beginning of a delimiter.
        let count = waiting.readableBytes - (delimiter.count - 1)
        return count > (isAtStart ? 2 : 0) ? emit(count) : nil
    }

    private mutating func emit(_ count: Int) -> Event? {
        let skipped = isAtStart ? 2 : 0
        isAtStart = false
        waiting.moveReaderIndex(forwardBy: skipped)
        guard let content = waiting.readSlice(length: count - skipped) else { return nil }
        ownsWaiting = false
        return .content(content)
    }

    /// The distance from the reader to the first occurrence of a pattern, which begins with a line break.
    /// - Parameters:
    ///   - first: where the search begins.
    ///   - limit: how many bytes are searched; by default all.
    private mutating func place(of pattern: [UInt8], from first: Int = 0, in limit: Int = .max) -> Int? {
        let found = waiting.withUnsafeReadableBytes { bytes -> Int? in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(limit))
            guard let start = bytes.baseAddress else { return nil }
            var place = first
            while bytes.count - place >= pattern.count,
                let found = memchr(start + place, Int32(pattern[0]), bytes.count - place - pattern.count + 1)
            {
                place = UnsafeRawPointer(found) - start
                if memcmp(start + place, pattern, pattern.count) == 0 { return place }
                place += 1
            }
            return nil
        }
        work += max(0, (found ?? min(limit, waiting.readableBytes) - pattern.count) + 1 - first)
        return found
    }
}

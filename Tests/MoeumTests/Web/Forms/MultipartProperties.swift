import NIOCore

@testable import Web

/// What must hold for every body, form or not; `Scripts/fuzz` looks for one that breaks it.
///
/// An input is a Content-Type, a line feed, and the body. The body is also taken for what somebody typed: a form made of
/// it is to come back as it was.
struct MultipartProperties {
    /// What taking a body apart came to.
    struct Outcome: Equatable {
        struct Part: Equatable {
            let header: MultipartHeader
            var content: [UInt8] = []
            var isComplete = false
        }

        var parts: [Part] = []
        var error: MultipartParser.Error?
    }

    private static let maxParts = 24
    /// A head that is not complete yet; a delimiter's rest is shorter.
    private static let maxWaiting = 8_192 + 3

    private let boundary: String
    private let body: [UInt8]
    private var random: SmallRandom

    init(_ input: [UInt8]) {
        let end = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.startIndex
        let type = String(decoding: input[..<end], as: UTF8.self)
        boundary = MultipartParser.boundary(of: type) ?? "xyz"
        body = Array(input[end...].dropFirst())
        random = SmallRandom(seed: input)
    }

    /// What is wrong, or nil.
    static func broken(by input: [UInt8]) -> String? {
        var properties = MultipartProperties(input)
        return properties.piecesDiffer() ?? properties.referenceDiffers() ?? properties.formIsLost()
    }

    // MARK: Pieces

    /// A body is the same in pieces of any size, nothing piles up meanwhile, and no byte is searched again and again.
    private mutating func piecesDiffer() -> String? {
        let (whole, error) = outcome(of: body, pieces: { $0 })
        if let error { return error }
        for limit in [1, 3, 40, 5_000] {
            var random = random
            let (outcome, error) = outcome(of: body, pieces: { min($0, 1 + random.next(below: limit)) })
            if let error { return "\(error), in pieces of \(limit) at most" }
            guard outcome == whole else { return "in pieces of \(limit) at most: \(outcome)\nwhole: \(whole)" }
            self.random = random
        }
        return nil
    }

    /// - Parameter pieces: gets how much is left, gives how much is fed next.
    /// - Returns: also what was wrong on the way, or nil.
    private func outcome(of body: [UInt8], pieces: (Int) -> Int) -> (Outcome, String?) {
        var parser = MultipartParser(boundary: boundary, maxParts: Self.maxParts)
        var outcome = Outcome()
        var (contentBytes, hasEnded) = (0, false)
        var rest = body[...]
        // Of each piece at most the beginning of a delimiter is moved behind what came before.
        let (workPerByte, workPerPiece) = (4, boundary.utf8.count + 4)
        var allowedWork = 100
        do {
            while !rest.isEmpty {
                let piece = rest.prefix(pieces(rest.count))
                rest = rest.dropFirst(piece.count)
                parser.feed(ByteBuffer(bytes: piece))
                allowedWork += piece.count * workPerByte + workPerPiece
                while let event = try parser.next() {
                    if hasEnded { return (outcome, "\(event) after the end") }
                    switch event {
                    case .part(let header): outcome.parts.append(.init(header: header))
                    case .content(let bytes):
                        guard let last = outcome.parts.indices.last, !outcome.parts[last].isComplete else {
                            return (outcome, "content outside of a part")
                        }
                        guard bytes.readableBytes > 0 else { return (outcome, "content of no bytes") }
                        outcome.parts[last].content += bytes.readableBytesView
                        contentBytes += bytes.readableBytes
                    case .endOfPart:
                        guard let last = outcome.parts.indices.last, !outcome.parts[last].isComplete else {
                            return (outcome, "an end of no part")
                        }
                        outcome.parts[last].isComplete = true
                    case .end: hasEnded = true
                    }
                }
                if parser.waiting.readableBytes > Self.maxWaiting {
                    return (outcome, "\(parser.waiting.readableBytes) bytes wait")
                }
                if parser.work > allowedWork {
                    return (outcome, "\(parser.work) bytes of work after \(body.count - rest.count) that came")
                }
            }
            try parser.finish()
            if !hasEnded { return (outcome, "no end") }
        } catch { outcome.error = error }
        if contentBytes > body.count { return (outcome, "more content than body") }
        if outcome.parts.count > Self.maxParts { return (outcome, "\(outcome.parts.count) parts") }
        return (outcome, nil)
    }

    // MARK: The plain way

    /// Whatever is taken is what cutting the body at its delimiters gives.
    private func referenceDiffers() -> String? {
        let (outcome, _) = outcome(of: body, pieces: { $0 })
        guard outcome.error == nil else { return nil }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var pieces = cut(Array("\r\n".utf8) + body, at: delimiter).dropFirst()
        for part in outcome.parts {
            guard let piece = pieces.popFirst() else { return "a part without a delimiter: \(part)" }
            let lines = Array(piece.drop { $0 == 0x20 || $0 == 0x09 })
            guard lines.starts(with: "\r\n".utf8) else { return "a delimiter without an end: \(part)" }
            // Where there is no content, the delimiter's end of line is the head's (RFC 2046, body-part).
            guard let end = place(of: Array("\r\n\r\n".utf8), in: lines + Array("\r\n".utf8)) else {
                return "a head without an end: \(part)"
            }
            guard Array(lines.dropFirst(end + 4)) == part.content else { return "other content: \(part)" }
        }
        return pieces.first?.starts(with: "--".utf8) == true ? nil : "no last delimiter"
    }

    private func cut(_ bytes: [UInt8], at delimiter: [UInt8]) -> [[UInt8]] {
        var (pieces, rest) = ([[UInt8]](), bytes)
        while let place = place(of: delimiter, in: rest) {
            pieces.append(Array(rest[..<place]))
            rest = Array(rest[(place + delimiter.count)...])
        }
        return pieces + [rest]
    }

    private func place(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= pattern.count else { return nil }
        return (0...(bytes.count - pattern.count)).first { bytes[$0...].starts(with: pattern) }
    }

    // MARK: There and back

    /// A form that we write ourselves comes back as it was.
    private mutating func formIsLost() -> String? {
        var sent: [Outcome.Part] = []
        var rest = body[...]
        while !rest.isEmpty, sent.count < Self.maxParts {
            let name = name(&rest)
            let fileName = random.next(below: 2) == 0 ? nil : self.name(&rest)
            let content = Array(rest.prefix(random.next(below: 200)))
            rest = rest.dropFirst(content.count)
            sent.append(.init(header: .init(name: name, fileName: fileName), content: content, isComplete: true))
        }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        guard !sent.contains(where: { place(of: delimiter, in: Array("\r\n".utf8) + $0.content) != nil }) else {
            return nil
        }
        var form = FormFixture(boundary: boundary)
        for part in sent {
            form.add(part.header.name, fileName: part.header.fileName, part.content)
        }
        var random = random
        let (outcome, error) = outcome(of: form.closed, pieces: { min($0, 1 + random.next(below: 50)) })
        self.random = random
        if let error { return "\(error), in a form of our own" }
        return outcome == Outcome(parts: sent) ? nil : "sent \(sent)\ngot \(outcome)"
    }

    /// A few characters of the input, as far as they may stand in a name.
    private mutating func name(_ rest: inout ArraySlice<UInt8>) -> String {
        let taken = rest.prefix(1 + random.next(below: 20))
        rest = rest.dropFirst(taken.count)
        let text = String(decoding: taken, as: UTF8.self)
        let name = String(String.UnicodeScalarView(text.unicodeScalars.filter(Self.mayStandInName)))
        return name.isEmpty ? "a" : name
    }

    /// Browsers escape neither a percent sign, which begins their escapes, nor a backslash, which begins others'.
    private static func mayStandInName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar != "%" && scalar != "\\"
    }
}

/// Numbers that follow from the input alone, so that a find can be repeated.
private struct SmallRandom {
    private var state: UInt64

    /// FNV-1a.
    init(seed: [UInt8]) {
        state = seed.reduce(14_695_981_039_346_656_037) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 } | 1
    }

    /// xorshift64.
    mutating func next(below bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }
}

/// The opening hours of one weekday as a member tells them: `11:00-15:00,17:00-21:00` or `closed`.
struct DayHours: Sendable, Equatable {
    /// Minutes from midnight; a time past the next one is over 1,440.
    struct Span: Sendable, Equatable {
        let opens: Int
        let closes: Int

        /// `HH:MM-HH:MM`. A closing that is no later than the opening is past midnight; the same time twice is the whole day at
        /// midnight, and nothing at any other time.
        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count == 11, bytes[bytes.startIndex + 5] == UInt8(ascii: "-"),
                let opens = Self.minutes(bytes.prefix(5), upTo: 23 * 60 + 59),
                let closes = Self.minutes(bytes.suffix(5), upTo: 1_440),
                opens != closes || opens == 0
            else { return nil }
            (self.opens, self.closes) = (opens, closes <= opens ? closes + 1_440 : closes)
        }

        private init(opens: Int, closes: Int) { (self.opens, self.closes) = (opens, closes) }

        var isWholeDay: Bool { opens == 0 && closes == 1_440 }

        var text: String { isWholeDay ? "00:00-24:00" : "\(SeoulTime.clock(opens))-\(SeoulTime.clock(closes))" }

        /// The same times of the next day.
        var pastMidnight: Span { Span(opens: opens + 1_440, closes: closes + 1_440) }

        private static func minutes(_ bytes: ArraySlice<UInt8>, upTo most: Int) -> Int? {
            let digits = bytes.map { Int($0) - Int(UInt8(ascii: "0")) }
            guard bytes[bytes.startIndex + 2] == UInt8(ascii: ":"),
                [0, 1, 3, 4].allSatisfy({ 0...9 ~= digits[$0] }), digits[3] < 6
            else { return nil }
            let minutes = (digits[0] * 10 + digits[1]) * 60 + digits[3] * 10 + digits[4]
            return minutes <= most ? minutes : nil
        }
    }

    static let closed = "closed"

    /// One, or two with a break between them; none on a day off.
    let spans: [Span]

    /// Nil for what is neither `closed` nor one or two spans, the second after a break and over before the first begins again. A
    /// second that begins at an earlier time of day than the first is after midnight.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        if bytes.elementsEqual(Self.closed.utf8) {
            spans = []
            return
        }
        // Longer ones are not looked at.
        guard bytes.count <= 23 else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        var spans = parts.compactMap { Span($0) }
        guard 1...2 ~= spans.count, spans.count == parts.count else { return nil }
        if spans.count == 2 {
            if spans[1].opens < spans[0].opens { spans[1] = spans[1].pastMidnight }
            guard spans[0].closes < spans[1].opens, spans[1].closes <= spans[0].opens + 1_440 else { return nil }
        }
        self.spans = spans
    }

    /// The same hours always have the same text.
    var text: String { spans.isEmpty ? Self.closed : spans.map(\.text).joined(separator: ",") }
}

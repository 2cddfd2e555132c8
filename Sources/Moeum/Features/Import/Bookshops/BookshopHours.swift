/// A bookshop's week as lists of bookshops have it, and its text in the form that `OpeningHours` reads.
struct BookshopHours: Sendable, Equatable {
    struct Span: Sendable, Equatable {
        /// Minutes from midnight; a closing before the opening is on the next day.
        let opens: Int
        let closes: Int

        /// - Parameters: as `BookshopHours.minute` reads them; nil where one is missing, and for a day without length.
        init?(_ opens: String?, _ closes: String?) {
            guard let opens = opens.flatMap(BookshopHours.minute), opens < 1_440,
                let closes = closes.flatMap(BookshopHours.minute), opens != closes
            else { return nil }
            (self.opens, self.closes) = (opens, closes)
        }

        fileprivate var text: String { "\(Self.clock(opens))-\(Self.clock(closes))" }

        private static func clock(_ minute: Int) -> String {
            [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        }
    }

    // Words of the lists.
    private static let dayNames = ["월", "화", "수", "목", "금", "토", "일"]
    private static let closedWord = "휴무"
    private static let closedFillers: Set<String> = ["정기", "정기휴무", "휴무", "휴무일", "당일", "매주"]
    private static let days: [String: ClosedRange<Int>] = [
        "평일": 1...5, "토요일": 6...6, "일요일": 7...7, "주말": 6...7, "매일": 1...7,
    ]

    /// By weekday: Monday is 1, Sunday 7. Of other days nothing is said, or they are among the closed ones.
    var week: [Int: Span] = [:]
    /// When it is closed, in the list's own words.
    var closed: String?

    init(week: [Int: Span] = [:], closed: String? = nil) { (self.week, self.closed) = (week, closed) }

    mutating func set(_ span: Span?, on days: ClosedRange<Int>) {
        if let span { for day in days { week[day] = span } }
    }

    /// `14:00`, `9:30:00`, `14시`, or a part of a day as spreadsheets write times: 0.58 is 13:55.
    static func minute(_ text: String) -> Int? {
        let text = ImportText.plain(text)
        let clock = /(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?/.asciiOnlyDigits()
        if let match = text.wholeMatch(of: clock), let hour = Int(match.output.1), let minute = Int(match.output.2) {
            return hour * 60 + minute <= 1_440 && minute < 60 ? hour * 60 + minute : nil
        }
        if let match = text.wholeMatch(of: /(\d{1,2})시(?:\s?(\d{1,2})분)?/.asciiOnlyDigits()),
            let hour = Int(match.output.1)
        {
            let minute = match.output.2.flatMap { Int($0) } ?? 0
            return hour * 60 + minute <= 1_440 && minute < 60 ? hour * 60 + minute : nil
        }
        guard text.wholeMatch(of: /[01]?\.\d+|1/.asciiOnlyDigits()) != nil, let part = Double(text), part <= 1 else {
            return nil
        }
        return Int((part * 1_440).rounded())
    }

    /// Reads one text with all hours in it: `평일개점마감시간 : 11:00~21:00 토요일개점마감시간 : … 휴무일 : 월요일 휴무:`.
    /// - Returns: nil where there are none in it.
    init?(freeText: String) {
        let text = ImportText.plain(freeText)
        let time = "(\\d{1,2}:\\d{2}|\\d{1,2}시|[01]?\\.\\d+)"
        let labels = Self.days.keys.sorted().joined(separator: "|")
        let label = "(\(labels))(?:\\s?(?:개점|영업|운영)[가-힣]*)?\\s*:"
        guard let hours = try? Regex("\(label)\\s*\(time)(?::00)?\\s*[~-]\\s*\(time)"),
            let closing = try? Regex("휴무일?\\s*:\\s*([^:]*)")
        else { return nil }
        self.init()
        // Whole weeks first, so that what is said of one day wins.
        let found = text.matches(of: hours).compactMap { match -> (ClosedRange<Int>, Span)? in
            let parts = (1...3).map { match.output[$0].substring.map(String.init) }
            guard let days = parts[0].flatMap({ Self.days[$0] }), let span = Span(parts[1], parts[2]) else {
                return nil
            }
            return (days, span)
        }
        for (days, span) in found.sorted(by: { $0.0.count > $1.0.count }) { set(span, on: days) }
        let words = text.matches(of: closing).compactMap { $0.output[1].substring.map { Self.withoutLabel($0) } }
        closed = words.first { !$0.isEmpty }
        if week.isEmpty, closed == nil { return nil }
    }

    /// Without the label of what comes next: `월요일 휴무` before a colon, `월요일 토요일개점마감시간`.
    private static func withoutLabel(_ text: Substring) -> String {
        let words = text.split(whereSeparator: { $0 == " " || $0.isNewline })
        let end = words.firstIndex { $0.contains("시간") || $0.contains(closedWord) } ?? words.endIndex
        return words[..<end].joined(separator: " ")
    }

    /// Such as `화-금 14:00-21:00 토 10:00-17:30 (휴무: 월, 일)`; nil where nothing is known. What is no list of days, such as
    /// every other Sunday, stays as it is, and then the text is only shown.
    var text: String? {
        let words = closed.map { $0.trimmed }.flatMap { $0.isEmpty ? nil : $0 }
        let list = words.map(Self.closedDays)
        var open = week
        for day in list?.days ?? [] { open[day] = nil }
        let names = list.map { list in list.days.sorted().map { Self.dayNames[$0 - 1] } + list.others } ?? []
        let ending = names.isEmpty ? nil : "\(Self.closedWord): \(names.joined(separator: ", "))"
        let parts = Self.parts(of: open)
        guard !parts.isEmpty else { return ending }
        return (parts + [ending.map { "(\($0))" }].compactMap(\.self)).joined(separator: " ")
    }

    /// Days that follow one another with the same hours, together.
    private static func parts(of week: [Int: Span]) -> [String] {
        var parts: [(days: ClosedRange<Int>, span: Span)] = []
        for (day, span) in week.sorted(by: { $0.key < $1.key }) {
            if let last = parts.last, last.span == span, last.days.upperBound == day - 1 {
                parts[parts.count - 1].days = last.days.lowerBound...day
            } else {
                parts.append((day...day, span))
            }
        }
        return parts.map { days, span in
            let (first, last) = (dayNames[days.lowerBound - 1], dayNames[days.upperBound - 1])
            return "\(days.count == 1 ? first : "\(first)-\(last)") \(span.text)"
        }
    }

    /// The weekdays of a closed list, and what else is in it; all of it as one word where it is no list of days and holidays.
    private static func closedDays(_ text: String) -> (days: Set<Int>, others: [String]) {
        let parts = text.split { [",", "/", "·", " "].contains($0) }.map(String.init)
        let words = parts.filter { !closedFillers.contains($0) }
        var (days, others): (Set<Int>, [String]) = ([], [])
        for word in words {
            guard let closed = weekdays(closedBy: word) else { return ([], [text]) }
            days.formUnion(closed)
            if closed.isEmpty { others.append(word) }
        }
        return (days, others)
    }

    /// The weekdays that a word closes, none for a holiday; nil for what `OpeningHours` does not understand.
    private static func weekdays(closedBy word: String) -> Set<Int>? {
        guard let hours = OpeningHours("매일 00:00-24:00 (\(closedWord): \(word))") else { return nil }
        return Set(1...7).subtracting(hours.intervals.map(\.weekday))
    }
}

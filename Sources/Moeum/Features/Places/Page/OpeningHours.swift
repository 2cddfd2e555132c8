import Synchronization

/// A week of opening hours read from a short text; nil where the text is not understood.
///
/// Understood are parts such as `월-금 14:00-20:00`, `매일 12:00-19:00`, `평일`, `주말`, and closed days
/// as `휴무: 월, 화` or `(휴무:일)`. Holidays among the closed days are not kept: the text itself is always shown too.
struct OpeningHours: Sendable, Equatable {
    /// Minutes from midnight; a time past the next one is over 1,440: a closing, and an opening after a break that reaches past it.
    struct Interval: Sendable, Equatable {
        /// Monday is 1, Sunday 7.
        let weekday: Int
        package let opens: Int
        let closes: Int

        var isWholeDay: Bool { opens == 0 && closes == 1_440 }

        /// The same, of the day on which it begins.
        var onDayOfOpening: Interval {
            opens < 1_440 ? self : Interval(weekday: weekday % 7 + 1, opens: opens - 1_440, closes: closes - 1_440)
        }
    }

    let intervals: [Interval]
    /// Days of which nothing is known: they are not closed.
    let unknownDays: Set<Int>

    init?(_ text: String) {
        var scanner = OpeningHoursScanner(text)
        guard let intervals = scanner.intervals() else { return nil }
        self.init(intervals: intervals)
    }

    init(intervals: [Interval], unknownDays: Set<Int> = []) {
        (self.intervals, self.unknownDays) = (intervals, unknownDays)
    }

    func intervals(on weekday: Int) -> [Interval] { intervals.filter { $0.weekday == weekday } }

    func isOpen(at time: SeoulTime) -> Bool { interval(at: time) != nil }

    /// Until when an evening may go on, in minutes from midnight.
    private static let endOfNight = 6 * 60

    /// Nil where nothing is known of that day, or of the evening before while that may go on.
    func isKnownOpen(at time: SeoulTime) -> Bool? {
        if isOpen(at: time) { return true }
        let isNight = time.minuteOfDay < Self.endOfNight
        let isUnknown = unknownDays.contains(time.weekday) || isNight && unknownDays.contains(time.weekdayBefore)
        return isUnknown ? nil : false
    }

    /// When it closes, in minutes from midnight, while it is open; nil on a day on which it is open around the clock.
    func closes(at time: SeoulTime) -> Int? {
        interval(at: time).flatMap { $0.isWholeDay ? nil : $0.closes % 1_440 }
    }

    /// The next opening within a week: its weekday and minute; nil while it is open, and where a day of which nothing is known
    /// comes first.
    func nextOpening(after time: SeoulTime) -> (weekday: Int, minute: Int)? {
        guard !isOpen(at: time) else { return nil }
        let openings = intervals.map(\.onDayOfOpening)
        for days in 0...7 {
            let weekday = (time.weekday - 1 + days) % 7 + 1
            if unknownDays.contains(weekday) { return nil }
            let later = openings.filter { $0.weekday == weekday && (days > 0 || $0.opens > time.minuteOfDay) }
                .map(\.opens).min()
            if let later { return (weekday, later) }
        }
        return nil
    }

    private func interval(at time: SeoulTime) -> Interval? {
        let minute = time.minuteOfDay
        return intervals.first { interval in
            let minutes = interval.opens..<interval.closes
            return interval.weekday == time.weekday && minutes.contains(minute)
                || interval.weekday == time.weekdayBefore && minutes.contains(minute + 1_440)
        }
    }
}

/// Reads the text part by part and gives up at the first it does not know.
private struct OpeningHoursScanner {
    // Words of the data's own format, not of the site.
    private static let days: [Character: Int] = [
        "월": 1, "화": 2, "수": 3, "목": 4, "금": 5, "토": 6, "일": 7,
    ]
    private static let everyDay = "매일"
    private static let weekdays = "평일"
    private static let weekend = "주말"
    private static let closed = "휴무"
    private static let holidays: Set<String> = [
        "공휴", "법정공휴", "공휴일",
        "법정공휴일", "신정", "구정", "설",
        "설날", "설연휴", "추석", "추석연휴",
        "명절", "명절연휴", "연휴", "크리스마스", "성탄절",
    ]
    private static let daySuffix = "요일"

    private var rest: Substring

    init(_ text: String) {
        rest = Substring(
            text.replacing(Self.daySuffix, with: "").replacingScalars { ["~", "\u{2013}"].contains($0) ? "-" : nil }
        )
    }

    mutating func intervals() -> [OpeningHours.Interval]? {
        var hours: [Int: [(Int, Int)]] = [:]
        var closedDays: Set<Int> = []
        var current: [Int] = []
        var isNaming = false
        while true {
            skip(" ,/()[]\n\t;.")
            if rest.isEmpty { break }
            if consume(Self.closed) {
                // "Monday closed" names the day first, "closed: Monday" last.
                guard let days = isNaming ? Set(current) : closedList() else { return nil }
                closedDays.formUnion(days)
                isNaming = false
            } else if let days = daySet() {
                current = isNaming ? current + days : days
                isNaming = true
            } else if let range = timeRange(), !current.isEmpty || hours.isEmpty {
                isNaming = false
                for day in current.isEmpty ? Array(1...7) : current { hours[day, default: []].append(range) }
            } else {
                return nil
            }
        }
        let intervals = hours.sorted { $0.key < $1.key }.filter { !closedDays.contains($0.key) }
            .flatMap { day, ranges in
                ranges.map { OpeningHours.Interval(weekday: day, opens: $0.0, closes: $0.1) }
            }
        return intervals.isEmpty ? nil : intervals
    }

    /// Days after the word for closed. Holidays close no weekday; after any other word ("every first Tuesday", "sometimes") the
    /// text counts as not understood.
    private mutating func closedList() -> Set<Int>? {
        skip(" :")
        var days: Set<Int> = []
        let list = rest.prefix { $0 != ")" && $0 != "]" }
        rest = rest[list.endIndex...]
        guard !list.allSatisfy({ ", /".contains($0) }) else { return nil }
        for part in list.split(whereSeparator: { ", /".contains($0) }) {
            var scanner = OpeningHoursScanner(String(part))
            if let found = scanner.daySet(), scanner.rest.isEmpty {
                days.formUnion(found)
            } else if !Self.holidays.contains(String(part)) {
                return nil
            }
        }
        return days
    }

    private mutating func daySet() -> [Int]? {
        if consume(Self.everyDay) { return Array(1...7) }
        if consume(Self.weekdays) { return Array(1...5) }
        if consume(Self.weekend) { return [6, 7] }
        var days: [Int] = []
        while let character = rest.first, let day = Self.days[character] {
            rest.removeFirst()
            days.append(day)
            if rest.first == "-", let after = rest.dropFirst().first, let last = Self.days[after] {
                rest.removeFirst(2)
                var next = day
                while next != last {
                    next = next % 7 + 1
                    days.append(next)
                }
            }
            let beforeGap = rest
            skip(" ,")
            if rest.first.flatMap({ Self.days[$0] }) == nil { rest = beforeGap }
        }
        return days.isEmpty ? nil : days
    }

    private mutating func timeRange() -> (Int, Int)? {
        guard let opens = time() else { return nil }
        skip(" ")
        guard consume("-") else { return nil }
        skip(" ")
        guard let closes = time(), opens < 1_440 else { return nil }
        return (opens, closes > opens ? closes : closes + 1_440)
    }

    /// `14:00`, or `14` with the word for hour.
    private mutating func time() -> Int? {
        let digits = rest.prefix(2) { $0.isASCII && $0.isNumber }
        guard let hour = Int(digits), hour <= 29 else { return nil }
        rest = rest[digits.endIndex...]
        if consume(":") {
            let minutes = rest.prefix(2) { $0.isASCII && $0.isNumber }
            guard minutes.count == 2, let minute = Int(minutes), minute < 60 else { return nil }
            rest = rest[minutes.endIndex...]
            return hour * 60 + minute
        }
        return consume("시") ? hour * 60 : nil
    }

    private mutating func skip(_ characters: String) {
        rest = rest.drop { characters.contains($0) }
    }

    private mutating func consume(_ prefix: String) -> Bool {
        guard rest.hasPrefix(prefix) else { return false }
        rest.removeFirst(prefix.count)
        return true
    }
}

extension Substring {
    fileprivate func prefix(_ count: Int, while passes: (Character) -> Bool) -> Substring {
        prefix(count).prefix(while: passes)
    }
}

/// Caches the opening hours of each text: lists show the same few hundred texts over and over, and parsing one costs more than
/// rendering its card.
final class OpeningHoursReader: Sendable {
    /// The cache is emptied when it holds more texts than this.
    private static let maxTexts = 4_096
    private let known = Mutex<[String: OpeningHours?]>([:])

    /// Nil where the text is not understood.
    func hours(_ text: String) -> OpeningHours? {
        if let hours = known.withLock({ $0[text] }) { return hours }
        let hours = OpeningHours(text)
        known.withLock { known in
            if known.count >= Self.maxTexts { known.removeAll() }
            known.updateValue(hours, forKey: text)
        }
        return hours
    }
}

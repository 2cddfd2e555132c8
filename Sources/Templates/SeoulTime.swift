import Foundation

/// A time in Asia/Seoul, which has kept UTC+9 without summer time since 1988.
package struct SeoulTime: Sendable, Equatable {
    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    /// Monday is 1, Sunday 7 (ISO 8601).
    package let weekday: Int
    package let date: Date

    package init(_ date: Date) {
        self.date = date
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + 9 * 3_600
        let days = Self.floorDivide(seconds, 86_400)
        let secondOfDay = seconds - days * 86_400
        (year, month, day) = Self.civil(fromDays: days)
        hour = secondOfDay / 3_600
        minute = secondOfDay / 60 % 60
        // 1 January 1970 was a Thursday.
        weekday = (days + 3) - Self.floorDivide(days + 3, 7) * 7 + 1
    }

    /// `yyyy-MM-dd`.
    package var isoDay: String { "\(year)-\(Self.padded(month))-\(Self.padded(day))" }

    /// `MM-dd`, with its year where that is not the one of `now`.
    package func shortDay(at now: SeoulTime) -> String { year == now.year ? String(isoDay.suffix(5)) : isoDay }

    /// From 0 to 1,439.
    package var minuteOfDay: Int { hour * 60 + minute }

    /// The weekday of the day before.
    package var weekdayBefore: Int { weekday == 1 ? 7 : weekday - 1 }

    package var clock: String { Self.clock(minuteOfDay) }

    /// `hh:mm` of minutes from midnight; past midnight it begins again at 00:00.
    package static func clock(_ minutes: Int) -> String { "\(padded(minutes / 60 % 24)):\(padded(minutes % 60))" }

    /// In UTC with milliseconds, as JSON has it.
    package var rfc3339: String {
        let milliseconds = Int((date.timeIntervalSince1970 * 1_000).rounded())
        let seconds = Self.floorDivide(milliseconds, 1_000)
        let days = Self.floorDivide(seconds, 86_400)
        let (year, month, day) = Self.civil(fromDays: days)
        let rest = seconds - days * 86_400
        let clock = "\(Self.padded(rest / 3_600)):\(Self.padded(rest / 60 % 60)):\(Self.padded(rest % 60))"
        let fraction = String(1_000 + milliseconds - seconds * 1_000).dropFirst()
        return "\(String(10_000 + year).dropFirst())-\(Self.padded(month))-\(Self.padded(day))T\(clock).\(fraction)Z"
    }

    package func text(withDay: Bool, _ language: Language) -> String {
        Self.text(year: year, month: month, day: withDay ? day : nil, language)
    }

    package static func text(forDay day: String, withDay: Bool, _ language: Language) -> String? {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard (1...3).contains(parts.count), parts[0] > 999, parts.count == 1 || (1...12).contains(parts[1]) else {
            return nil
        }
        // Some dates are known to the month or year only.
        guard parts.count > 1 else { return language == .korean ? "\(parts[0])년" : "\(parts[0])" }
        return text(year: parts[0], month: parts[1], day: withDay && parts.count == 3 ? parts[2] : nil, language)
    }

    /// A day with its weekday: `2026년 11월 14일 토요일`, `Saturday, 14 November 2026`. Nil where `isDay` is false.
    package static func fullText(forDay day: String, withYear: Bool = true, _ language: Language) -> String? {
        guard isDay(day), let end = end(ofDay: day) else { return nil }
        let time = SeoulTime(end - 1)
        let words = withYear ? time.text(withDay: true, language) : time.textWithoutYear(language)
        let weekday = language.weekdays[time.weekday - 1]
        return language == .korean ? "\(words) \(weekday)" : "\(weekday), \(words)"
    }

    private func textWithoutYear(_ language: Language) -> String {
        let words = text(withDay: true, language)
        let year = language == .korean ? words.prefix { $0 != " " }.count + 1 : 0
        return language == .korean ? String(words.dropFirst(year)) : String(words.dropLast(5))
    }

    /// Whether a text is a day of the calendar as `yyyy-MM-dd`.
    package static func isDay(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let hasShape = text.utf8.enumerated().allSatisfy { index, byte in
            index == 4 || index == 7 ? byte == UInt8(ascii: "-") : digits.contains(byte)
        }
        let parts = text.split(separator: "-").compactMap { Int($0) }
        guard text.utf8.count == 10, hasShape, parts.count == 3, (1...12).contains(parts[1]) else { return false }
        let isLeap = parts[0].isMultiple(of: 4) && (!parts[0].isMultiple(of: 100) || parts[0].isMultiple(of: 400))
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...lengths[parts[1] - 1]).contains(parts[2])
    }

    /// When a day is over; nil where `isDay` is false.
    package static func end(ofDay day: String) -> Date? {
        guard isDay(day), let last = try? Date("\(day)T23:59:59+09:00", strategy: .iso8601) else { return nil }
        return last + 1
    }

    private static func text(year: Int, month: Int, day: Int?, _ language: Language) -> String {
        switch language {
        case .korean:
            // Date format, the same in every Korean text.
            let stem = "\(year)년 \(month)월"
            return day.map { "\(stem) \($0)일" } ?? stem
        case .english:
            let names = [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
            let stem = "\(names[month - 1]) \(year)"
            return day.map { "\($0) \(stem)" } ?? stem
        }
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
        dividend >= 0 ? dividend / divisor : (dividend - divisor + 1) / divisor
    }

    /// Days since 1970-01-01 to a civil date (H. Hinnant, "chrono-compatible low-level date algorithms").
    private static func civil(fromDays days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Language {
    /// Monday first.
    fileprivate var weekdays: [String] {
        switch self {
        case .korean: ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"]
        case .english: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        }
    }
}

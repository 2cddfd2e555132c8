/// A week of opening hours as members tell it, day by day: `1=11:00-21:00;7=closed`. Days that nobody told are missing.
struct ToldHours: Sendable, Equatable {
    /// Monday is 1, Sunday 7.
    let days: [Int: DayHours]

    /// Nil without any day.
    init?(_ days: [Int: DayHours]) {
        if days.isEmpty { return nil }
        self.days = days
    }

    /// Nil for what is not `text`.
    init?(_ text: String) {
        var days: [Int: DayHours] = [:]
        for part in text.utf8.split(separator: UInt8(ascii: ";")) {
            let day = part.prefix { $0 != UInt8(ascii: "=") }
            guard let weekday = Int(String(decoding: day, as: UTF8.self)), 1...7 ~= weekday,
                let hours = DayHours(String(decoding: part.dropFirst(day.count + 1), as: UTF8.self))
            else { return nil }
            days[weekday] = hours
        }
        self.init(days)
    }

    var text: String {
        days.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }.joined(separator: ";")
    }
}

extension OpeningHours {
    init(_ told: ToldHours) {
        let intervals = told.days.sorted { $0.key < $1.key }.flatMap { weekday, day in
            day.spans.map { Interval(weekday: weekday, opens: $0.opens, closes: $0.closes) }
        }
        self.init(intervals: intervals, unknownDays: Set(1...7).subtracting(told.days.keys))
    }
}

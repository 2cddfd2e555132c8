import Foundation

/// A district's day of which the weather is known or wanted.
struct WeatherDay: Sendable, Hashable {
    /// The slug.
    let district: String
    /// `yyyy-MM-dd`, in Seoul.
    let day: String

    /// Whose weather an entry without a place has: where the city hall stands.
    static let standardDistrict = "jung"
    static let maxTries = 5
    /// Before each next try.
    static let pauses: [TimeInterval] = [60, 600, 7_200, 86_400]
    /// After so long a day that was given up may be asked for again.
    static let rest: TimeInterval = 86_400
    /// So long after a day's end its weather may still change.
    static let settling: TimeInterval = 6 * 3_600
}

/// How much those who know the weather are asked.
enum WeatherBudget {
    /// An entry's day is asked for once nothing of it has changed for so long, in seconds.
    static let rest: TimeInterval = 120
    /// Days that nobody has asked for yet, for the entries of one account.
    static let ofAccount = RateLimit("weather-day", atOnce: 60, thenOneEach: .seconds(1_440))
    /// Requests in all: less than 10,000 a day, which is what the services allow.
    static let ofProvider = RateLimit("weather-request", atOnce: 1_000, thenOneEach: .seconds(10))
}

/// How far a day's weather has come.
struct WeatherRecord: Sendable, Equatable {
    let hours: WeatherHours?
    /// Who said so.
    let provider: WeatherProvider?
    let isFinal: Bool
    let tries: Int
    /// When it is due, or when it was given up.
    let tryAt: Date

    /// Whether it was given up, and too lately to ask again.
    func isLost(at now: Date) -> Bool {
        !isFinal && tries >= WeatherDay.maxTries && tryAt > now - WeatherDay.rest
    }
}

/// What the loop asks for next.
struct WantedWeather: Sendable, Equatable {
    let of: WeatherDay
    /// With this one.
    let tries: Int
    /// Whether earlier hours are there that may have changed.
    let isRefresh: Bool
}

extension Transaction {
    /// The district that an entry's weather is of.
    func weatherDay(of entry: DiaryEntry) throws -> WeatherDay {
        let district = try entry.place.flatMap { place in
            try first("SELECT district FROM places WHERE id = \(place)") { try $0.string(0) }
        }
        return WeatherDay(district: district ?? WeatherDay.standardDistrict, day: entry.day)
    }

    func weatherRecord(_ day: WeatherDay) throws -> WeatherRecord? {
        try first(
            """
            SELECT hours, source, is_final, tries, try_at FROM weather_days
            WHERE district = \(day.district) AND day = \(day.day)
            """
        ) { row in
            WeatherRecord(
                hours: try row.optionalString(0).flatMap(WeatherHours.init),
                provider: try row.optionalString(1).flatMap(WeatherProvider.init),
                isFinal: try row.bool(2),
                tries: try row.int(3),
                tryAt: try row.date(4)
            )
        }
    }

    /// Sees that a day is asked for; one that was given up long ago, once more.
    /// - Parameter date: not before then.
    func wantWeather(_ day: WeatherDay, from date: Date, at now: Date) throws {
        try execute(
            """
            INSERT INTO weather_days (district, day, try_at)
            VALUES (\(day.district), \(day.day), \(date.milliseconds))
            ON CONFLICT (district, day) DO UPDATE SET tries = 0, try_at = excluded.try_at
            WHERE weather_days.is_final = 0 AND weather_days.tries >= \(WeatherDay.maxTries)
                AND weather_days.try_at <= \((now - WeatherDay.rest).milliseconds)
            """
        )
    }

    func hasDueWeather(at now: Date) throws -> Bool { try dueWeather(at: now) != nil }

    /// Takes the day that has been due longest; until its next try nobody else asks for it.
    func claimWeather(at now: Date) throws -> WantedWeather? {
        guard let wanted = try dueWeather(at: now) else { return nil }
        let pause = wanted.tries <= WeatherDay.pauses.count ? WeatherDay.pauses[wanted.tries - 1] : 0
        try execute(
            """
            UPDATE weather_days SET tries = \(wanted.tries), try_at = \((now + pause).milliseconds)
            WHERE district = \(wanted.of.district) AND day = \(wanted.of.day)
            """
        )
        return wanted
    }

    private func dueWeather(at now: Date) throws -> WantedWeather? {
        try first(
            """
            SELECT district, day, tries, CASE WHEN hours IS NULL THEN 0 ELSE 1 END FROM weather_days
            WHERE is_final = 0 AND tries < \(WeatherDay.maxTries) AND try_at <= \(now.milliseconds)
            ORDER BY try_at, day, district LIMIT 1
            """
        ) { row in
            WantedWeather(
                of: WeatherDay(district: try row.string(0), day: try row.string(1)),
                tries: try row.int(2) + 1,
                isRefresh: try row.bool(3)
            )
        }
    }

    /// Keeps what a source has answered.
    /// - Parameter refresh: when to ask once more; nil where the answer is final.
    func saveWeather(
        _ hours: WeatherHours,
        of day: WeatherDay,
        from provider: WeatherProvider,
        refresh: Date?,
        at now: Date
    ) throws {
        try execute(
            """
            UPDATE weather_days SET hours = \(hours.text), source = \(provider.rawValue), is_final = \(refresh == nil),
                tries = 0, try_at = \((refresh ?? now).milliseconds)
            WHERE district = \(day.district) AND day = \(day.day)
            """
        )
    }
}

extension DiaryEntry.Weather {
    /// Of `diary_entries`, as `init(_:from:)` reads them.
    static let columns: SQL = "weather, temperature, weather_source, weather_provider"

    /// - Parameter first: where its columns begin.
    init(_ row: any Row, from first: Int) throws {
        self.init(
            kind: try row.optionalString(first).flatMap(WeatherKind.init),
            temperature: try row.optionalInt(first + 1),
            source: DiaryEntry.WeatherOrigin(rawValue: try row.string(first + 2)) ?? .none,
            provider: try row.optionalString(first + 3).flatMap(WeatherProvider.init)
        )
    }
}

/// The weather that stands in entries. None of this counts as a change of what was written.
extension Transaction {
    func setWeather(_ weather: DiaryEntry.Weather, of entries: [DiaryEntry.ID]) throws {
        for start in stride(from: 0, to: entries.count, by: 500) {
            try execute(
                """
                UPDATE diary_entries SET weather = \(weather.kind?.rawValue), temperature = \(weather.temperature),
                    weather_source = \(weather.source.rawValue), weather_provider = \(weather.provider?.rawValue)
                WHERE id IN \(list: Array(entries[start..<min(start + 500, entries.count)]))
                """
            )
        }
    }

    /// Writes a day's weather into the entries that wait for it.
    /// - Parameter isRefresh: also into those that show what was known of it earlier.
    func fillWeather(
        _ hours: WeatherHours,
        of day: WeatherDay,
        from provider: WeatherProvider?,
        isRefresh: Bool
    ) throws {
        var entries = try weatherEntries(of: day, "e.weather_source = 'waiting'")
        if isRefresh { entries += try weatherEntries(of: day, "e.weather_source = 'fetched'") }
        for (hour, entries) in Dictionary(grouping: entries, by: { $0.minute.map { $0 / 60 } }) {
            try setWeather(hours.weather(at: hour.map { $0 * 60 }, from: provider), of: entries.map(\.id))
        }
    }

    /// Leaves the entries that wait for a day without weather.
    func abandonWeather(of day: WeatherDay) throws {
        let entries = try weatherEntries(of: day, "e.weather_source = 'waiting'")
        try setWeather(DiaryEntry.Weather(), of: entries.map(\.id))
    }

    /// Leaves every entry that waits without weather, because nobody is asked any more.
    func abandonAllWeather() throws {
        try execute("UPDATE diary_entries SET weather_source = 'none' WHERE weather_source = 'waiting'")
    }

    func hasWaitingWeather() throws -> Bool {
        try first("SELECT 1 FROM diary_entries WHERE weather_source = 'waiting' LIMIT 1") { _ in true } ?? false
    }

    /// The next account with an entry that waits although nobody will be asked: for a day that is new, known by now or given up, or
    /// of a place that has moved.
    /// - Parameter date: only entries that have not changed since.
    func accountWaitingForWeather(after last: Account.ID, unchangedSince date: Date) throws -> Account.ID? {
        try first(
            """
            SELECT e.account_id FROM diary_entries e LEFT JOIN places p ON p.id = e.place_id
            WHERE e.account_id > \(last) AND \(isUnsettled(since: date)) ORDER BY e.account_id LIMIT 1
            """
        ) { try $0.id(0) }
    }

    /// The days of those entries of an account.
    func unsettledWeatherDays(of account: Account.ID, unchangedSince date: Date, limit: Int) throws -> [WeatherDay] {
        try rows(
            """
            SELECT DISTINCT COALESCE(p.district, \(WeatherDay.standardDistrict)) AS district, e.day
            FROM diary_entries e LEFT JOIN places p ON p.id = e.place_id
            WHERE e.account_id = \(account) AND \(isUnsettled(since: date)) ORDER BY e.day, district LIMIT \(limit)
            """
        ).map { WeatherDay(district: try $0.string(0), day: try $0.string(1)) }
    }

    private func isUnsettled(since date: Date) -> SQL {
        """
        e.weather_source = 'waiting' AND e.edited_at <= \(date.milliseconds) AND NOT EXISTS (
            SELECT 1 FROM weather_days w
            WHERE w.district = COALESCE(p.district, \(WeatherDay.standardDistrict)) AND w.day = e.day
                AND w.hours IS NULL AND w.tries < \(WeatherDay.maxTries))
        """
    }

    private func weatherEntries(
        of day: WeatherDay,
        _ condition: SQL
    ) throws -> [(id: DiaryEntry.ID, minute: Int?)] {
        try rows(
            """
            SELECT e.id, e.minute FROM diary_entries e LEFT JOIN places p ON p.id = e.place_id
            WHERE \(condition) AND e.day = \(day.day)
                AND COALESCE(p.district, \(WeatherDay.standardDistrict)) = \(day.district)
            ORDER BY e.id
            """
        ).map { (try $0.id(0), try $0.optionalInt(1)) }
    }
}

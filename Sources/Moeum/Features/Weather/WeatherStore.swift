import Foundation

/// A district's day of which the weather is known, or wanted: then it has a job.
struct WeatherDay: Sendable, Hashable {
    /// The slug.
    let district: String
    /// `yyyy-MM-dd`, in Seoul.
    let day: String

    /// Whose weather an entry without a place has: where the city hall stands.
    static let standardDistrict = "jung"
    /// After so long a day that was given up may be asked for again, in seconds.
    static let cooldown: TimeInterval = 86_400
    /// So long after a day's end its weather may still change, in seconds.
    static let refreshDelay: TimeInterval = 6 * 3_600

    /// The key of its job.
    var key: String { "\(district) \(day)" }

    init(district: String, day: String) { (self.district, self.day) = (district, day) }

    /// From the key of its job.
    init?(key: String) {
        let parts = key.split(separator: " ").map(String.init)
        guard parts.count == 2 else { return nil }
        self.init(district: parts[0], day: parts[1])
    }
}

/// How much those who know the weather are asked.
enum WeatherBudget {
    /// An entry's day is asked for once nothing of it has changed for so long, in seconds.
    static let cooldown: TimeInterval = 120
    /// Days that nobody has asked for yet, for the entries of one account.
    static let ofAccount = RateLimit("weather-day", atOnce: 60, thenOneEach: .seconds(1_440))
    /// Requests in all: less than 10,000 a day, which is what the services allow.
    static let ofProvider = RateLimit("weather-request", atOnce: 1_000, thenOneEach: .seconds(10))
}

/// What is known of a day's weather.
struct WeatherRecord: Sendable, Equatable {
    let hours: WeatherHours
    /// Who said so.
    let provider: WeatherProvider?

    func weather(at minute: Int?) -> DiaryEntry.Weather { hours.weather(at: minute, from: provider) }
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
        let row = try first(
            "SELECT hours, source FROM weather_days WHERE district = \(day.district) AND day = \(day.day)"
        ) { (WeatherHours(try $0.string(0)), WeatherProvider(rawValue: try $0.string(1))) }
        return row.flatMap { hours, provider in hours.map { WeatherRecord(hours: $0, provider: provider) } }
    }

    /// Whether a day was given up, and too lately to ask again.
    func isWeatherLost(_ day: WeatherDay, at now: Date) throws -> Bool {
        let oldest = (now - WeatherDay.cooldown).milliseconds
        return try first(
            """
            SELECT 1 FROM jobs WHERE kind = \(WeatherWorker.name) AND key = \(day.key) AND died_at > \(oldest)
            """
        ) { try $0.int(0) } != nil
    }

    /// Keeps what a source has answered.
    func saveWeather(_ record: WeatherRecord, of day: WeatherDay) throws {
        try execute(
            """
            INSERT INTO weather_days (district, day, hours, source)
            VALUES (\(day.district), \(day.day), \(record.hours.text), \(record.provider?.rawValue))
            ON CONFLICT (district, day) DO UPDATE SET hours = excluded.hours, source = excluded.source
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
    func fillWeather(_ record: WeatherRecord, of day: WeatherDay, isRefresh: Bool) throws {
        var entries = try weatherEntries(of: day, "e.weather_source = 'waiting'")
        if isRefresh { entries += try weatherEntries(of: day, "e.weather_source = 'fetched'") }
        for (hour, entries) in Dictionary(grouping: entries, by: { $0.minute.map { $0 / 60 } }) {
            try setWeather(record.weather(at: hour.map { $0 * 60 }), of: entries.map(\.id))
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
        let district: SQL = "COALESCE(p.district, \(WeatherDay.standardDistrict))"
        return """
            e.weather_source = 'waiting' AND e.edited_at <= \(date.milliseconds) AND (
                EXISTS (SELECT 1 FROM weather_days w WHERE w.district = \(district) AND w.day = e.day)
                OR NOT EXISTS (
                    SELECT 1 FROM jobs j WHERE j.kind = \(WeatherWorker.name) AND j.key = \(district) || ' ' || e.day
                        AND j.died_at IS NULL))
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

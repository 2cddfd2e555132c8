import Foundation
import Logging
import Synchronization
import Testing

@testable import Moeum

/// A source that answers as a test says, and remembers what it was asked.
final class TestSky: WeatherSource {
    struct Question: Equatable {
        let position: WeatherPosition
        let day: String
    }

    let provider = WeatherProvider.openMeteo
    let earliestDay = "1940-01-01"
    let delay: TimeInterval?
    let asked = Mutex<[Question]>([])
    /// The code of all hours; nil for no answer.
    let code = Mutex<Int?>(61)

    init(delay: TimeInterval? = nil) { self.delay = delay }

    func day(_ position: WeatherPosition, _ day: String, today: String) async throws -> WeatherHours {
        asked.withLock { $0.append(Question(position: position, day: day)) }
        guard let code = code.withLock({ $0 }),
            let hours = WeatherHours(
                (0..<24).compactMap { WeatherHours.Hour(code: code, temperature: Double($0)) }
            )
        else { throw NoWeather(description: "clouded") }
        return hours
    }

    var count: Int { asked.withLock { $0.count } }
}

/// Entries, and the source that is asked for their weather.
struct WeatherScene {
    let site: TestSite
    let sky: TestSky
    let worker: WeatherWorker
    let account: Account.ID

    init(_ site: TestSite, _ sky: TestSky?, cooldown: TimeInterval = 0) async throws {
        (self.site, self.sky) = (site, sky ?? TestSky())
        let clock = site.clock
        worker = WeatherWorker(
            source: sky,
            cooldown: cooldown,
            districts: site.app.districts,
            database: site.app.database,
            clock: { clock.now }
        )
        account = try #require(try await site.people(1).first)
    }

    init(
        on engine: TestEngine = .sqlite,
        _ sky: TestSky? = TestSky(),
        cooldown: TimeInterval = 0
    ) async throws {
        try await self.init(try await TestSite(on: engine), sky, cooldown: cooldown)
    }

    /// Settles entries that wait, and asks for their days.
    func work() async throws {
        try await worker.settle()
        try await site.runJobs(worker)
    }

    var today: String { SeoulTime(site.now).isoDay }

    /// Writes an entry and asks for its weather, as saving it does.
    func write(_ day: String, minute: Int? = nil, at place: Place.ID? = nil) async throws -> DiaryEntry.ID {
        let (now, entry) = (site.now, entry(.next(), day, minute, place))
        try await site.execute(
            """
            INSERT INTO diary_entries (id, account_id, day, minute, place_id, text, title, search_key, initials,
                weather_source, once, rev, created_at, edited_at)
            VALUES (\(entry.id), \(account), \(day), \(minute), \(place), \(entry.text), \(entry.title), '', '',
                'none', \("once-\(entry.id)"), \(entry.rev), \(now.milliseconds), \(now.milliseconds))
            """
        )
        try await ask(entry)
        return entry.id
    }

    func entry(_ id: DiaryEntry.ID, _ day: String, _ minute: Int?, _ place: Place.ID?) -> DiaryEntry {
        DiaryEntry(
            id: id,
            account: account,
            day: day,
            minute: minute,
            place: place,
            placeName: "",
            text: "비 오는 날",
            photoCount: 0,
            weather: DiaryEntry.Weather(),
            rev: 7,
            editedOn: "",
            isRecalled: true,
            editedAt: site.now
        )
    }

    private func ask(_ entry: DiaryEntry) async throws {
        let (worker, now) = (worker, site.now)
        try await site.app.database.write { transaction in
            let weather = try worker.weather(of: entry, transaction, at: now)
            try transaction.setWeather(weather, of: [entry.id])
        }
    }

    /// The columns of weather, such as `rain 90 fetched`.
    func weather(of entry: DiaryEntry.ID) async throws -> String {
        try await site.app.database.read { transaction in
            try transaction.first(
                "SELECT weather, temperature, weather_source FROM diary_entries WHERE id = \(entry)"
            ) { row in
                let figures = [try row.optionalString(0), try row.optionalInt(1).map { String($0) }]
                return (figures.compactMap { $0 } + [try row.string(2)]).joined(separator: " ")
            } ?? ""
        }
    }

    func place(in district: String) async throws -> Place.ID {
        let place: Place.ID? = try await site.app.database.read { transaction in
            try transaction.first("SELECT id FROM places WHERE district = \(district) ORDER BY id LIMIT 1") {
                try $0.id(0)
            }
        }
        return try #require(place)
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Moeum
import RouterClient

/// One filled database and the site on it.
struct PlacesRun: Sendable {
    private let app: App

    /// What people type: a dish, one syllable, initials, a district with a dish, the end of a telephone number, a road,
    /// a district in English, and part of a name.
    static let searches = ["냉면", "국", "ㅅㄹㅌ", "마포 설렁탕", "4821", "신문로2가", "gangnam", "하늘바다", "초밥 책방"]

    /// Uses the database in `folder` when one is there already.
    init(folder: URL, places: Int) async throws {
        let settings = ["MOEUM_DATA_DIR": folder.path(), "MOEUM_BASE_URL": "http://moeum.example"]
        var logger = Logger(label: "benchmark")
        logger.logLevel = .critical
        let config = try Config { settings[$0] }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = try SQLiteDatabase(path: folder.appending(path: "moeum.sqlite").path())
        try await Migrator().migrate(database)
        if try await database.read({ try $0.hasNoPlaces() }) {
            FileHandle.standardError.write(Data("filling \(places) places\n".utf8))
            try await Demo(dataDirectory: "\(config.resourceDirectory)/Data")
                .fill(database, Demo.Amounts(places: places, accounts: 0, reviews: 0), seed: 1)
        }
        app = try App(config: config, database: database, logger: logger)
    }

    func close() async { await app.database.close() }

    func measure(rounds: Int) async throws -> PlacesResult {
        var result = PlacesResult()
        let searches = Self.searches.map { (name: $0, query: PlaceQuery([("q", $0)], districts: app.districts)) }
        let nearby = Self.nearby(app.districts)
        try await measure("search", searches, rounds: rounds, into: &result)
        try await measure("nearby", nearby, rounds: rounds, into: &result)
        try await measure("lists", Self.lists(app.districts), rounds: rounds, into: &result)
        return result
    }

    /// Around ten spots all over Seoul, at walking distances and the widest there is.
    private static func nearby(_ districts: Districts) -> [(name: String, query: PlaceQuery)] {
        ["300", "1000", "5000"].flatMap { radius in
            [
                "37.5663,126.9779", "37.4979,127.0276", "37.5563,126.9236", "37.6543,127.0568", "37.5145,127.1059",
                "37.4836,126.9025", "37.6176,126.9227", "37.5384,127.0822", "37.5172,126.8664", "37.5796,127.0460",
            ].map { spot in
                ("within \(radius) m", PlaceQuery([("near", spot), ("radius", radius)], districts: districts))
            }
        }
    }

    /// Lists in other orders and through other filters: common and rare ones, one and several, long and short.
    private static func lists(_ districts: Districts) -> [(name: String, query: PlaceQuery)] {
        let questions: [[(name: String, value: String)]] = [
            [("sort", "rating")], [("sort", "reviews")], [("sort", "newest"), ("status", "all")],
            [("district", "mapo")], [("district", "mapo"), ("district", "jung")], [("type", "한식")],
            [("type", "패스트푸드")], [("type", "패스트푸드"), ("district", "mapo"), ("sort", "name")],
            [("bounds", "37.4,126.7,37.7,127.2")], [("q", "냉면"), ("type", "한식")], [("q", "냉면"), ("sort", "rating")],
            [("q", "4821"), ("sort", "name")],
        ]
        return questions.map { items in
            (items.map { "\($0.name)=\($0.value)" }.joined(separator: " "), PlaceQuery(items, districts: districts))
        }
    }

    /// Every question in turn, so that a busy moment of the machine harms all alike.
    private func measure(
        _ kind: String,
        _ questions: [(name: String, query: PlaceQuery)],
        rounds: Int,
        into result: inout PlacesResult
    ) async throws {
        let names = questions.reduce(into: [String]()) { if !$0.contains($1.name) { $0.append($1.name) } }
        var rows: [String: Measurement] = [:]
        var stores = Measurement()
        for round in -2..<rounds {
            for question in questions {
                let time = try await store(question.query)
                if round >= 0 {
                    rows[question.name, default: Measurement()].add(time)
                    stores.add(time)
                }
            }
        }
        let client = try RouterClient(Routes.router(app))
        var pages = Measurement()
        for round in -2..<rounds {
            for question in questions {
                let start = ContinuousClock.now
                let answer = try await client.execute(uri: question.query.address("/places"), method: .get)
                guard answer.status == .ok else {
                    throw BenchmarkError(description: "\(question.name): \(answer.status)")
                }
                if round >= 0 { pages.add(start.duration(to: .now)) }
            }
        }
        for name in names { result.singles.append((name, rows[name] ?? Measurement())) }
        result.wholes.append(("\(kind), store alone", stores))
        result.wholes.append(("\(kind), whole page", pages))
    }

    private func store(_ query: PlaceQuery) async throws -> Duration {
        let start = ContinuousClock.now
        let list = try await app.database.read { try $0.placeList(query, at: SeoulTime(.now)) }
        let time = start.duration(to: .now)
        guard list.total >= list.entries.count else { throw BenchmarkError(description: "the total is too small") }
        return time
    }
}

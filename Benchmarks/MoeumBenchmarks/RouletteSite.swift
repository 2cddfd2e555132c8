import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Moeum

/// The site with so many places, whose wheel visitors turn.
struct RouletteSite: Sendable {
    /// What is picked from, and how a table names it.
    struct Pool: Sendable {
        let name: String
        let body: String
    }

    static let pools = [
        Pool(name: "**all of Seoul**", body: "from=district"),
        Pool(name: "one district", body: "from=district&district=mapo"),
        Pool(name: "bookshops", body: "from=district&kind=bookshop"),
    ]

    private let app: App

    init(folder: URL, places: Int) async throws {
        let settings = [
            "MOEUM_DATA_DIR": folder.path(), "MOEUM_BASE_URL": "http://moeum.example", "MOEUM_LIMITS": "off",
        ]
        var logger = Logger(label: "benchmark")
        logger.logLevel = .critical
        let config = try Config { settings[$0] }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let database = try SQLiteDatabase(path: folder.appending(path: "moeum.sqlite").path())
        try await Migrator().migrate(database)
        FileHandle.standardError.write(Data("filling \(places) places\n".utf8))
        try await Demo(dataDirectory: "\(config.resourceDirectory)/Data").fill(
            database,
            Demo.Amounts(places: places, accounts: 0, reviews: 0),
            seed: 1
        )
        app = try App(config: config, database: database, logger: logger)
    }

    func close() async { await app.database.close() }

    /// CPU of the whole process for a turn, each by a visitor of their own.
    func cost(of pool: Pool, times: Int) async throws -> Double {
        var headers: HTTPFields = [
            .contentType: "application/x-www-form-urlencoded", .accept: "application/json", .acceptLanguage: "ko",
        ]
        if let field = HTTPField.Name("Sec-Fetch-Site") { headers[field] = "same-origin" }
        let fields = headers
        return try await Application(router: Routes.router(app)).test(.router) { client in
            let start = ProcessCPU.microseconds
            for _ in 0..<times {
                let answer = try await client.execute(
                    uri: "/roulette",
                    method: .post,
                    headers: fields,
                    body: ByteBuffer(string: pool.body)
                )
                guard answer.status == .ok else {
                    throw BenchmarkFault(description: "\(pool.body): \(answer.status)")
                }
            }
            return Double(ProcessCPU.microseconds - start) / Double(times)
        }
    }
}

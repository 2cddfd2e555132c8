import Foundation
import HTTPTypes
import Hummingbird
import Moeum
import RouterClient

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
        app = try await BenchmarkSite.app(in: folder) { database, demo in
            BenchmarkSite.log("filling \(places) places")
            try await demo.fill(database, Demo.Amounts(places: places, accounts: 0, reviews: 0), seed: 1)
        }
    }

    func close() async { await app.database.close() }

    /// CPU of the whole process for a turn, each by a visitor of their own.
    func cost(of pool: Pool, times: Int) async throws -> Double {
        var headers: HTTPFields = [
            .contentType: "application/x-www-form-urlencoded", .accept: "application/json", .acceptLanguage: "ko",
        ]
        if let field = HTTPField.Name("Sec-Fetch-Site") { headers[field] = "same-origin" }
        let fields = headers
        let client = try RouterClient(Routes.router(app))
        let start = ProcessCPU.microseconds
        for _ in 0..<times {
            let answer = try await client.execute(
                uri: "/roulette",
                method: .post,
                headers: fields,
                body: ByteBuffer(string: pool.body)
            )
            guard answer.status == .ok else {
                throw BenchmarkError(description: "\(pool.body): \(answer.status)")
            }
        }
        return Double(ProcessCPU.microseconds - start) / Double(times)
    }
}

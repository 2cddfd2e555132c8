import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird
import Moeum
import RouterClient

/// The wall of photos at a million reviews with photos, by each of its filters.
struct WallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wall",
        abstract: "The wall of photos: the first page and pages in the middle, with each filter."
    )

    @Option(help: "Reviews, each with a photo.") var photos = 1_000_000
    @Option(help: "Pages of each kind.") var pages = 1_000
    @Option(help: "Where the data are kept for the next time; a temporary folder without.") var folder: String?

    private static let filters = ["", "kind=bookshop", "district=mapo", "district=mapo&kind=restaurant"]

    func run() async throws {
        let kept = folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
        let folder = kept ?? FileManager.default.temporaryDirectory.appending(path: "moeum-wall-\(UUID().uuidString)")
        defer { if kept == nil { try? FileManager.default.removeItem(at: folder) } }
        let app = try await app(in: folder)
        let ids = try await app.database.read { transaction in
            try transaction.rows("SELECT MIN(id), MAX(id) FROM photos WHERE is_cover = 1").map { row in
                try row.int64(0)...(try row.int64(1))
            }
        }
        guard let ids = ids.first else { return }
        var table = Table("a page with the filter", "bytes, gzip", "p50 ms", "p99 ms")
        for filter in Self.filters {
            let (measurement, bytes) = try await measure(filter, ids, app)
            table.add(filter.isEmpty ? "none" : filter, "\(bytes)", measurement.p50.shown(), measurement.p99.shown())
        }
        table.print()
        await app.database.close()
    }

    private func app(in folder: URL) async throws -> App {
        try await BenchmarkSite.app(in: folder) { database, demo in
            BenchmarkSite.log("making \(photos) reviews with photos")
            let amounts = Demo.Amounts(places: 20_000, accounts: 20_000, reviews: photos)
            try await demo.fill(database, amounts, seed: 1)
            try await database.write { transaction in
                try transaction.execute(
                    """
                    INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, created_at)
                    VALUES ('made-up', 'made-up', 800, 600, '#808080', '', 1)
                    """
                )
                try transaction.execute(
                    """
                    INSERT INTO photos (id, name, blob_hash, account_id, review_id, place_id, created_at, is_shown, kind,
                        district, is_cover)
                    SELECT r.id, CAST(r.id AS TEXT), 'made-up', r.account_id, r.id, r.place_id, r.created_at, 1, p.kind,
                        p.district, 1
                    FROM reviews r JOIN places p ON p.id = r.place_id WHERE r.is_shown = 1
                    """
                )
            }
        }
    }

    /// The time from each request to its answer: half of them begin anywhere, the others at the newest photos.
    private func measure(_ filter: String, _ ids: ClosedRange<Int64>, _ app: App) async throws -> (Measurement, Int) {
        let client = try RouterClient(Routes.router(app))
        let headers: HTTPFields = [.acceptLanguage: "ko", .acceptEncoding: "gzip"]
        var (measurement, bytes) = (Measurement(), 0)
        for page in 0..<pages {
            let after = page.isMultiple(of: 2) ? [] : ["after=\(Int64.random(in: ids))"]
            let query = ([filter] + after).filter { !$0.isEmpty }.joined(separator: "&")
            let start = ContinuousClock.now
            let answer = try await client.execute(uri: "/photos?\(query)", method: .get, headers: headers)
            measurement.add(ContinuousClock.now - start)
            guard answer.status == .ok else { throw BenchmarkError(description: "wall: \(answer.status)") }
            bytes = max(bytes, answer.body.readableBytes)
        }
        return (measurement, bytes)
    }
}

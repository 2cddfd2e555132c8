import Foundation
import Hummingbird
import Moeum
import RouterClient

/// The site over so many reviews, among them those of a few places that are the same however many there are.
struct ReviewsSite: Sendable {
    let reviews: Int
    private let app: App
    /// Each with 300 reviews, the newest 20 of them with three photos each.
    private let measured: [Place.ID]

    /// What is asked for below `/places/ID`.
    static let pages = [
        "", "/reviews", "/reviews?sort=helpful", "/reviews?sort=low", "/reviews?rating=4", "/reviews?photos=1",
        "/reviews?language=en&within=1y", "/photos",
    ]
    private static let accounts = 10_000

    /// Everybody in turn.
    private static func account(_ number: Int) -> Identifier<Member> {
        Identifier(rawValue: Int64(number % accounts) + 1)
    }
    private static let (measuredPlaces, measuredReviews) = (8, 300)

    /// Uses the database in `folder` when one is there already.
    init(folder: URL, places: Int, reviews: Int) async throws {
        let app = try await BenchmarkSite.app(in: folder) { database, demo in
            BenchmarkSite.log("filling \(reviews) reviews")
            let start = ContinuousClock.now
            let amounts = Demo.Amounts(places: places, accounts: Self.accounts, reviews: reviews)
            try await demo.fill(database, amounts, seed: 1)
            BenchmarkSite.log("filled in \((start.duration(to: .now).milliseconds / 1_000).shown(0)) s")
            try await Self.addPhotos(database)
            try await Self.addMeasured(database)
        }
        self.app = app
        measured = try await app.database.read { try $0.measuredPlaces() }
        guard measured.count == Self.measuredPlaces else {
            throw BenchmarkError(description: "\(folder.path()) holds other data; empty it")
        }
        self.reviews = reviews
    }

    func close() async { await app.database.close() }

    /// CPU of the whole process for a page in Korean, uncompressed, and how long the page is on average.
    func cost(of page: String, times: Int) async throws -> (microseconds: Double, bytes: Int) {
        let client = try RouterClient(Routes.router(app))
        return try await client.cost(times: times) { "/places/\(measured[$0 % measured.count])\(page)" }
    }

    /// Acknowledged reviews a second, of many people on many places.
    /// - Parameter round: the places are others in each.
    func post(writers: Int, seconds: Double, round: Int) async throws -> Double {
        let places = try await app.database.read { transaction in
            try transaction.rows("SELECT id FROM places WHERE review_count = 0 ORDER BY id").map {
                try $0.id(0) as Place.ID
            }
        }
        let (database, length) = (app.database, Duration.seconds(seconds))
        let start = ContinuousClock.now
        let written = try await withThrowingTaskGroup(of: Int.self) { group in
            for writer in 0..<writers {
                group.addTask {
                    var count = 0
                    while start.duration(to: .now) < length {
                        let number = count * writers + writer
                        // Many people on each place, never the same one twice.
                        let place = places[number % places.count]
                        let account = Self.account(number / places.count * 3 + round)
                        try await database.write { transaction in
                            _ = try transaction.publishDemoReview(number, by: account, on: place, at: .now)
                        }
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(written) / start.duration(to: .now).milliseconds * 1_000
    }

    /// A photo on every tenth review, all over one made-up file.
    private static func addPhotos(_ database: any Database) async throws {
        try await database.write { transaction in
            try transaction.addBlob()
            try transaction.execute(
                """
                INSERT INTO photos (id, name, blob_hash, account_id, review_id, place_id, alt, created_at, is_shown)
                SELECT r.id, CAST(r.id AS TEXT), 'made-up', r.account_id, r.id, r.place_id, 'made-up', r.created_at, 1
                FROM reviews r WHERE r.id % 10 = 0 ORDER BY r.id
                """
            )
            try transaction.execute("UPDATE reviews SET photo_count = 1 WHERE id % 10 = 0")
            try transaction.countPhotos()
        }
    }

    /// The same reviews on the last places, which nobody has reviewed however many reviews there are, written on days all over a year.
    private static func addMeasured(_ database: any Database) async throws {
        // Whole days in the past: pages say how long ago something was.
        let today = Date(timeIntervalSince1970: (Date.now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
        try await database.write { transaction in
            for (index, place) in try transaction.unreviewedPlaces(measuredPlaces).enumerated() {
                for number in 0..<measuredReviews {
                    // Neighbours in time are no neighbours in the table.
                    let age = Double(number * 7 % measuredReviews + 1)
                    let review = try transaction.publishDemoReview(
                        index * measuredReviews + number,
                        by: account(number * 31 + index),
                        on: place,
                        at: today - age * 86_400
                    )
                    if age <= 20 { try transaction.addPhotos(3, to: review) }
                }
            }
            try transaction.countPhotos()
        }
    }
}

extension Transaction {
    fileprivate func measuredPlaces() throws -> [Place.ID] {
        try rows("SELECT id FROM places WHERE review_count = 300 AND photo_count = 60 ORDER BY id").map {
            try $0.id(0)
        }
    }

    fileprivate func unreviewedPlaces(_ count: Int) throws -> [Place.ID] {
        try rows(
            "SELECT id FROM places WHERE review_count = 0 AND kind = 'restaurant' ORDER BY id DESC LIMIT \(count)"
        ).map { try $0.id(0) as Place.ID }
    }

    fileprivate func addBlob() throws {
        try execute(
            """
            INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, created_at)
            VALUES ('made-up', 'made-up', 1280, 960, '#806040', '', 1)
            """
        )
    }

    fileprivate func addPhotos(_ count: Int, to review: Identifier<Review>) throws {
        for position in 0..<count {
            let id = Photo.ID.next()
            try execute(
                """
                INSERT INTO photos (id, name, blob_hash, account_id, review_id, place_id, position, alt, created_at,
                    is_shown)
                SELECT \(id), \("photo\(id)"), 'made-up', r.account_id, r.id, r.place_id, \(position), 'made-up',
                    r.created_at, 1
                FROM reviews r WHERE r.id = \(review)
                """
            )
        }
        try execute("UPDATE reviews SET photo_count = \(count) WHERE id = \(review)")
    }

    fileprivate func countPhotos() throws {
        try execute(
            """
            UPDATE places SET photo_count =
                (SELECT COUNT(*) FROM photos h WHERE h.place_id = places.id AND h.is_shown = 1)
            """
        )
    }
}

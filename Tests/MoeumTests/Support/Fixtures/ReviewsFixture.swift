import Foundation

@testable import Moeum

/// Invented people and what they say of places.
enum ReviewsFixture {
    static func input(
        _ words: String = "조용하고 국물이 맑아서 다시 가고 싶어요.",
        stars: Int = 4,
        visitedOn: String? = nil,
        keywords: [Keyword.ID] = [],
        photos: [Photo.ID] = []
    ) throws -> ReviewInput {
        var items = [(name: "rating", value: "\(stars)"), (name: "body", value: words)]
        if let visitedOn { items.append(("visited_on", visitedOn)) }
        items += keywords.map { ("keyword", "\($0)") }
        items += photos.map { ("photo_id", "\($0)") }
        return try ReviewInput(ReviewForm(Form(items: items)), today: "2026-11-21")
    }
}

extension TestSite {
    /// Verified accounts that nobody ever logs in to.
    /// - Parameter age: how long ago they joined, in seconds.
    func people(_ count: Int, _ stem: String = "손님", age: TimeInterval = 30 * 86_400) async throws -> [Account.ID] {
        let now = self.now
        let inputs = try (1...count).map { number in
            Account.Input(
                email: try EmailAddress("\(UUID().uuidString)@haneul.example"),
                nickname: try Nickname("\(stem)\(number)", reserved: ReservedNames("")),
                passwordHash: nil,
                language: .korean,
                theme: .auto,
                verifiedAt: now
            )
        }
        return try await app.database.write { transaction in
            try inputs.compactMap { try transaction.insertAccount($0, at: now - age) }
        }
    }

    /// - Parameter age: how long ago it was written, in seconds.
    @discardableResult
    func review(
        _ place: Place.ID,
        by account: Account.ID,
        _ input: ReviewInput,
        age: TimeInterval = 0
    ) async throws -> Review.ID {
        let time = now - age
        return try await app.database.write { try $0.insertReview(input, by: account, on: place, at: time) }
    }

    /// Ids of listed places, restaurants by default.
    func places(_ count: Int, _ kind: Place.Kind = .restaurant) async throws -> [Place.ID] {
        try await app.database.read { transaction in
            try transaction.rows(
                "SELECT id FROM places WHERE status = 'listed' AND kind = \(kind.rawValue) ORDER BY id LIMIT \(count)"
            ).map { try $0.id(0) }
        }
    }

    /// A photo in the database alone, of an account and not yet of a review.
    func photo(by account: Account.ID) async throws -> Photo.ID {
        let id = Photo.ID.next()
        try await execute(
            """
            INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, created_at)
            VALUES ('made-up', 'made-up', 400, 300, '#ffffff', '', 1) ON CONFLICT (hash) DO NOTHING
            """
        )
        try await execute(
            """
            INSERT INTO photos (id, name, blob_hash, account_id, created_at)
            VALUES (\(id), \("name\(id)"), 'made-up', \(account), 1)
            """
        )
        return id
    }
}

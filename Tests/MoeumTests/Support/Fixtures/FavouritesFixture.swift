import Foundation

@testable import Moeum
@testable import struct Moeum.Tag

/// Invented favourites, and queries that leave some of them.
enum FavouritesFixture {
    struct Input: Sendable {
        let record: PlaceRecord
        let mean: Double?
        let tags: [Tag]
        let note: String
        /// The last day on which the person was there.
        let visit: String?
    }

    private static let words = ["수원", "수원역", "국물", "Café", "면 옥", "한결", "ＡＢ1", "골목", "책"]
    private static let groups = ["지역", "종류", "누구와"]
    private static let days = ["2026-05-01", "2026-05-20", "2026-05-28", "2026-05-29"]
    private static let centre = PlaceQuery.Point(latitude: 37.55, longitude: 126.95)

    static func input(_ number: Int, _ random: inout SeededGenerator) -> Input {
        func word() -> String { words[random.below(words.count)] }
        let record = PlacesFixture.record("\(number)", "\(word()) \(word()) \(random.below(20))") { record in
            record.kind = random.below(3) == 0 ? .bookshop : .restaurant
            record.district = random.below(2) == 0 ? "mapo" : "jung"
            record.category = ["한식", "양식", "책방"][random.below(3)]
            record.menu = random.below(2) == 0 ? word() : nil
            record.dong = random.below(2) == 0 ? "도화동" : nil
            record.roadAddress = random.below(2) == 0 ? "도화길 \(random.below(30))" : nil
            if random.below(5) > 0 {
                record.position = Place.Position(
                    latitude: centre.latitude + (random.fraction() - 0.5) / 30,
                    longitude: centre.longitude + (random.fraction() - 0.5) / 30,
                    precision: .exact
                )
            }
        }
        var tags: [Tag] = []
        for _ in 0..<random.below(5) {
            let tag = tag(&random)
            if !tags.contains(tag) { tags.append(tag) }
        }
        return Input(
            record: record,
            mean: random.below(3) == 0 ? nil : Double(10 + random.below(41)) / 10,
            tags: tags,
            note: random.below(3) == 0 ? "\(word()) \(word())" : "",
            visit: random.below(3) == 0 ? days[random.below(days.count)] : nil
        )
    }

    private static func tag(_ random: inout SeededGenerator) -> Tag {
        Tag(group: groups[random.below(groups.count)], value: words[random.below(words.count)])
    }

    /// Anything that an address can ask for.
    static func query(_ random: inout SeededGenerator) -> FavouriteQuery {
        var query = FavouriteQuery()
        func happens(_ outOf: Int) -> Bool { random.below(outOf) == 0 }
        for _ in 0..<random.below(4) {
            let tag = tag(&random)
            if !query.tags.contains(tag) { query.tags.append(tag) }
        }
        if happens(40) { query.oddTags = ["수원"] }
        if happens(3) {
            query.text = (0...random.below(2)).map { _ in words[random.below(words.count)] }.joined(separator: " ")
        }
        if happens(4) { query.kind = happens(2) ? .bookshop : .restaurant }
        if happens(4) { query.districts = happens(2) ? ["mapo"] : ["jung", "mapo"] }
        if happens(4) { query.rating = 1 + random.below(5) }
        if happens(4) { query.unvisited = happens(2) ? .ever : .lastDays(1 + random.below(30)) }
        if happens(3) {
            query.near = centre
            query.radius = 300 + random.below(2_000)
        }
        query.sort = happens(2) ? nil : FavouriteQuery.Sort.allCases[random.below(4)]
        return query
    }

    static func insertAccount(_ account: Account.ID, _ transaction: Transaction) throws {
        try transaction.execute(
            """
            INSERT INTO accounts (id, email, email_key, nickname, nickname_key, language, created_at)
            VALUES (\(account), 'a', 'a', 'a', 'a', 'ko', 1)
            """
        )
    }

    /// Puts a place there, and keeps it.
    static func insert(
        _ input: Input,
        of account: Account.ID,
        at now: Date,
        _ transaction: Transaction
    ) throws -> (Place, Favourite)? {
        _ = try transaction.upsertPlace(input.record, PlacesFixture.districts, now: 1)
        guard
            let id = try transaction.first(
                "SELECT id FROM places WHERE source_key = \(input.record.key)",
                { try $0.id(0) as Place.ID }
            )
        else { return nil }
        try transaction.execute(
            """
            UPDATE places SET rating_mean = \(input.mean), rating_order = \(-(input.mean ?? 0)), review_count = 5
            WHERE id = \(id)
            """
        )
        if let day = input.visit {
            try transaction.execute(
                """
                INSERT INTO visits (id, account_id, place_id, visited_on, created_at)
                VALUES (\(Visit.ID.next()), \(account), \(id), \(day), 1)
                """
            )
        }
        let said = Favourite.Input(tags: input.tags, note: input.note)
        _ = try transaction.insertFavourite(id, said, usual: [], by: account, at: now)
        guard let place = try transaction.place(id), let favourite = try transaction.favourite(of: account, at: id)
        else { return nil }
        return (place, favourite)
    }
}

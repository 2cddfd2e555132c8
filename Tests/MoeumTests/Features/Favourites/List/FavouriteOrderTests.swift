import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Favourites in order where there are many of them: along the places' own index, or sorted where they stand too far apart.
@Suite(.cleanup)
struct FavouriteOrderTests {
    private static let now = Date(milliseconds: 1_780_000_000_000)
    private static let half = Tag(group: "half", value: "even")

    private struct Known {
        let id: Place.ID
        let name: [UInt8]
        let rating: Double
    }

    private enum Sort: CaseIterable {
        case name, rating

        var asked: FavouriteQuery.Sort { self == .name ? .name : .rating }

        func precedes(_ one: Known, _ other: Known) -> Bool {
            if self == .rating { return (one.rating, one.id) < (other.rating, other.id) }
            return one.name == other.name ? one.id < other.id : one.name.lexicographicallyPrecedes(other.name)
        }
    }

    /// Many places, some of them closed, with names and ratings that many share.
    private func databaseWithPlaces(on engine: TestEngine) async throws -> (any Database, [Known], Account.ID) {
        let database = try await engine.database(.tables)
        try await Demo(dataDirectory: Project.root.appending(path: "Data").path()).fill(
            database,
            Demo.Amounts(places: 2_400, accounts: 1, reviews: 0),
            seed: 3,
            now: Self.now
        )
        let (places, account) = try await database.write { transaction in
            try transaction.execute("UPDATE places SET rating_order = -(id % 7)")
            try transaction.execute("UPDATE places SET status = 'closed' WHERE id % 5 = 0")
            return (
                try transaction.rows("SELECT id, name, rating_order FROM places ORDER BY id").map {
                    Known(id: try $0.id(0), name: Array(try $0.string(1).utf8), rating: try $0.double(2))
                },
                try transaction.first("SELECT id FROM accounts") { try $0.id(0) as Account.ID } ?? 0
            )
        }
        return (database, places, account)
    }

    /// Every place in the order asked for, screen by screen.
    private func walk(
        _ query: FavouriteQuery,
        _ account: Account.ID,
        _ database: any Database
    ) async throws -> [Place.ID] {
        var (seen, page): ([Place.ID], FavouriteQuery?) = ([], query)
        while let asked = page {
            let list = try await database.read {
                try $0.favouriteList(asked, of: account, at: Self.now, PlaceSearchVocabulary(), limit: 90)
            }
            seen += list.favouriteEntries.map(\.place.id)
            page = list.next.map { key in asked.with { $0.after = key } }
        }
        return seen
    }

    private func addFavourites(_ places: [Place.ID], by account: Account.ID, in database: any Database) async throws {
        let new = places.enumerated().map { index, place in
            NewFavourite(place: place, tags: index.isMultiple(of: 2) ? [Self.half] : [], note: "", createdAt: Self.now)
        }
        _ = try await database.write { try $0.insertFavourites(new, by: account) }
    }

    @Test("Many favourites are in order from the first page to the last", arguments: TestEngine.available)
    func ordersMany(_ engine: TestEngine) async throws {
        let (database, places, account) = try await databaseWithPlaces(on: engine)
        let kept = places.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        try await addFavourites(kept.map(\.id), by: account, in: database)
        let halved = kept.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        for sort in Sort.allCases {
            var query = FavouriteQuery()
            query.sort = sort.asked
            #expect(try await walk(query, account, database) == kept.sorted(by: sort.precedes).map(\.id))
            query.tags = [Self.half]
            #expect(try await walk(query, account, database) == halved.sorted(by: sort.precedes).map(\.id))
        }
    }

    @Test("Favourites behind all other places of the index are found", arguments: TestEngine.available)
    func findsLast(_ engine: TestEngine) async throws {
        let (database, places, account) = try await databaseWithPlaces(on: engine)
        for sort in Sort.allCases {
            let last = Array(places.sorted(by: sort.precedes).suffix(700))
            try await database.write { try $0.deleteFavourites(of: account) }
            try await addFavourites(last.map(\.id), by: account, in: database)
            var query = FavouriteQuery()
            query.sort = sort.asked
            #expect(try await walk(query, account, database) == last.map(\.id))
        }
    }
}

import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// What queries leave of somebody's favourites, against the same said in plain Swift on made-up rows.
@Suite(.cleanup)
struct FavouriteListTests {
    private static let account: Account.ID = 77
    private static let now = Date(milliseconds: 1_780_000_000_000)

    /// What was put into the database, to be asked in plain Swift.
    private struct KeptFavourite {
        let place: Place
        let favourite: Favourite
        let lastVisit: String?

        func passes(_ query: FavouriteQuery, now: Date) -> Bool {
            guard query.oddTags.isEmpty, query.kind == nil || query.kind == place.kind,
                query.districts.isEmpty || query.districts.contains(place.district),
                query.rating.map({ (place.rating.mean ?? 0) >= Double($0) }) ?? true,
                Dictionary(grouping: query.tags, by: \.group).values.allSatisfy({ group in
                    group.contains { favourite.tags.contains($0) }
                })
            else { return false }
            if let unvisited = query.unvisited, let lastVisit {
                guard let since = unvisited.since(now), lastVisit < since else { return false }
            }
            if let near = query.near {
                guard let position = place.position, Geodesy.metres(near, position) <= Double(query.radius) else {
                    return false
                }
            }
            return (query.text ?? "").split(separator: " ").allSatisfy { word in
                texts.contains { KoreanText.key($0).contains(KoreanText.key(String(word))) }
            }
        }

        private var texts: [String] {
            [
                place.name, place.category, place.menu, place.dong, place.roadAddress,
                place.district == "mapo" ? "마포구" : "중구", favourite.note,
            ].compactMap(\.self) + favourite.tags.map(\.text)
        }

        func precedes(_ other: KeptFavourite, _ query: FavouriteQuery) -> Bool {
            func metres(_ kept: KeptFavourite) -> Double {
                guard let near = query.near, let position = kept.place.position else { return .infinity }
                return Geodesy.metres(near, position)
            }
            let (name, otherName) = (Array(place.name.utf8), Array(other.place.name.utf8))
            func byName() -> Bool {
                name == otherName ? place.id < other.place.id : name.lexicographicallyPrecedes(otherName)
            }
            switch query.effectiveSort {
            case .newest: return favourite.slot > other.favourite.slot
            case .name: return byName()
            case .rating:
                let (mine, others) = (place.rating.mean ?? 0, other.place.rating.mean ?? 0)
                return mine == others ? place.id < other.place.id : mine > others
            case .distance:
                let (mine, others) = (metres(self), metres(other))
                return mine == others ? place.id < other.place.id : mine < others
            }
        }
    }

    private func databaseWithFavourites(
        _ count: Int,
        on engine: TestEngine
    ) async throws -> (any Database, [KeptFavourite]) {
        let database = try await PlacesFixture.database(on: engine)
        var random = SeededGenerator(state: 5)
        try await database.write { try FavouritesFixture.insertAccount(Self.account, $0) }
        var kept: [KeptFavourite] = []
        for number in 1...count {
            let input = FavouritesFixture.input(number, &random)
            let made = try await database.write { transaction -> (Place, Favourite)? in
                try FavouritesFixture.insert(input, of: Self.account, at: Self.now, transaction)
            }
            let (place, favourite) = try #require(made)
            kept.append(KeptFavourite(place: place, favourite: favourite, lastVisit: input.visit))
        }
        return (database, kept)
    }

    @Test("Every query returns the favourites that match, in order, with right counts", arguments: TestEngine.available)
    func matchesQueries(_ engine: TestEngine) async throws {
        let (database, kept) = try await databaseWithFavourites(150, on: engine)
        var random = SeededGenerator(state: 11)
        for _ in 1...150 {
            let query = FavouritesFixture.query(&random)
            let expected = kept.filter { $0.passes(query, now: Self.now) }
                .sorted { $0.precedes($1, query) }.map(\.place.id)
            var seen: [Place.ID] = []
            var page: FavouriteQuery? = query
            while let asked = page {
                let list = try await list(database, asked)
                #expect(list.narrowed.total == expected.count && list.narrowed.kept == kept.count)
                seen += list.favouriteEntries.map(\.place.id)
                page = list.next.map { key in asked.with { $0.after = key } }
                if list.favouriteEntries.isEmpty { break }
            }
            #expect(seen == expected, "\(query)")
            let places = try await database.read {
                try $0.favouritePlaces(query, of: Self.account, at: Self.now, PlaceSearchVocabulary())
            }
            #expect(places.sorted() == expected.sorted(), "\(query)")
            for group in try await list(database, query).narrowed.facets.groups {
                for value in group.values {
                    let others = query.with { $0.tags = $0.tags.filter { $0.group != group.name } + [value.tag] }
                    #expect(value.count == kept.count { $0.passes(others, now: Self.now) }, "\(query) \(value)")
                }
            }
        }
    }

    private func list(_ database: any Database, _ query: FavouriteQuery) async throws -> FavouriteList {
        try await database.read {
            try $0.favouriteList(query, of: Self.account, at: Self.now, PlaceSearchVocabulary(), limit: 7)
        }
    }

    @Test("A tag matches only the same group and value", arguments: TestEngine.available)
    func matchesWholeTags(_ engine: TestEngine) async throws {
        let (database, kept) = try await databaseWithFavourites(1, on: engine)
        let place = kept[0].place.id
        for (tags, asked, isFound) in [
            ("지역-수원역", "지역-수원", false), ("지역-수원역", "지역-수원역", true), ("지역-수원", "지역-수원역", false),
            ("종류-수원역", "지역-수원역", false), ("지역-수원역", " 지역 - 수원역 ", true),
            ("Area-Park", "area-park", false), ("가-나-다", "가-나-다", true), ("가-나", "가-나-다", false),
        ] {
            try await database.write {
                let input = Favourite.Input(tags: try Tag.list(tags))
                _ = try $0.insertFavourite(place, input, usual: [], by: Self.account, at: Self.now)
            }
            var query = FavouriteQuery()
            query.tags = [try Tag(asked)]
            #expect(try await list(database, query).favouriteEntries.count == (isFound ? 1 : 0), "\(tags) \(asked)")
        }
    }

    @Test("Changes between two pages neither repeat nor hide a favourite", arguments: TestEngine.available)
    func pagesDuringChanges(_ engine: TestEngine) async throws {
        let (database, kept) = try await databaseWithFavourites(10, on: engine)
        let first = try await list(database, FavouriteQuery())
        #expect(first.favouriteEntries.map(\.place.id) == kept.reversed().prefix(7).map(\.place.id))
        try await database.write {
            _ = try $0.removeFavourite(kept[9].place.id, by: Self.account, at: Self.now)
            _ = try $0.insertFavourite(kept[9].place.id, .init(), usual: [], by: Self.account, at: Self.now)
        }
        var rest = FavouriteQuery()
        rest.after = first.next
        let second = try await list(database, rest)
        #expect(second.favouriteEntries.map(\.place.id) == kept.prefix(3).reversed().map(\.place.id))
        #expect(second.next == nil && second.narrowed.total == 10)
    }
}

extension Transaction {
    /// The places that a query leaves, those kept last first.
    fileprivate func favouritePlaces(
        _ query: FavouriteQuery,
        of account: Account.ID,
        at now: Date,
        _ vocabulary: PlaceSearchVocabulary
    ) throws -> [Place.ID] {
        let narrowed = try narrowedFavourites(query, of: account, at: now, vocabulary)
        let slots = narrowed.sets.slots(of: narrowed.members)
        return try favouriteEntries(slots, of: account).map(\.place.id)
    }
}

import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Many favourites at once are what as many hearts would have made.
@Suite(.cleanup)
struct FavouriteBulkTests {
    @Test("Favourites inserted at once are those that as many hearts would make", arguments: TestEngine.available)
    func insertsMany(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.people(2)
        let places = try await site.places(60)
        let now = site.now
        let new = places.enumerated().map { index, place in
            NewFavourite(
                place: place,
                tags: (0..<index % 4).map { Tag(group: "g\($0)", value: "v\(index % 7)") },
                note: index % 3 == 0 ? "note \(index)" : "",
                createdAt: now - Double(100 - index)
            )
        }
        try await site.app.database.write { transaction in
            // One is kept already, and one was let go too long ago to come back as it was.
            for account in people {
                _ = try transaction.insertFavourite(
                    places[5],
                    Favourite.Input(note: "old"),
                    usual: [],
                    by: account,
                    at: now
                )
                _ = try transaction.insertFavourite(
                    places[6],
                    Favourite.Input(note: "gone"),
                    usual: [],
                    by: account,
                    at: now
                )
                _ = try transaction.removeFavourite(places[6], by: account, at: now - 2 * Favourite.undoPeriod)
            }
            #expect(
                try transaction.insertFavourites(new + new, by: people[0]) == Set(places).subtracting([places[5]])
            )
            for one in new where one.place != places[5] {
                let input = Favourite.Input(tags: one.tags, note: one.note)
                _ = try transaction.insertFavourite(one.place, input, usual: [], by: people[1], at: one.createdAt)
            }
        }
        let (first, second, drifted) = try await site.app.database.read { transaction in
            (
                try places.map { try transaction.favourite(of: people[0], at: $0) },
                try places.map { try transaction.favourite(of: people[1], at: $0) },
                try transaction.driftedFavourites()
            )
        }
        #expect(first == second)
        #expect(first[5]?.note == "old" && first[6]?.note == "note 6")
        #expect(drifted == [])
        #expect(try await site.count("SELECT COUNT(*) FROM removed_favourites") == 0)
    }

    @Test("New tags replace unused ones, never each other", arguments: TestEngine.available)
    func replacesUnusedTags(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let person = try #require(try await site.people(1).first)
        let place = try #require(try await site.places(1).first)
        let now = site.now
        func addFavourites(_ tags: [Tag]) async throws {
            _ = try await site.app.database.write {
                try $0.insertFavourite(place, Favourite.Input(tags: tags), usual: [], by: person, at: now)
            }
        }
        // All but one of the tags that anybody may have, none of them on anything.
        let unused = (1..<Tag.maxCount).map { Tag(group: "unused", value: "\($0)") }
        _ = try await site.app.database.write { try $0.tagIDs(of: unused, of: person) }
        let wanted = [unused[0]] + (1...3).map { Tag(group: "new", value: "\($0)") }
        try await addFavourites(wanted)
        let favourite = try await site.app.database.read { try $0.favourite(of: person, at: place) }
        #expect(favourite?.tags == wanted)
        #expect(try await site.app.database.read { try $0.driftedFavourites() } == [])
    }
}

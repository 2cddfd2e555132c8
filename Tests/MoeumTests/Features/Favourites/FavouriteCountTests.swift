import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Stored counts and sets of favourites, compared with ones taken again from the rows after random audit entries of many
/// people.
@Suite(.cleanup) struct FavouriteCountTests {
    @Test("Stored counts and sets agree with the rows after any changes", arguments: TestEngine.available)
    func countsAgree(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.keepers(6)
        let places = try await site.app.database.read { try $0.listedPlaceIDs(limit: 12) }
        var random = SeededGenerator(state: 20_261_121)
        for round in 1...25 {
            for _ in 1...40 {
                let entry = FavouriteAction.allCases[random.below(FavouriteAction.allCases.count)]
                let (person, place) = (people[random.below(6)], places[random.below(12)])
                try await site.perform(entry, person, place, seed: random.next())
            }
            let drifted = try await site.app.database.read { try $0.driftedFavourites() }
            #expect(drifted == [], "round \(round)")
        }
        #expect(try await site.count("SELECT COUNT(*) FROM favourites") > 10)
        #expect(try await site.count("SELECT COUNT(*) FROM favourite_tags") > 10)
    }

    @Test("Counts and sets agree with the rows while eight tasks change them at once", arguments: TestEngine.available)
    func countsAgreeConcurrently(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.keepers(3)
        let places = try await site.app.database.read { try $0.listedPlaceIDs(limit: 4) }
        try await withThrowingTaskGroup { group in
            for task in 1...8 {
                group.addTask {
                    var random = SeededGenerator(state: UInt64(task))
                    for _ in 1...40 {
                        let entry = FavouriteAction.allCases[random.below(FavouriteAction.allCases.count)]
                        let (person, place) = (people[random.below(3)], places[random.below(4)])
                        try await site.perform(entry, person, place, seed: random.next())
                    }
                }
            }
            try await group.waitForAll()
        }
        let drifted = try await site.app.database.read { try $0.driftedFavourites() }
        #expect(drifted == [])
    }

    @Test(
        "A favourite removed less than a day ago comes back with its tags, note and slot",
        arguments: TestEngine.available
    )
    func restoresRemoved(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let person = try await site.keepers(1)[0]
        let places = try await site.app.database.read { try $0.listedPlaceIDs(limit: 3) }
        let now = site.now
        try await site.app.database.write { transaction in
            for place in places {
                let input = Favourite.Input(tags: [Tag(group: "order", value: "\(place)")], note: "note \(place)")
                _ = try transaction.insertFavourite(place, input, usual: [], by: person, at: now)
            }
        }
        let before = try await site.app.database.read { try $0.favourite(of: person, at: places[1]) }
        let usual = [Tag(group: "usual", value: "one")]
        let undone = try await site.app.database.write { transaction in
            _ = try transaction.removeFavourite(places[1], by: person, at: now)
            return try transaction.insertFavourite(places[1], .init(), usual: usual, by: person, at: now + 86_399)
        }
        #expect(undone == FavouriteOutcome(isFavourite: true, favouriteCount: 1, restoresText: true))
        let after = try await site.app.database.read { try $0.favourite(of: person, at: places[1]) }
        #expect(after == before)
        // What is said now wins; of the rest it is as it was.
        try await site.app.database.write { transaction in
            _ = try transaction.removeFavourite(places[1], by: person, at: now)
            let outcome = try transaction.insertFavourite(
                places[1],
                .init(tags: []),
                usual: usual,
                by: person,
                at: now + 1
            )
            #expect(!outcome.restoresText)
        }
        let retagged = try await site.app.database.read { try $0.favourite(of: person, at: places[1]) }
        #expect(retagged?.tags == [] && retagged?.note == before?.note && retagged?.slot == before?.slot)
        try await site.app.database.write { transaction in
            for place in places[1...2] { _ = try transaction.removeFavourite(place, by: person, at: now) }
            _ = try transaction.insertFavourite(places[1], .init(), usual: usual, by: person, at: now + 86_401)
        }
        let late = try await site.app.database.read { try $0.favourite(of: person, at: places[1]) }
        #expect(late?.tags == usual && late?.note == "")
        #expect(try await site.app.database.read { try $0.driftedFavourites() } == [])
        let removed = try await site.app.database.write {
            try $0.deleteOldRemovedFavourites(at: now + 86_401, atMost: 10)
        }
        #expect(removed == 1)
    }

    @Test("Renaming a tag changes all of a person's favourites with it and no other", arguments: TestEngine.available)
    func renamesOneTag(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (person, other) = try await site.keepers(2).pair
        let places = try await site.app.database.read { try $0.listedPlaceIDs(limit: 4) }
        let (station, town, west) = (
            Tag(group: "지역", value: "수원역"), Tag(group: "지역", value: "수원"), Tag(group: "지역", value: "서쪽")
        )
        let now = site.now
        try await site.app.database.write { transaction in
            for (place, tags) in zip(places, [[station], [town], [station, west], [west]]) {
                let input = Favourite.Input(tags: tags)
                _ = try transaction.insertFavourite(place, input, usual: [], by: person, at: now)
                _ = try transaction.insertFavourite(place, input, usual: [], by: other, at: now)
            }
        }
        #expect(try await site.places(of: person, with: town) == [places[1]])
        // The second time there is no such tag.
        for _ in 1...2 {
            try await site.app.database.write { try $0.renameTag(station, to: west, of: person) }
            #expect(try await site.places(of: person, with: west) == [places[0], places[2], places[3]])
        }
        #expect(try await site.places(of: person, with: station) == [])
        #expect(try await site.places(of: person, with: town) == [places[1]])
        #expect(try await site.places(of: other, with: station) == [places[0], places[2]])
        #expect(try await site.app.database.read { try $0.driftedFavourites() } == [])
    }
}

private enum FavouriteAction: CaseIterable {
    case keep, retag, annotate, letGo, rename, leave
}

extension TestSite {
    fileprivate func keepers(_ count: Int) async throws -> [Account.ID] {
        var people: [Account.ID] = []
        for number in 1...count {
            let input = Account.Input(
                email: try EmailAddress("keeper\(number)@haneul.example"),
                nickname: try Nickname("keeper\(number)", reserved: ReservedNames("")),
                passwordHash: nil,
                language: .korean,
                theme: .auto,
                verifiedAt: now
            )
            let now = now
            people.append(try #require(try await app.database.write { try $0.insertAccount(input, at: now) }))
        }
        return people
    }

    fileprivate func perform(_ entry: FavouriteAction, _ person: Account.ID, _ place: Place.ID, seed: UInt64)
        async throws
    {
        let now = now
        try await app.database.write { transaction in
            var random = SeededGenerator(state: seed)
            let tags = (0..<random.below(4)).map { _ in Tag(group: "g\(random.below(2))", value: "v\(random.below(4))")
            }
            let distinct = tags.reduce(into: [Tag]()) { if !$0.contains($1) { $0.append($1) } }
            switch entry {
            case .keep: _ = try transaction.insertFavourite(place, .init(), usual: distinct, by: person, at: now)
            case .retag:
                _ = try transaction.insertFavourite(place, .init(tags: distinct), usual: [], by: person, at: now)
            case .annotate:
                _ = try transaction.insertFavourite(place, .init(note: "n\(seed)"), usual: [], by: person, at: now)
            case .letGo: _ = try transaction.removeFavourite(place, by: person, at: now)
            case .rename:
                let new = Tag(group: "g\(random.below(3))", value: "v\(random.below(5))")
                if let old = distinct.first { try transaction.renameTag(old, to: new, of: person) }
            case .leave: if random.below(8) == 0 { try transaction.deleteFavourites(of: person) }
            }
        }
    }

    /// In the order in which they were kept.
    fileprivate func places(of person: Account.ID, with tag: Tag) async throws -> [Place.ID] {
        try await app.database.read { transaction in
            let sets = try transaction.favouriteSets(of: person)
            let facets = FavouriteFacets(sets, tags: try transaction.tags(of: person), chosen: [tag])
            return try transaction.favourites(of: person, slots: sets.slots(of: facets.members)).map(\.place).reversed()
        }
    }
}

extension Transaction {
    /// What does not agree with the rows, in words.
    func driftedFavourites() throws -> [String] {
        var drifted = try rows(
            """
            SELECT p.id, p.favourite_count FROM places p
            WHERE p.favourite_count <> (SELECT COUNT(*) FROM favourites f WHERE f.place_id = p.id) ORDER BY p.id
            """
        ).map { "hearts of place \(try $0.int64(0)): \(try $0.int(1))" }
        for person in try rows("SELECT id FROM accounts ORDER BY id").map({ try $0.id(0) as Account.ID }) {
            let sets = try favouriteSets(of: person)
            let slots = try rows("SELECT slot FROM favourites WHERE account_id = \(person) ORDER BY slot DESC").map {
                try $0.int64(0)
            }
            if sets.slots(of: sets.all) != slots { drifted.append("all of \(person)") }
            if try favouriteCount(of: person) != slots.count { drifted.append("count of \(person)") }
            for (id, tag) in try tags(of: person) {
                let tagged = try rows(
                    """
                    SELECT f.slot FROM favourites f
                    JOIN favourite_tags t ON t.account_id = f.account_id AND t.place_id = f.place_id
                    WHERE t.account_id = \(person) AND t.tag_id = \(id) ORDER BY f.slot DESC
                    """
                ).map { try $0.int64(0) }
                if sets.slots(of: sets.members(of: id)) != tagged { drifted.append("\(tag.text) of \(person)") }
            }
        }
        return drifted
    }
}

extension [Account.ID] {
    fileprivate var pair: (Account.ID, Account.ID) { (self[0], self[1]) }
}

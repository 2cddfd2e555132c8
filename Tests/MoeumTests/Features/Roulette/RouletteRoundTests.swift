import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Rounds: nothing twice until everything came up, per person and filter, and nothing that one does not want.
@Suite(.cleanup)
struct RouletteRoundTests {
    @Test("A round has each place once, and the next begins with another", arguments: TestEngine.available)
    func roundsHaveEachOnce(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(7, on: engine)
        var last: Place.ID?
        for round in 0..<4 {
            var seen: [Place.ID] = []
            for _ in 0..<7 {
                let outcome = try #require(try await roulette.spin("from=district"))
                #expect(outcome.candidates == 7)
                seen.append(outcome.pick)
            }
            #expect(Set(seen) == Set(roulette.places), "\(round)")
            #expect(seen.first != last, "\(round)")
            last = seen.last
        }
    }

    @Test("A single place is picked each time", arguments: TestEngine.available)
    func picksSingle(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(1, on: engine)
        for _ in 0..<3 {
            let outcome = try await roulette.spin("from=district")
            #expect(outcome == RouletteOutcome(pick: roulette.places[0], candidates: 1))
        }
    }

    @Test("Each person and filter has a round of its own", arguments: TestEngine.available)
    func separateRounds(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(2, on: engine)
        let other = RouletteSpinner(visitor: SecretToken())
        let mine = try await roulette.spin("from=district")?.pick
        var theirs: Set<Place.ID?> = []
        for _ in 0..<2 { theirs.insert(try await roulette.spin("from=district", by: other)?.pick) }
        #expect(theirs.count == 2)
        // Another filter is another round; this one goes on where it was.
        for _ in 0..<3 { _ = try await roulette.spin("from=nearby&near=37.55,126.92") }
        let second = try await roulette.spin("from=district")?.pick
        #expect(second != mine)
    }

    @Test("Places that were ruled out are not picked", arguments: TestEngine.available)
    func skipsRuledOut(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(6, on: engine)
        let (one, two) = (roulette.places[0], roulette.places[3])
        for _ in 0..<12 {
            let outcome = try #require(try await roulette.spin("from=district&not=\(one)&not=\(two)&not=99"))
            #expect(outcome.candidates == 4)
            #expect(outcome.pick != one && outcome.pick != two)
        }
        #expect(
            try await roulette.spin(
                "from=district&district=mapo&not=\(roulette.places.map { "\($0)" }.joined(separator: "&not="))"
            ) == nil
        )
    }

    @Test("Visited places are left out for the chosen period", arguments: TestEngine.available)
    func skipsVisited(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(4, on: engine)
        let days = ["2026-11-20", "2026-10-22", "2020-01-01"]
        for (place, day) in zip(roulette.places, days) {
            try await roulette.database.write { transaction in
                try transaction.execute(
                    """
                    INSERT INTO visits (id, account_id, place_id, visited_on, created_at)
                    VALUES (\(place.rawValue + 1), \(roulette.account), \(place), \(day), 1)
                    """
                )
            }
        }
        // It is 21 November 2026 in Seoul.
        let expected: [(String, Int)] = [("all", 1), ("3650", 1), ("30", 2), ("29", 3), ("1", 3)]
        for (period, count) in expected {
            let pool = try await roulette.pool("from=district&unvisited=\(period)")
            #expect(pool.count == count, "\(period)")
            #expect(pool.contains(roulette.places[3]))
            #expect(try await roulette.spin("from=district&unvisited=\(period)")?.candidates == count)
        }
        // Nobody else's visits count.
        let other = RouletteSpinner(account: try await RouletteFixture.account(in: roulette.database))
        #expect(try await roulette.spin("from=district&unvisited=all", by: other)?.candidates == 4)
    }

    @Test("Places that are not listed are not picked", arguments: TestEngine.available)
    func skipsUnlisted(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(6, on: engine)
        try await roulette.addFavourites(roulette.places)
        try await roulette.database.write { transaction in
            for (place, status) in [(roulette.places[0], Place.Status.closed), (roulette.places[1], .cancelled)] {
                try transaction.setPlaceStatus(
                    status,
                    of: place,
                    StatusDecision(source: "made-up", reason: "gone"),
                    PlacesFixture.mapo,
                    now: 2
                )
            }
        }
        for text in ["from=district", "from=favourites", "from=nearby&near=37.55,126.92&radius=5000"] {
            #expect(try await roulette.pool(text) == Set(roulette.places.dropFirst(2)), "\(text)")
        }
    }

    @Test("A place that closed after the pool was read is skipped", arguments: TestEngine.available)
    func skipsJustClosed(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(3, on: engine)
        try await roulette.addFavourites(roulette.places)
        let query = RouletteFixture.query("from=favourites")
        let turn = try await roulette.database.read { try $0.rouletteTurn(query, for: roulette.reader) }
        let stale = try #require(turn)
        try await roulette.close(roulette.places[1])
        var seen: [Place.ID] = []
        for _ in 0..<8 {
            let outcome = try await roulette.database.write { transaction in
                var generator = SystemRandomNumberGenerator()
                return try transaction.spinRoulette(
                    stale.query.poolKey,
                    of: stale.pool,
                    leavingOut: stale.excluded,
                    by: roulette.member,
                    at: roulette.now,
                    using: &generator
                )
            }
            seen.append(try #require(outcome).pick)
        }
        #expect(Set(seen) == [roulette.places[0], roulette.places[2]])
    }

    @Test("The numbers of tags count what can be picked", arguments: TestEngine.available)
    func countsTags(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(5, on: engine)
        let tag = Tag(group: "종류", value: "국물")
        try await roulette.database.write { transaction in
            for place in roulette.places {
                let input = Favourite.Input(tags: [tag])
                _ = try transaction.insertFavourite(place, input, usual: [], by: roulette.account, at: roulette.now)
            }
            try transaction.execute(
                """
                INSERT INTO visits (id, account_id, place_id, visited_on, created_at)
                VALUES (1, \(roulette.account), \(roulette.places[0]), '2020-01-01', 1)
                """
            )
        }
        try await roulette.close(roulette.places[1])
        for (text, tagged) in [
            ("from=favourites", 4), ("from=favourites&unvisited=all", 3),
            ("from=favourites&unvisited=all&not=\(roulette.places[2])", 2), ("from=favourites&unvisited=30", 4),
        ] {
            let query = RouletteFixture.query(text)
            let offer = try await roulette.database.read { transaction in
                let pool = try transaction.roulettePool(query, for: roulette.reader)
                return try pool.map { try transaction.rouletteOffer(query, of: $0, for: roulette.reader) }
            }
            #expect(offer?.tags.map(\.count) == [tagged] && offer?.favourites == 4, "\(text)")
            #expect(try await roulette.pool(text).count == tagged, "\(text)")
        }
        let other = RouletteFixture.query("from=district")
        let offer = try await roulette.database.read { transaction in
            try transaction.rouletteOffer(other, of: RoulettePool([Place.ID]()), for: roulette.reader)
        }
        #expect(offer.favourites == 4)
    }

    @Test("Spins at once do not pick the same place", arguments: TestEngine.available)
    func picksConcurrently(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(16, on: engine)
        for _ in 0..<3 {
            let picks = try await withThrowingTaskGroup(of: Place.ID?.self) { group in
                for _ in 0..<16 { group.addTask { try await roulette.spin("from=district")?.pick } }
                return try await group.reduce(into: [Place.ID?]()) { $0.append($1) }
            }
            #expect(Set(picks) == Set(roulette.places), "each once in a round")
        }
    }

    @Test("Picks are forgotten after 30 days, those of members after a year", arguments: TestEngine.available)
    func forgetsPicks(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(4, on: engine)
        _ = try await roulette.spin("from=district")
        _ = try await roulette.spin("from=district", by: RouletteSpinner(visitor: SecretToken()))
        func left(after days: Double) async throws -> Int {
            try await roulette.database.write { transaction in
                _ = try transaction.deleteOldRoulettePicks(at: roulette.now + days * 86_400, atMost: 100)
                return try transaction.first("SELECT COUNT(*) FROM roulette_picks") { try $0.int(0) } ?? 0
            }
        }
        #expect(try await left(after: 29) == 2)
        #expect(try await left(after: 30) == 1)
        #expect(try await left(after: 364) == 1)
        #expect(try await left(after: 365) == 0)
    }

    @Test("Each alternative has the right number of places", arguments: TestEngine.available)
    func countsAlternatives(_ engine: TestEngine) async throws {
        let roulette = try await RouletteFixture(20, on: engine)
        // Bookshops in Mapo are numbers 4 and 14; with both left out nothing matches.
        let (one, two) = (roulette.places[4], roulette.places[14])
        let query = RouletteFixture.query("from=district&district=mapo&kind=bookshop&not=\(one)&not=\(two)")
        let advice = try await roulette.database.read { try $0.rouletteAdvice(query, for: roulette.reader) }
        let counts = Dictionary(uniqueKeysWithValues: advice.map { ($0.filter.rawValue, $0.candidates) })
        #expect(counts == ["not": 2, "kind": 8, "district": 2])
        let many = (1...30).map { "tag=g\($0)-x" }.joined(separator: "&")
        #expect(RouletteFixture.query("from=favourites&\(many)").withoutEach.count == 8)
        for way in advice {
            #expect(
                try await roulette.pool(String(way.query.address.dropFirst("/roulette?".count))).count == way.candidates
            )
        }
    }
}

extension RouletteFixture {
    func close(_ place: Place.ID) async throws {
        try await database.write { transaction in
            let decision = StatusDecision(source: "made-up", reason: "gone")
            try transaction.setPlaceStatus(.closed, of: place, decision, PlacesFixture.mapo, now: 2)
        }
    }

    /// Puts places among the favourites.
    func addFavourites(_ places: [Place.ID]) async throws {
        try await database.write { transaction in
            for place in places {
                _ = try transaction.insertFavourite(place, Favourite.Input(), usual: [], by: account, at: now)
            }
        }
    }
}

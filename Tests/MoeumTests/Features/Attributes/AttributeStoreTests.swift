import Foundation
import Testing

@testable import Moeum

/// Answers among many places and people: filters, erasures and merges.
@Suite(.cleanup)
struct AttributeStoreTests {
    private func tell(
        _ attribute: PlaceAttribute,
        _ value: String,
        _ place: Place.ID,
        _ person: Account.ID,
        _ site: TestSite
    ) async throws {
        let now = site.now
        try await site.app.database.write { transaction in
            try transaction.savePlaceAnswer(attribute, value, at: place, by: person, at: now)
            try transaction.recountPlaceAttributes([attribute], of: place)
        }
    }

    @Test("Filtered lists equal a look at every place", arguments: TestEngine.available)
    func filter(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (places, people) = (try await site.places(60), try await site.people(3))
        var generator = SeededGenerator(state: 7)
        var answers: [Place.ID: [PlaceAttribute: [String]]] = [:]
        let now = site.now
        var told: [(Place.ID, PlaceAttribute, String, Account.ID)] = []
        for place in places {
            for attribute in [PlaceAttribute.solo, .parking, .vegan] {
                for person in people where generator.below(3) > 0 {
                    let value = generator.below(3) > 0 ? "yes" : "no"
                    answers[place, default: [:]][attribute, default: []].append(value)
                    told.append((place, attribute, value, person))
                }
            }
        }
        try await site.app.database.write { [told] transaction in
            for (place, attribute, value, person) in told {
                try transaction.savePlaceAnswer(attribute, value, at: place, by: person, at: now)
            }
            for place in places { try transaction.recountPlaceAttributes([.solo, .parking, .vegan], of: place) }
        }
        func passes(_ place: Place.ID, _ attribute: PlaceAttribute) -> Bool {
            let values = answers[place]?[attribute] ?? []
            return values.count { $0 == "yes" } * 2 > values.count
        }
        for facts in [[PlaceAttribute.solo], [.solo, .parking], [.vegan], [.solo, .parking, .vegan], [.halal]] {
            for change in Self.changes {
                var query = PlaceQuery()
                change(&query)
                let all = try await list(query, site)
                query.facts = facts
                let narrowed = try await list(query, site)
                let expected = all.entries.map(\.place.id).filter { place in facts.allSatisfy { passes(place, $0) } }
                #expect(Set(narrowed.entries.map(\.place.id)) == Set(expected), "\(query.address("/places"))")
                #expect(narrowed.total == expected.count)
            }
        }
    }

    /// What else a list can be narrowed and sorted by.
    private static let changes: [@Sendable (inout PlaceQuery) -> Void] = [
        { _ in }, { $0.sort = .name }, { $0.sort = .newest }, { $0.text = "가" }, { $0.kind = .restaurant },
        { $0.isEveryStatus = true },
        { $0.bounds = PlaceQuery.Bounds(south: 37.4, west: 126.7, north: 37.6, east: 127.2) },
        {
            $0.near = PlaceQuery.Point(latitude: 37.56, longitude: 126.98)
            $0.radius = 5_000
        },
    ]

    private func list(_ query: PlaceQuery, _ site: TestSite) async throws -> PlaceList {
        let now = SeoulTime(site.now)
        return try await site.app.database.read { try $0.placeList(query, at: now, limit: 5_000) }
    }

    @Test("A filter is offered from a page of places on, and where it is asked for") func offer() async throws {
        let site = try await TestSite()
        let (places, person) = (try await site.places(20), try #require(try await site.people(1).first))
        for place in places.dropLast() { try await tell(.solo, "yes", place, person, site) }
        func offers(_ path: String) async throws -> Bool {
            try await site.get(path).html.has("[name=fact][value=solo]")
        }
        #expect(try await !offers("/places?kind=restaurant"))
        #expect(try await offers("/places?kind=restaurant&fact=solo"))
        try await tell(.solo, "yes", places[19], person, site)
        #expect(try await offers("/places?kind=restaurant"))
        let empty = try await site.get("/places?kind=bookshop&fact=solo").html
        #expect(empty.has("a[href=/places?kind=bookshop]"))
    }

    @Test("Nothing of an erased account is counted", arguments: TestEngine.available)
    func erase(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (places, people) = (try await site.places(2), try await site.people(2))
        try await tell(.solo, "yes", places[0], people[0], site)
        try await tell(.solo, "yes", places[0], people[1], site)
        try await tell(.monday, "11:00-20:00", places[1], people[0], site)
        try await site.execute("UPDATE accounts SET leaving_at = 1 WHERE id = \(people[0])")
        #expect(try await site.app.accountMaintenance.eraser.run(at: site.now) == 1)
        #expect(try await site.count("SELECT COUNT(*) FROM place_answers") == 1)
        #expect(try await site.count("SELECT CAST(SUM(people) AS BIGINT) FROM place_attributes") == 1)
        #expect(try await site.count("SELECT COUNT(*) FROM place_hours WHERE place_id = \(places[1])") == 0)
        #expect(try await site.app.database.read { try $0.wrongKeptCounts() } == [:])
    }

    @Test("Answers move with a merge unless people have both, and come back", arguments: TestEngine.available)
    func merge(_ engine: TestEngine) async throws {
        let merged = try await MergedPlaces(on: engine)
        let (site, duplicate, other) = (merged.site, merged.places[0], merged.places[1])
        try await tell(.solo, "yes", duplicate, merged.people[0], site)
        try await tell(.solo, "yes", duplicate, merged.people[1], site)
        try await tell(.solo, "no", other, merged.people[1], site)
        try await tell(.monday, "11:00-20:00", duplicate, merged.people[2], site)
        func rows() async throws -> [String] {
            try await site.app.database.read { transaction in
                try transaction.rows(
                    "SELECT place_id, attribute, value, people FROM place_attributes ORDER BY place_id, attribute, value"
                ).map {
                    "\(try $0.int64(0) == other.rawValue) \(try $0.string(1)) \(try $0.string(2)) \(try $0.int(3))"
                }
                .sorted()
            }
        }
        let before = try await rows()
        #expect(try await merged.merge(duplicate, into: other).status == .seeOther)
        #expect(
            try await rows() == [
                "false solo yes 1", "true hours-mon 11:00-20:00 1", "true solo no 1", "true solo yes 1",
            ]
        )
        // Who answers at the address of the duplicate answers about the other one.
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "하나")
        try await browser.post("/places/\(duplicate)/facts", ["key": "vegan", "value": "yes"])
        let vegan: SQL = "SELECT COUNT(*) FROM place_answers WHERE attribute = 'vegan' AND place_id = \(other)"
        #expect(try await site.count(vegan) == 1)
        try await merged.unmerge(duplicate)
        try await browser.post("/places/\(other)/facts/delete", ["key": "vegan"])
        #expect(try await rows() == before)
    }
}

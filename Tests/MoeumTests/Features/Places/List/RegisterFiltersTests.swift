import Foundation
import Testing

@testable import Moeum

/// Lists narrowed by what registers say of places.
@Suite(.cleanup)
struct RegisterFiltersTests {
    private static let source = SourceReference(source: Register.licences.source, asOf: "2026-11-24")

    /// On 27 November 2026, where registers have said something of the first three restaurants.
    private func site(on engine: TestEngine) async throws -> (TestSite, [Place.ID]) {
        let site = try await TestSite(on: engine)
        site.clock.move(Date(timeIntervalSince1970: 1_795_750_200).timeIntervalSince(site.now))
        let ids = try await site.app.database.write { transaction in
            let source = Source(
                id: Self.source.source,
                nameKo: "대장",
                nameEn: "Register",
                url: nil,
                licence: nil,
                asOf: "2026-11-24"
            )
            try transaction.saveSource(source)
            let ids = try transaction.rows(
                "SELECT id FROM places WHERE kind = 'restaurant' AND status = 'listed' ORDER BY id LIMIT 3"
            ).map { try $0.id(0) as Place.ID }
            let days = ["2026-11-24", "2025-11-27", "2025-11-26"]
            for (id, day) in zip(ids, days) {
                let reference = SourceReference(source: Self.source.source, asOf: day)
                try transaction.saveOperation(
                    PlaceOperation(state: .open, stateText: "영업/정상", reference: reference),
                    of: id
                )
            }
            var model = PlaceDesignation(kind: .model, match: .permit, reference: Self.source)
            try transaction.saveDesignation(model, of: ids[0])
            model.revocation = .standard
            try transaction.saveDesignation(model, of: ids[1])
            var safe = PlaceDesignation(kind: .safe, match: .addressAndName, reference: Self.source)
            (safe.grade, safe.until) = ("우수", "2026-11-27")
            try transaction.saveDesignation(safe, of: ids[1])
            safe.until = "2026-11-26"
            try transaction.saveDesignation(safe, of: ids[2])
            return ids
        }
        return (site, ids)
    }

    @Test("They hold what is designated today, and what a year has confirmed", arguments: TestEngine.available)
    func narrow(_ engine: TestEngine) async throws {
        let (site, ids) = try await site(on: engine)
        func found(_ query: String) async throws -> Set<Int> {
            let page = try await site.json("/places?\(query)")
            let places = page["places"] as? [[String: Any]] ?? []
            #expect(page["total"] as? Int == places.count, "\(query)")
            return Set(places.compactMap { $0["id"] as? Int })
        }
        let numbers = ids.map { Int($0) }
        #expect(try await found("confirmed=1") == Set(numbers.prefix(2)))
        #expect(try await found("designation=model") == [numbers[0]])
        #expect(try await found("designation=safe") == [numbers[1]])
        #expect(try await found("designation=good-price") == [])
        #expect(try await found("designation=safe&confirmed=1&kind=restaurant") == [numbers[1]])
        #expect(try await found("designation=model&kind=bookshop") == [])
    }

    @Test("They are offered where some place has them, and can be taken off")
    func offer() async throws {
        let bare = try await TestSite().get("/places").html
        #expect(!bare.has("[name=confirmed]") && !bare.has("[name=designation]"))
        let (site, _) = try await site(on: .sqlite)
        let page = try await site.get("/places?designation=model&confirmed=1").html
        #expect(page.has("input[name=confirmed][value=1][checked]"))
        #expect(page.has("option[value=model][selected]") && page.has("option[value=safe]"))
        #expect(!page.has("option[value=good-price]"))
        #expect(page.has("a[href=/places?designation=model]") && page.has("a[href=/places?confirmed=1]"))
        let address = "http://moeum.example/places?designation=model&confirmed=1"
        #expect(page.has("link[rel=canonical][href=\(address)]"))
    }

    @Test("An empty list offers itself without them") func waysOut() async throws {
        let (site, _) = try await site(on: .sqlite)
        let page = try await site.json("/places?designation=model&kind=bookshop")
        let ways = (page["alternatives"] as? [[String: Any]] ?? []).compactMap { $0["href"] as? String }
        #expect(ways.contains("/places?kind=bookshop") && ways.contains("/places?designation=model"))
    }

    @Test("The page about the data counts what was confirmed", arguments: TestEngine.available)
    func coverage(_ engine: TestEngine) async throws {
        let (site, ids) = try await site(on: engine)
        let districts = site.app.districts
        try await site.app.database.write { transaction in
            let place = try #require(try transaction.place(ids[0]))
            let closed = PlaceOperation(state: .closed, stateText: "폐업", reference: Self.source)
            try transaction.saveOperation(closed, of: ids[0])
            let district = try #require(districts[slug: place.district])
            let decision = StatusDecision(source: nil, reason: "made-up")
            try transaction.setPlaceStatus(.closed, of: ids[0], decision, district, now: 1)
        }
        let counts = try #require(try await site.json("/about/data")["coverage"] as? [String: Any])
        let listed = try await site.app.database.read { transaction in
            try transaction.placeCounts().reduce(0) { $0 + ($1.kind == .restaurant ? $1.count : 0) }
        }
        #expect(counts["confirmed"] as? Int == 1 && counts["closed"] as? Int == 1)
        #expect(counts["unknown"] as? Int == listed - 1 && counts["since"] as? String == "2025-11-27")
    }
}

import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Noting where one was: once for each day, seen by nobody else.
@Suite(.cleanup)
struct VisitTests {
    @Test(
        "A day is taken from 1900 until today",
        arguments: [
            ("2026-11-21", "2026-11-21"), (" 2026-11-20 ", "2026-11-20"), ("1900-01-01", "1900-01-01"),
            ("2024-02-29", "2024-02-29"),
        ]
    )
    func acceptsDays(_ typed: String, _ day: String) throws {
        #expect(try Visit.day(typed, today: "2026-11-21") == day)
    }

    @Test("Without a day it is today")
    func defaultsToToday() throws {
        #expect(try Visit.day(nil, today: "2026-11-21") == "2026-11-21")
    }

    @Test(
        "Any other day is refused with its reason",
        arguments: [
            ("2026-11-22", Visit.DayError.future), ("9999-12-31", .future), ("1899-12-31", .early),
            ("2025-02-29", .invalid), ("", .missing), ("  ", .missing),
            ("yesterday", .invalid), ("2026-+1-01", .invalid), ("+026-01-01", .invalid), ("2026-1-1", .invalid),
            ("2026-11-21T00:00", .invalid), ("２０２６-11-21", .invalid), ("2026-00-10", .invalid),
        ]
    )
    func refusesDays(_ typed: String, _ error: Visit.DayError) {
        #expect(throws: error) { try Visit.day(typed, today: "2026-11-21") }
    }

    @Test("A place has one visit for each day", arguments: TestEngine.available)
    func isUniqueByDay(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let account = try #require(try await site.people(1).first)
        let place = try #require(try await site.places(1).first)
        let now = site.now
        let ids = try await site.app.database.write { transaction in
            try ["2026-11-20", "2026-11-20", "2026-11-19"].map {
                try transaction.insertVisit(place, on: $0, by: account, at: now)
            }
        }
        #expect(ids[0] == ids[1])
        #expect(ids[0] != ids[2])
        let visits = try await site.app.database.read { try $0.visits(of: account, at: place, limit: 10) }
        #expect(visits.map(\.on) == ["2026-11-20", "2026-11-19"])
        #expect(visits.map(\.id) == [ids[0], ids[2]])
    }

    @Test("Visited places are the account's own, since a day or ever", arguments: TestEngine.available)
    func findsVisitedPlaces(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let people = try await site.people(2)
        let places = try await site.places(3)
        let now = site.now
        let found = try await site.app.database.write { transaction in
            _ = try transaction.insertVisit(places[0], on: "2020-01-01", by: people[0], at: now)
            _ = try transaction.insertVisit(places[0], on: "2026-10-01", by: people[0], at: now)
            _ = try transaction.insertVisit(places[1], on: "2026-11-01", by: people[0], at: now)
            _ = try transaction.insertVisit(places[2], on: "2026-11-01", by: people[1], at: now)
            return [nil, "2026-10-01", "2026-10-02", "2026-11-02"].map { since in
                Result { try transaction.visitedPlaces(of: people[0], since: since) }
            }
        }
        let sets = try found.map { try $0.get() }
        #expect(sets == [Set(places[0...1]), Set(places[0...1]), [places[1]], []])
    }

    @Test("Only its owner deletes a visit, once", arguments: TestEngine.available)
    func isDeletedByItsOwner(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try #require(try await site.places(1).first)
        let (owner, other) = (TestBrowser(site), TestBrowser(site))
        let account = try await site.logIn(owner, nickname: "바라")
        try await site.logIn(other, nickname: "미르")
        try await owner.post("/places/\(place)/visits", ["on": "2020-05-05"])
        let id = try #require(
            try await site.app.database.read { try $0.visitID(of: account, at: place, on: "2020-05-05") }
        )
        #expect(try await other.post("/visits/\(id)/delete").status == .notFound)
        #expect(try await other.get("/places/\(place)").text.contains("2020-05-05") == false)
        #expect(try await site.count("SELECT COUNT(*) FROM visits") == 1)
        #expect(try await owner.post("/visits/\(id)/delete").status == .seeOther)
        #expect(try await site.count("SELECT COUNT(*) FROM visits") == 0)
        #expect(try await owner.post("/visits/\(id)/delete").status == .notFound)
    }
}

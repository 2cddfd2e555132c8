import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Confirmation

/// Until when a place is said to have closed.
@Suite(.cleanup)
struct SaidClosedTests {
    private static let day: TimeInterval = 86_400

    /// A place that three people said has closed, and three others.
    private func scene(_ engine: TestEngine) async throws -> (site: TestSite, place: Place.ID, people: [Account.ID]) {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(6))
        for person in people[..<3] { try await site.confirm(place, .closed, by: person) }
        #expect(try await site.confirmations(of: place).isSaidClosed)
        return (site, place, people)
    }

    @Test("Somebody who finds it open ends it, until they take it back", arguments: TestEngine.available)
    func endByConfirmation(_ engine: TestEngine) async throws {
        let (site, place, people) = try await scene(engine)
        // An account of this week could do it for its owner.
        let newcomer = try #require(try await site.people(1, "새손님", age: Self.day).first)
        try await site.confirm(place, .open, by: newcomer)
        try await site.confirm(place, .unsure, by: people[3])
        #expect(try await site.confirmations(of: place).isSaidClosed)
        let answer = try await site.confirm(place, .open, by: people[3])
        let today = SeoulTime(site.now).isoDay
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(open: 2, closed: 3, lastOn: today))
        _ = try await site.app.database.write { try $0.deleteConfirmation(answer, of: people[3]) }
        #expect(try await site.confirmations(of: place).isSaidClosed)
        // Those who said so before it was open no longer count, three who say so later do.
        try await site.confirm(place, .open, by: people[3])
        for person in people[..<2] { try await site.confirm(place, .closed, by: person) }
        #expect(try await !site.confirmations(of: place).isSaidClosed)
        try await site.confirm(place, .closed, by: people[4])
        #expect(try await site.confirmations(of: place).isSaidClosed)
        // Their case is still open, and waits no more urgently.
        #expect(try await site.currentCase(of: .place(place))?.weight == 300)
        #expect(try await site.count("SELECT COUNT(*) FROM report_cases") == 1)
    }

    @Test("Staff end it by closing the case, and others may say so again", arguments: TestEngine.available)
    func endByStaff(_ engine: TestEngine) async throws {
        let (site, place, people) = try await scene(engine)
        let staff = try #require(try await site.moderators(1).first)
        try await site.decide(.dismiss, on: .place(place), by: staff)
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(closed: 3))
        // One more does not begin it again, and nobody gets mail for a tap.
        try await site.confirm(place, .closed, by: people[3])
        #expect(try await !site.confirmations(of: place).isSaidClosed)
        #expect(try await site.currentCase(of: .place(place)) == nil)
        #expect(try await site.count("SELECT COUNT(*) FROM outbox") == 0)
        // Nor do those say anything new whom staff have answered.
        for person in people[..<3] { try await site.confirm(place, .closed, by: person) }
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(closed: 4))
        #expect(try await site.currentCase(of: .place(place)) == nil)
        for person in people[4...] { try await site.confirm(place, .closed, by: person) }
        #expect(try await site.confirmations(of: place).isSaidClosed)
        #expect(try await site.count("SELECT COUNT(*) FROM report_cases") == 2)
        // A quarter later they may say it anew.
        try await site.decide(.dismiss, on: .place(place), by: staff)
        site.clock.move(90 * Self.day)
        for person in people[..<3] { try await site.confirm(place, .closed, by: person) }
        #expect(try await site.confirmations(of: place).isSaidClosed)
    }

    @Test("It ends by itself 180 days after the last who said so", arguments: TestEngine.available)
    func endByTime(_ engine: TestEngine) async throws {
        let (site, place, people) = try await scene(engine)
        site.clock.move(179 * Self.day)
        #expect(try await site.confirmations(of: place).isSaidClosed)
        site.clock.move(Self.day)
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(closed: 3))
        try await site.confirm(place, .closed, by: people[3])
        #expect(try await site.confirmations(of: place).isSaidClosed)
        #expect(try await site.count("SELECT COUNT(*) FROM report_cases") == 1)
    }

    @Test("The answers of people who leave go with them", arguments: TestEngine.available)
    func endByLeaving(_ engine: TestEngine) async throws {
        let (site, place, people) = try await scene(engine)
        try await site.execute("UPDATE accounts SET leaving_at = 1 WHERE id = \(people[0])")
        #expect(try await site.app.accountMaintenance.eraser.run(at: site.now) == 1)
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(closed: 2))
        #expect(try await site.currentCase(of: .place(place)) != nil)
    }

    @Test("A merged place takes its answers along, and gets them back", arguments: TestEngine.available)
    func mergePlaces(_ engine: TestEngine) async throws {
        let merged = try await MergedPlaces(on: engine, places: 3, people: 4)
        let (site, people) = (merged.site, merged.people)
        let (first, second, third) = (merged.places[0], merged.places[1], merged.places[2])
        for person in people[..<3] { try await site.confirm(first, .closed, by: person) }
        try await site.confirm(second, .closed, by: people[0])
        try await site.confirm(second, .open, by: people[3])
        let before = [
            try await site.confirmations(of: first), try await site.confirmations(of: second),
            try await site.confirmations(of: third),
        ]
        try await merged.merge(first, into: second)
        #expect(try await site.confirmations(of: first) == ConfirmationCounts())
        // One person answered at both.
        let both = try await site.confirmations(of: second)
        #expect(both.closed == 3 && both.open == 1 && !both.isSaidClosed)
        try await merged.merge(second, into: third)
        #expect(try await site.confirmations(of: third) == both)
        // Given after the merges, an answer stays where it was given.
        try await site.confirm(third, .open, by: people[1])
        try await merged.unmerge(first)
        try await merged.unmerge(second)
        #expect(try await site.confirmations(of: second) == before[1])
        #expect(try await site.confirmations(of: third).open == 1)
        let left = try await site.confirmations(of: first)
        // What they said at first was replaced by what they said at third.
        #expect(before[0].closed == 3 && left.closed == 2 && left.open == 0)
        #expect(try await site.count("SELECT COUNT(*) FROM merged_confirmations") == 0)
    }
}

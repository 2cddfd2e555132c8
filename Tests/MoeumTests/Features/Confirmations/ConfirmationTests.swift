import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Confirmation

/// How answers to whether a place is still there are counted, and when it is said to have closed.
@Suite(.cleanup)
struct ConfirmationTests {
    private static let day: TimeInterval = 86_400

    private func hasCase(_ place: Place.ID, _ site: TestSite) async throws -> Bool {
        try await site.currentCase(of: .place(place)) != nil
    }

    @Test("Each person counts once, by their latest answer", arguments: TestEngine.available)
    func countPeople(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(3))
        #expect(try await site.confirmations(of: place) == ConfirmationCounts())
        for person in people { try await site.confirm(place, .open, by: person) }
        let first = SeoulTime(site.now).isoDay
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(open: 3, lastOn: first))
        // Within 90 days an answer replaces the one before, later it is another one.
        site.clock.move(89 * Self.day)
        try await site.confirm(place, .unsure, by: people[0])
        #expect(try await site.count("SELECT COUNT(*) FROM confirmations") == 3)
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(open: 2, lastOn: first))
        site.clock.move(Self.day)
        let second = SeoulTime(site.now).isoDay
        let again = try await site.confirm(place, .open, by: people[1])
        try await site.confirm(place, .closed, by: people[2])
        #expect(try await site.count("SELECT COUNT(*) FROM confirmations") == 5)
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(open: 1, closed: 1, lastOn: second))
        // Taken back, the answer before counts again.
        let deleted = try await site.app.database.write { try $0.deleteConfirmation(again, of: people[1]) }
        #expect(deleted?.place == place)
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(open: 1, closed: 1, lastOn: first))
        #expect(try await site.app.database.write { try $0.deleteConfirmation(again, of: people[1]) } == nil)
        site.clock.move(365 * Self.day)
        #expect(try await site.confirmations(of: place) == ConfirmationCounts())
    }

    @Test("Nobody else takes an answer back", arguments: TestEngine.available)
    func refuseOthers(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(2))
        let answer = try await site.confirm(place, .open, by: people[0])
        #expect(try await site.app.database.write { try $0.deleteConfirmation(answer, of: people[1]) } == nil)
        #expect(try await site.confirmations(of: place).open == 1)
    }

    @Test("A person is asked again after 90 days", arguments: TestEngine.available)
    func askAgain(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, person) = (
            try #require(try await site.places(1).first), try #require(try await site.people(1).first)
        )
        try await site.confirm(place, .unsure, by: person)
        for (days, isKnown) in [(0.0, true), (89, true), (1, false)] {
            site.clock.move(days * Self.day)
            let now = site.now
            let answer = try await site.app.database.read { try $0.confirmation(of: person, at: place, at: now) }
            #expect((answer?.state == .unsure) == isKnown)
        }
    }

    @Test("Three people open one case about a place that has closed", arguments: TestEngine.available)
    func openCase(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(5))
        for person in people[..<2] { try await site.confirm(place, .closed, by: person) }
        // The same person says it once.
        try await site.confirm(place, .closed, by: people[1])
        #expect(try await !site.confirmations(of: place).isSaidClosed)
        #expect(try await !hasCase(place, site))
        try await site.confirm(place, .closed, by: people[2])
        #expect(try await site.confirmations(of: place) == ConfirmationCounts(closed: 3, isSaidClosed: true))
        let opened = try #require(try await site.currentCase(of: .place(place)))
        #expect(opened.weight == 300 && opened.reportCount == 3 && opened.place == place)
        let reasons = try await site.count(
            """
            SELECT COUNT(*) FROM report_case_reasons
            WHERE case_id = \(opened.id) AND reason = 'false-information' AND report_count = 3
            """
        )
        #expect(reasons == 1)
        // More of them, and one that is taken back and given again, change nothing about it.
        for person in people[3...] { try await site.confirm(place, .closed, by: person) }
        let slip = try await site.confirm(place, .closed, by: people[0])
        _ = try await site.app.database.write { try $0.deleteConfirmation(slip, of: people[0]) }
        try await site.confirm(place, .closed, by: people[0])
        #expect(try await site.count("SELECT COUNT(*) FROM report_cases") == 1)
        #expect(try await site.currentCase(of: .place(place))?.weight == 300)
        #expect(try await site.count("SELECT COUNT(*) FROM confirmations WHERE case_id = \(opened.id)") == 5)
    }

    @Test("What people reported before joins the case of their answers", arguments: TestEngine.available)
    func joinCase(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(3))
        let known = try await site.report(ReportFixture(target: .place(place), place: place, at: site.now))
        for person in people { try await site.confirm(place, .closed, by: person) }
        let found = try #require(try await site.currentCase(of: .place(place)))
        #expect(found.id == known && found.weight == 400 && found.reportCount == 4)
    }

    @Test("Answers weigh as much as reports of the same people", arguments: TestEngine.available)
    func weighAnswers(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(4))
        // Anybody can create three accounts in a minute.
        for person in try await site.people(3, "새손님", age: Self.day) {
            try await site.confirm(place, .closed, by: person)
        }
        #expect(try await site.confirmations(of: place).closed == 3)
        #expect(try await !site.confirmations(of: place).isSaidClosed)
        for person in people[2...] {
            try await site.execute(
                "INSERT INTO reporter_records (account_id, right_count, wrong_count) VALUES (\(person), 0, 10)"
            )
        }
        for person in people[..<3] { try await site.confirm(place, .closed, by: person) }
        #expect(try await !site.confirmations(of: place).isSaidClosed)
        #expect(try await !hasCase(place, site))
        try await site.confirm(place, .closed, by: people[3])
        #expect(try await site.confirmations(of: place).isSaidClosed)
        #expect(try await hasCase(place, site))
    }

    @Test("Two people never are enough, however often they were right", arguments: TestEngine.available)
    func needThree(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(2))
        for person in people {
            try await site.execute(
                "INSERT INTO reporter_records (account_id, right_count, wrong_count) VALUES (\(person), 50, 0)"
            )
            try await site.confirm(place, .closed, by: person)
        }
        #expect(try await !site.confirmations(of: place).isSaidClosed)
        #expect(try await !hasCase(place, site))
    }
}

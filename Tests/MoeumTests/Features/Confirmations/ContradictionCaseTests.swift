import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Confirmation

/// What remains of a case when people take back that a place has closed.
@Suite(.cleanup)
struct ContradictionCaseTests {
    /// A place that three people said has closed, and another one.
    private func scene(_ engine: TestEngine) async throws -> (site: TestSite, place: Place.ID, people: [Account.ID]) {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(4))
        for person in people[..<3] { try await site.confirm(place, .closed, by: person) }
        return (site, place, people)
    }

    private func expectCase(_ count: Int, _ place: Place.ID, _ site: TestSite) async throws {
        let found = try #require(try await site.currentCase(of: .place(place)))
        #expect(found.reportCount == count && found.weight == 100 * count)
        let reasons = try await site.count(
            "SELECT report_count FROM report_case_reasons WHERE case_id = \(found.id) AND reason = 'false-information'"
        )
        #expect(reasons == count)
        let counted = try await site.count(
            "SELECT COUNT(*) FROM confirmations WHERE case_id = \(found.id) AND is_counted = 1"
        )
        #expect(counted == count)
    }

    @Test(
        "Each answer that is taken back or changed leaves the case, the last one removes it",
        arguments: TestEngine.available
    )
    func withdraw(_ engine: TestEngine) async throws {
        let (site, place, people) = try await scene(engine)
        try await expectCase(3, place, site)
        try await site.confirm(place, .unsure, by: people[0])
        try await expectCase(2, place, site)
        let slip = try await site.confirm(place, .closed, by: people[1])
        try await expectCase(2, place, site)
        _ = try await site.app.database.write { try $0.deleteConfirmation(slip, of: people[1]) }
        try await expectCase(1, place, site)
        try await site.confirm(place, .open, by: people[2])
        #expect(try await site.currentCase(of: .place(place)) == nil)
        #expect(try await site.count("SELECT COUNT(*) FROM report_cases") == 0)
        #expect(try await site.count("SELECT count FROM report_case_counts WHERE state = 'open'") == 0)
    }

    @Test("Somebody else who said the same counts in their place", arguments: TestEngine.available)
    func replace(_ engine: TestEngine) async throws {
        let (site, place, people) = try await scene(engine)
        try await site.confirm(place, .closed, by: people[3])
        try await expectCase(3, place, site)
        try await site.confirm(place, .unsure, by: people[0])
        try await expectCase(3, place, site)
        try await site.confirm(place, .unsure, by: people[1])
        try await expectCase(2, place, site)
        // Again enough, they count again.
        try await site.confirm(place, .closed, by: people[1])
        try await expectCase(3, place, site)
    }

    @Test("A case that has reports too, or that staff have closed, stays", arguments: TestEngine.available)
    func keepCase(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(4))
        try await site.report(ReportFixture(target: .place(place), place: place, at: site.now))
        for person in people[..<3] { try await site.confirm(place, .closed, by: person) }
        for person in people[..<3] { try await site.confirm(place, .unsure, by: person) }
        let left = try #require(try await site.currentCase(of: .place(place)))
        #expect(left.reportCount == 1 && left.weight == 100)
        for person in people[..<3] { try await site.confirm(place, .closed, by: person) }
        let staff = try #require(try await site.moderators(1).first)
        try await site.decide(.dismiss, on: .place(place), by: staff)
        let closed = "SELECT report_count FROM report_cases WHERE id = \(left.id)" as SQL
        #expect(try await site.count(closed) == 4)
        for person in people[..<3] { try await site.confirm(place, .open, by: person) }
        #expect(try await site.count(closed) == 4)
    }
}

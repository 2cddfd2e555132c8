import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Confirmation

/// Which places count as confirmed for what members answered.
@Suite(.cleanup)
struct ConfirmedPlacesTests {
    private static let day: TimeInterval = 86_400

    private func isConfirmed(_ place: Place.ID, _ site: TestSite) async throws -> Bool {
        let page = try await site.json("/places?confirmed=1")
        let found = (page["places"] as? [[String: Any]] ?? []).map { $0.id() as Place.ID? }
        #expect(page["total"] as? Int == found.count)
        // One place is asked as all of them are.
        let now = SeoulTime(site.now)
        let asked = try await site.app.database.read { transaction in
            try transaction.first(
                "SELECT t.id FROM places t WHERE t.id = \(place) AND \(transaction.isConfirmed(at: now))"
            ) { try $0.id(0) as Place.ID }
        }
        #expect((asked != nil) == found.contains(place))
        return asked != nil
    }

    private func isOffered(_ site: TestSite) async throws -> Bool {
        let now = SeoulTime(site.now)
        return try await site.app.database.read { try $0.registerFilters(at: now).hasConfirmed }
    }

    @Test("The latest answer of somebody whose answers count confirms a place", arguments: TestEngine.available)
    func confirmByMembers(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(1))
        // An account of this week could do it for its owner.
        let newcomer = try #require(try await site.people(1, "새손님", age: Self.day).first)
        try await site.confirm(place, .open, by: newcomer)
        #expect(try await !isConfirmed(place, site))
        #expect(try await !isOffered(site))
        try await site.confirm(place, .open, by: people[0])
        #expect(try await isConfirmed(place, site))
        #expect(try await isOffered(site))
        site.clock.move(91 * Self.day)
        #expect(try await isConfirmed(place, site))
        let slip = try await site.confirm(place, .closed, by: people[0])
        #expect(try await !isConfirmed(place, site))
        #expect(try await !isOffered(site))
        _ = try await site.app.database.write { try $0.deleteConfirmation(slip, of: people[0]) }
        #expect(try await isConfirmed(place, site))
        site.clock.move(366 * Self.day)
        #expect(try await !isConfirmed(place, site))
    }

    @Test("A place that is said to have closed is not confirmed by a register", arguments: TestEngine.available)
    func saidClosed(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(7))
        let today = SeoulTime(site.now).isoDay
        try await site.app.database.write { transaction in
            let register = Register.licences.source
            try transaction.saveSource(
                Source(id: register, nameKo: "대장", nameEn: "Register", url: nil, licence: nil, asOf: today)
            )
            let reference = SourceReference(source: register, asOf: today)
            let open = PlaceOperation(state: .open, stateText: "영업/정상", reference: reference)
            try transaction.saveOperation(open, of: place)
        }
        func expectConfirmed(_ expected: Bool) async throws {
            #expect(try await isConfirmed(place, site) == expected)
            #expect(try await isOffered(site) == expected)
            #expect(try await site.confirmations(of: place).isSaidClosed == !expected)
        }
        for person in people[..<2] { try await site.confirm(place, .closed, by: person) }
        try await expectConfirmed(true)
        try await site.confirm(place, .closed, by: people[2])
        try await expectConfirmed(false)
        // Somebody finds it open: what was said before counts no more, what three say later does.
        try await site.confirm(place, .open, by: people[3])
        try await expectConfirmed(true)
        for person in people[4...5] { try await site.confirm(place, .closed, by: person) }
        try await expectConfirmed(true)
        try await site.confirm(place, .closed, by: people[6])
        try await expectConfirmed(false)
        let coverage = try await site.app.database.read { [now = SeoulTime(site.now)] in try $0.dataCoverage(at: now) }
        #expect(coverage.confirmed == 0)
        // It ends with its time, and the register's day still holds.
        site.clock.move(180 * Self.day)
        try await expectConfirmed(true)
    }

    @Test("Many answers at one place are counted as few are", arguments: TestEngine.available)
    func countMany(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (place, people) = (try #require(try await site.places(1).first), try await site.people(260))
        let (now, today) = (site.now.milliseconds, SeoulTime(site.now).isoDay)
        func answer(_ state: Confirmation.State, _ people: ArraySlice<Account.ID>, at time: Int64) async throws {
            try await site.app.database.write { transaction in
                for person in people {
                    try transaction.execute(
                        """
                        INSERT INTO confirmations (id, place_id, account_id, state, weight, confirmed_on, created_at)
                        VALUES (\(Confirmation.ID.next()), \(place), \(person), \(state.rawValue), 100, \(today), \(time))
                        """
                    )
                }
            }
        }
        try await answer(.closed, people[..<120], at: now - 3_000)
        #expect(try await site.confirmations(of: place).isSaidClosed)
        try await answer(.open, people[120..<240], at: now - 2_000)
        try await answer(.closed, people[240..<242], at: now - 1_000)
        let before = ConfirmationCounts(open: 120, closed: 122, lastOn: today)
        #expect(try await site.confirmations(of: place) == before)
        try await site.confirm(place, .closed, by: people[242])
        #expect(try await site.confirmations(of: place).isSaidClosed)
        #expect(try await site.currentCase(of: .place(place))?.reportCount == 3)
    }
}

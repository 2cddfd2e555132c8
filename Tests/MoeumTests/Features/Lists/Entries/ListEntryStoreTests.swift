import Foundation
import Testing

@testable import Moeum

/// The order of a list, whatever is done to it.
@Suite(.cleanup)
struct ListEntryStoreTests {
    private static let now = Date(milliseconds: 1_760_000_000_000)

    private static func databaseWithList(
        on engine: TestEngine
    ) async throws -> (any Database, Account.ID, NamedList.ID, [Place.ID]) {
        let site = try await TestSite(on: engine)
        let account = try #require(try await site.people(1).first)
        let places = try await site.places(12)
        let list = try await site.app.database.write { transaction in
            try transaction.insertNamedList(
                NamedList.Details(title: "비 오는 날", note: "", visibility: .private),
                by: account,
                at: now
            )
        }
        return (site.app.database, account, try #require(list), places)
    }

    /// Random moves, additions and removals against a plain array.
    @Test("Random changes leave the order that an array would have", arguments: TestEngine.available)
    func matchesArray(_ engine: TestEngine) async throws {
        let (database, account, list, places) = try await Self.databaseWithList(on: engine)
        try await database.write { transaction in
            var generator = SeededGenerator(state: 42)
            var model: [(place: Place.ID, note: String)] = []
            var removed: [Place.ID: (index: Int, note: String)] = [:]
            for step in 0..<400 {
                let place = try #require(places.randomElement(using: &generator))
                let index = model.firstIndex { $0.place == place }
                let position = Bool.random(using: &generator) ? Int.random(in: -2...15, using: &generator) : nil
                switch Int.random(in: 0..<4, using: &generator) {
                case 0:
                    let isRemoved = try transaction.removeListEntry(place, from: list, by: account, at: Self.now)
                    #expect(isRemoved == (index != nil))
                    if let index { removed[place] = (index, model.remove(at: index).note) }
                default:
                    let note = Bool.random(using: &generator) ? "메모 \(step)" : nil
                    let before = model.map(\.place)
                    let outcome = try transaction.saveListEntry(
                        place,
                        on: list,
                        note: note,
                        position: position,
                        restoresNote: true,
                        by: account,
                        at: Self.now
                    )
                    let old = index.map { model.remove(at: $0) }
                    let former = old == nil ? removed[place] : nil
                    let end = position ?? (index ?? former?.index).map { $0 + 1 } ?? model.count + 1
                    let place = (place: place, note: note ?? old?.note ?? former?.note ?? "")
                    model.insert(place, at: min(max(end, 1), model.count + 1) - 1)
                    let isSame = before == model.map(\.place) && old?.note == place.note
                    let isBack = former?.note == place.note
                    #expect(outcome == (old == nil ? isBack ? .back : .added : isSame ? .unchanged : .changed))
                }
                let entries = try transaction.listEntries(of: list)
                #expect(entries.map(\.place) == model.map(\.place))
                #expect(entries.map(\.note) == model.map(\.note))
                #expect(entries.map(\.position) == Array(1...(max(model.count, 1))).prefix(model.count).map { $0 })
                let reader = ListReader(account: account, now: Self.now)
                #expect(try transaction.namedList(list, for: reader)?.list.count == model.count)
            }
        }
    }

    @Test("Entries added at once are all kept", arguments: TestEngine.available)
    func addsConcurrently(_ engine: TestEngine) async throws {
        let (database, account, list, places) = try await Self.databaseWithList(on: engine)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in places {
                group.addTask {
                    _ = try await database.write {
                        try $0.saveListEntry(place, on: list, position: 1, by: account, at: Self.now)
                    }
                }
            }
            try await group.waitForAll()
        }
        let entries = try await database.read { try $0.listEntries(of: list) }
        #expect(Set(entries.map(\.place)) == Set(places))
        #expect(entries.map(\.position) == Array(1...places.count))
    }

    @Test("A list has at most 500 entries")
    func limitsEntries() async throws {
        let (database, account, list, _) = try await Self.databaseWithList(on: .sqlite)
        try await database.write { transaction in
            let ids = try transaction.rows("SELECT id FROM places ORDER BY id LIMIT 501").map {
                try $0.id(0) as Place.ID
            }
            try #require(ids.count == 501)
            for (index, id) in ids.enumerated() {
                let outcome = try transaction.saveListEntry(id, on: list, by: account, at: Self.now)
                #expect(outcome == (index < NamedList.maxEntries ? .added : .full))
            }
            #expect(
                try transaction.saveListEntry(ids[0], on: list, position: 500, by: account, at: Self.now) == .changed
            )
            #expect(try transaction.saveListEntry(1, on: list, by: account, at: Self.now) == .unknown)
        }
    }
}

import Foundation
import Testing

@testable import Moeum

/// Ten thousand random edits against a plain model of entries and visits.
@Suite(.cleanup)
struct DiaryRandomTests {
    /// What the tables should hold.
    private struct Model: Sendable {
        struct Entry {
            var (text, day, place): (String, String, Int?)
            var deletion: DiaryEntry.Deletion?
            var rev = 1
            var isBlank: Bool { text.isEmpty }
        }

        struct Mention: Hashable {
            let place: Int
            let day: String

            init(_ place: Int, _ day: String) { (self.place, self.day) = (place, day) }
        }

        var entries: [Entry] = []
        /// The number of the entry that owns each visit; -1 for none.
        var visits: [Mention: Int] = [:]

        mutating func saveVisit(of number: Int) {
            guard let place = entries[number].place else { return }
            let mention = Mention(place, entries[number].day)
            if let own = visits.first(where: { $0.value == number })?.key {
                if own == mention { return }
                if !reassignVisit(own, from: number) {
                    visits[own] = nil
                    if visits[mention] == nil { visits[mention] = number }
                }
            }
            if visits[mention] == nil { visits[mention] = number }
        }

        mutating func dropVisit(of number: Int) {
            guard let own = visits.first(where: { $0.value == number })?.key else { return }
            if !reassignVisit(own, from: number) { visits[own] = nil }
        }

        mutating func reassignVisit(_ mention: Mention, from number: Int) -> Bool {
            let heir = entries.indices.first {
                $0 != number && entries[$0].deletion == nil && entries[$0].place == mention.place
                    && entries[$0].day == mention.day
            }
            if let heir { visits[mention] = heir }
            return heir != nil
        }
    }

    /// The edits so far: what they left in the tables should be what the model holds.
    private struct Edits: Sendable {
        private static let days = ["2026-01-01", "2026-01-02", "2026-01-03"]
        private static let texts = ["", "가", "나\n다", " ", "라"]

        let app: App
        let account: Account.ID
        let places: [Place.ID]
        let now: Date
        var random = SeededGenerator(state: 42)
        var model = Model()
        var ids: [DiaryEntry.ID] = []
        private var count = 0

        init(_ site: TestSite, _ account: Account.ID, _ places: [Place.ID]) {
            (app, now, self.account, self.places) = (site.app, site.now, account, places)
        }

        /// One edit by chance, in the tables and in the model.
        mutating func perform(_ transaction: Transaction) throws {
            count += 1
            let number = ids.indices.randomElement(using: &random)
            let input = try input()
            let kind = Int.random(in: 0..<10, using: &random)
            let ticked = Bool.random(using: &random)
            if kind == 0 && ids.count < 60 || number == nil {
                try create(input, transaction)
            } else if let number, kind < 7 {
                try save(number, input, isStale: kind == 1, transaction)
            } else if let number, kind == 7 {
                try delete(number, andVisit: ticked, transaction)
            } else if let number, kind == 8 {
                try restore(number, transaction)
            } else {
                let index = Int.random(in: 0..<3, using: &random)
                let mention = Model.Mention(index, input.day)
                if model.visits[mention] == nil { model.visits[mention] = -1 }
                _ = try transaction.insertVisit(places[index], on: input.day, by: account, at: now)
            }
        }

        private mutating func input() throws -> DiaryEntryInput {
            let day = Self.days.randomElement(using: &random) ?? ""
            let place = places.randomElement(using: &random)
            let hasPlace = Bool.random(using: &random)
            let text = Self.texts.randomElement(using: &random) ?? ""
            let form = Form(items: [
                ("on", day), ("place_id", hasPlace ? place.map { "\($0)" } ?? "" : ""), ("text", text),
            ])
            return try DiaryEntryInput(DiaryForm(form), today: "2026-11-01")
        }

        private func index(_ input: DiaryEntryInput) -> Int? { input.place.flatMap { places.firstIndex(of: $0) } }

        private mutating func create(_ input: DiaryEntryInput, _ transaction: Transaction) throws {
            let target = SaveDiaryEntry.Target.form("key\(count)key\(count)")
            let write = SaveDiaryEntry(app: app, account: account, target: target, input: input)
            let outcome = try write.save(at: now, transaction)
            guard case .created(let entry) = outcome else {
                #expect(outcome == .nothing && input.isBlank)
                return
            }
            ids.append(entry.id)
            model.entries.append(Model.Entry(text: input.text.text, day: input.day, place: index(input)))
            model.saveVisit(of: ids.count - 1)
        }

        private mutating func save(_ number: Int, _ input: DiaryEntryInput, isStale: Bool, _ transaction: Transaction)
            throws
        {
            let entry = model.entries[number]
            let write = SaveDiaryEntry(
                app: app,
                account: account,
                target: .entry(ids[number]),
                input: input,
                rev: entry.rev - (isStale ? 1 : 0)
            )
            let outcome = try write.save(at: now, transaction)
            let isEqual = entry.text == input.text.text && entry.day == input.day && entry.place == index(input)
            switch outcome {
            case .deleted: #expect(entry.deletion == .hand)
            case .conflict: #expect(entry.deletion != .hand && isStale && !isEqual)
            case .saved: #expect(entry.deletion != .hand && (isEqual || !isStale))
            default: Issue.record("an edit ended in \(outcome)")
            }
            guard case .saved = outcome, !isEqual else { return }
            (model.entries[number].text, model.entries[number].day) = (input.text.text, input.day)
            model.entries[number].place = index(input)
            model.entries[number].rev += 1
            model.entries[number].deletion = input.isBlank ? .blank : nil
            if entry.place != nil, input.place == nil {
                model.dropVisit(of: number)
            } else if !input.isBlank {
                model.saveVisit(of: number)
            }
        }

        private mutating func delete(_ number: Int, andVisit: Bool, _ transaction: Transaction) throws {
            if var entry = try transaction.diaryEntry(ids[number], of: account), entry.deletion != .hand {
                (entry.deletedAt, entry.deletion) = (now, .hand)
                _ = try transaction.updateDiaryEntry(entry, from: entry.rev)
                if andVisit { try transaction.deleteVisit(of: entry, at: now) }
            }
            if model.entries[number].deletion == .hand { return }
            model.entries[number].deletion = .hand
            if andVisit { model.dropVisit(of: number) }
        }

        private mutating func restore(_ number: Int, _ transaction: Transaction) throws {
            if var entry = try transaction.diaryEntry(ids[number], of: account), !entry.isBlank {
                (entry.deletedAt, entry.deletion) = (nil, nil)
                _ = try transaction.updateDiaryEntry(entry, from: entry.rev)
                try transaction.saveVisit(of: entry, at: now)
            }
            if DiaryText.title(of: model.entries[number].text).isEmpty { return }
            model.entries[number].deletion = nil
            model.saveVisit(of: number)
        }
    }

    // Many edits at a commit: beside a transaction that another test holds open, PostgreSQL remembers some thousands of
    // commits exactly; later ones are then refused as possible conflicts.
    @Test(
        "Ten thousand random edits leave in the tables what they leave in a plain model",
        arguments: TestEngine.available
    )
    func matchModel(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine, settings: ["MOEUM_LIMITS": "off"])
        let account = try #require(try await site.people(1).first)
        var edits = Edits(site, account, try await site.places(3))
        for _ in 0..<200 {
            edits = try await site.app.database.write { [edits] transaction in
                var edits = edits
                for _ in 0..<50 { try edits.perform(transaction) }
                return edits
            }
            try await Self.compare(edits.model, edits.ids, edits.places, account, site)
        }
    }

    private static func compare(
        _ model: Model,
        _ ids: [DiaryEntry.ID],
        _ places: [Place.ID],
        _ account: Account.ID,
        _ site: TestSite
    ) async throws {
        let (entries, visits) = try await site.app.database.read { transaction in
            (
                try ids.map { try transaction.diaryEntry($0, of: account) },
                try transaction.rows(
                    "SELECT place_id, visited_on, entry_id FROM visits WHERE account_id = \(account) ORDER BY id"
                )
                .map {
                    (
                        place: try $0.id(0) as Place.ID, day: try $0.string(1),
                        owner: try $0.optionalID(2) as DiaryEntry.ID?
                    )
                }
            )
        }
        for (entry, expected) in zip(entries, model.entries) {
            #expect(entry?.text == expected.text && entry?.day == expected.day && entry?.rev == expected.rev)
            #expect(entry?.place == expected.place.map { places[$0] } && entry?.deletion == expected.deletion)
        }
        #expect(visits.count == model.visits.count)
        for visit in visits {
            let place = try #require(places.firstIndex(of: visit.place))
            let owner = model.visits[Model.Mention(place, visit.day)]
            let number = visit.owner.flatMap { ids.firstIndex(of: $0) } ?? -1
            #expect(owner == number)
        }
        // What nobody could see is listed nowhere.
        #expect(
            try await site.count(
                "SELECT COUNT(*) FROM diary_entries WHERE deleted_at IS NULL AND title = '' AND photo_count = 0"
            ) == 0
        )
    }
}

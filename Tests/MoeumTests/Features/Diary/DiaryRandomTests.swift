import Foundation
import Testing

@testable import Moeum

/// Ten thousand random edits against a plain model of entries and visits.
struct DiaryRandomTests {
    /// What the tables should hold.
    private struct Model {
        struct Entry {
            var (text, day, place): (String, String, Int?)
            var deletion: DiaryEntry.Deletion?
            var rev = 1
            var isBlank: Bool { text.isEmpty }
        }

        struct Stay: Hashable {
            let place: Int
            let day: String

            init(_ place: Int, _ day: String) { (self.place, self.day) = (place, day) }
        }

        var entries: [Entry] = []
        /// The number of the entry that owns each visit; -1 for none.
        var visits: [Stay: Int] = [:]

        mutating func keepVisit(of number: Int) {
            guard let place = entries[number].place else { return }
            let stay = Stay(place, entries[number].day)
            if let own = visits.first(where: { $0.value == number })?.key {
                if own == stay { return }
                if !handOver(own, from: number) {
                    visits[own] = nil
                    if visits[stay] == nil { visits[stay] = number }
                }
            }
            if visits[stay] == nil { visits[stay] = number }
        }

        mutating func handOver(_ stay: Stay, from number: Int) -> Bool {
            let heir = entries.indices.first {
                $0 != number && entries[$0].deletion == nil && entries[$0].place == stay.place
                    && entries[$0].day == stay.day
            }
            if let heir { visits[stay] = heir }
            return heir != nil
        }
    }

    private static let days = ["2026-01-01", "2026-01-02", "2026-01-03"]
    private static let texts = ["", "가", "나\n다", " ", "라"]

    @Test(arguments: TestEngine.available)
    func tablesHoldWhatAPlainModelHolds(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            let places = try await site.places(3)
            let account = try #require(try await site.people(1).first)
            var random = SeededGenerator(state: 42)
            var model = Model()
            var ids: [DiaryEntry.ID] = []
            for step in 0..<10_000 {
                let number = ids.indices.randomElement(using: &random)
                let form = DiaryForm(
                    Form(items: [
                        ("on", Self.days.randomElement(using: &random) ?? ""),
                        (
                            "place_id",
                            places.randomElement(using: &random).map { Bool.random(using: &random) ? "\($0)" : "" }
                                ?? ""
                        ),
                        ("text", Self.texts.randomElement(using: &random) ?? ""),
                    ])
                )
                let draft = try DiaryDraft(form, today: "2026-11-01")
                let place = draft.place.flatMap { places.firstIndex(of: $0) }
                let kind = Int.random(in: 0..<10, using: &random)
                let (now, ticked) = (site.now, Bool.random(using: &random))
                if kind == 0 && ids.count < 60 || number == nil {
                    let write = DiaryEntryWrite(
                        app: site.app,
                        account: account,
                        target: .form("key\(step)key\(step)"),
                        draft: draft
                    )
                    let outcome = try await site.app.database.write { try write.save(at: now, $0) }
                    guard case .created(let entry) = outcome else {
                        #expect(outcome == .nothing && draft.isBlank)
                        continue
                    }
                    ids.append(entry.id)
                    model.entries.append(Model.Entry(text: draft.text.text, day: draft.day, place: place))
                    model.keepVisit(of: ids.count - 1)
                } else if let number, kind < 7 {
                    let isStale = kind == 1
                    let rev = model.entries[number].rev - (isStale ? 1 : 0)
                    let write = DiaryEntryWrite(
                        app: site.app,
                        account: account,
                        target: .entry(ids[number]),
                        draft: draft,
                        rev: rev
                    )
                    let outcome = try await site.app.database.write { try write.save(at: now, $0) }
                    Self.change(&model, number, draft, place, isStale, outcome)
                } else if let number, kind == 7 {
                    let (id, wasDeleted) = (ids[number], model.entries[number].deletion == .hand)
                    try await site.app.database.write { transaction in
                        guard var entry = try transaction.diaryEntry(id, of: account), entry.deletion != .hand else {
                            return
                        }
                        (entry.deletedAt, entry.deletion) = (now, .hand)
                        _ = try transaction.updateDiaryEntry(entry, from: entry.rev)
                        if ticked { try transaction.deleteVisit(of: entry) }
                    }
                    if wasDeleted { continue }
                    model.entries[number].deletion = .hand
                    if ticked, let own = model.visits.first(where: { $0.value == number })?.key,
                        !model.handOver(own, from: number)
                    {
                        model.visits[own] = nil
                    }
                } else if let number, kind == 8 {
                    let id = ids[number]
                    try await site.app.database.write { transaction in
                        guard var entry = try transaction.diaryEntry(id, of: account), !entry.isBlank else { return }
                        (entry.deletedAt, entry.deletion) = (nil, nil)
                        _ = try transaction.updateDiaryEntry(entry, from: entry.rev)
                        try transaction.keepVisit(of: entry, at: now)
                    }
                    if DiaryText.title(of: model.entries[number].text).isEmpty { continue }
                    model.entries[number].deletion = nil
                    model.keepVisit(of: number)
                } else {
                    let (index, day) = (Int.random(in: 0..<3, using: &random), draft.day)
                    let visited = places[index]
                    if model.visits[Model.Stay(index, day)] == nil { model.visits[Model.Stay(index, day)] = -1 }
                    _ = try await site.app.database.write { try $0.insertVisit(visited, on: day, by: account, at: now) }
                }
                if step % 500 == 499 { try await Self.compare(model, ids, places, account, site) }
            }
        }
    }

    private static func change(
        _ model: inout Model,
        _ number: Int,
        _ draft: DiaryDraft,
        _ place: Int?,
        _ isStale: Bool,
        _ outcome: DiaryEntryWrite.Outcome
    ) {
        let entry = model.entries[number]
        if entry.deletion == .hand {
            if case .deleted = outcome { return }
            Issue.record("a deleted entry was written: \(outcome)")
            return
        }
        let isEqual = entry.text == draft.text.text && entry.day == draft.day && entry.place == place
        if isEqual || !isStale {
            guard case .saved = outcome else {
                Issue.record("not saved: \(outcome)")
                return
            }
        } else {
            guard case .conflict = outcome else {
                Issue.record("no conflict: \(outcome)")
                return
            }
            return
        }
        if isEqual { return }
        (model.entries[number].text, model.entries[number].day) = (draft.text.text, draft.day)
        model.entries[number].place = place
        model.entries[number].rev += 1
        model.entries[number].deletion = draft.isBlank ? .blank : nil
        if !draft.isBlank { model.keepVisit(of: number) }
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
            let owner = model.visits[Model.Stay(place, visit.day)]
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

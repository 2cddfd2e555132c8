import Foundation

/// The days that are exported.
struct DiaryExportRange: Sendable, Equatable {
    /// `yyyy-MM-dd`; nil for all days before and after.
    var from: String?
    var to: String?
}

/// An entry as it is exported, with what its file says besides.
struct ExportedDiaryEntry: Sendable, Equatable {
    /// A photo, and its files in the storage.
    struct Photo: Sendable, Equatable {
        let file: String
        let alt: String
    }

    let entry: DiaryEntry
    /// The slug of the place's district.
    let district: String?
    var photos: [Photo] = []

    var cursor: DiaryCursor { DiaryCursor(value: entry.day, id: entry.id) }
}

/// A visit in a calendar of another program.
struct ExportedVisit: Sendable, Equatable {
    /// By which entries are found that tell of it.
    struct Key: Hashable {
        let day: String
        let place: Place.ID
    }

    let id: Visit.ID
    let place: Place.ID
    let day: String
    let name: String
    let address: String?
    let notedAt: Date
    /// Of the account's entries of that place and day.
    var titles: [String] = []

    var key: Key { Key(day: day, place: place) }
}

extension Transaction {
    /// A page of entries with their photos, earliest day first; none from the trash.
    func exportedDiaryEntries(
        of account: Account.ID,
        in range: DiaryExportRange,
        after cursor: DiaryCursor?,
        limit: Int
    ) throws -> [ExportedDiaryEntry] {
        var entries = try rows(
            """
            SELECT \(DiaryEntry.columns), (SELECT p.district FROM places p WHERE p.id = e.place_id) FROM diary_entries e
            WHERE e.account_id = \(account) AND e.deleted_at IS NULL AND \(range.condition) AND \(cursor.condition)
            ORDER BY e.day, e.id LIMIT \(limit)
            """
        ).map { ExportedDiaryEntry(entry: try DiaryEntry($0), district: try $0.optionalString(19)) }
        if entries.isEmpty { return [] }
        let pairs = try rows(
            """
            SELECT h.entry_id, b.file, h.alt FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash
            WHERE h.entry_id IN \(list: entries.map(\.entry.id)) ORDER BY h.entry_id, h.position, h.id
            """
        ).map {
            (try $0.id(0) as DiaryEntry.ID, ExportedDiaryEntry.Photo(file: try $0.string(1), alt: try $0.string(2)))
        }
        let photos = Dictionary(grouping: pairs, by: \.0)
        for index in entries.indices { entries[index].photos = photos[entries[index].entry.id]?.map(\.1) ?? [] }
        return entries
    }

    /// A page of visits, earliest day first.
    /// - Parameter hasTitles: whether the titles of entries are wanted.
    func exportedVisits(
        of account: Account.ID,
        in range: DiaryExportRange,
        hasTitles: Bool,
        after last: ExportedVisit?,
        limit: Int
    ) throws -> [ExportedVisit] {
        let following: SQL = last.map { "(v.visited_on, v.id) > (\($0.day), \($0.id))" } ?? "1 = 1"
        var visits = try rows(
            """
            SELECT v.id, v.place_id, v.visited_on, p.name, COALESCE(p.road_address, p.lot_address), v.created_at
            FROM visits v JOIN places p ON p.id = v.place_id
            WHERE v.account_id = \(account) AND \(following)
                AND v.visited_on BETWEEN \(range.from ?? Visit.earliestDay) AND \(range.to ?? DiaryExportRange.lastDay)
            ORDER BY v.visited_on, v.id LIMIT \(limit)
            """
        ).map { row in
            ExportedVisit(
                id: try row.id(0),
                place: try row.id(1),
                day: try row.string(2),
                name: try row.string(3),
                address: try row.optionalString(4),
                notedAt: try row.date(5)
            )
        }
        guard hasTitles, let first = visits.first, let last = visits.last else { return visits }
        let titles = try diaryTitles(of: account, at: visits.map(\.place), from: first.day, to: last.day)
        for index in visits.indices { visits[index].titles = titles[visits[index].key] ?? [] }
        return visits
    }

    private func diaryTitles(
        of account: Account.ID,
        at places: [Place.ID],
        from: String,
        to: String
    ) throws -> [ExportedVisit.Key: [String]] {
        let found = try rows(
            """
            SELECT day, place_id, title FROM diary_entries
            WHERE account_id = \(account) AND deleted_at IS NULL AND day BETWEEN \(from) AND \(to)
                AND place_id IN \(list: places) AND title <> ''
            ORDER BY day, id
            """
        ).map { (key: ExportedVisit.Key(day: try $0.string(0), place: try $0.id(1)), title: try $0.string(2)) }
        return Dictionary(grouping: found, by: \.key).mapValues { $0.map(\.title) }
    }
}

extension DiaryExportRange {
    fileprivate static let lastDay = "9999-12-31"

    /// Of `diary_entries e`.
    var condition: SQL { "e.day BETWEEN \(from ?? Visit.earliestDay) AND \(to ?? Self.lastDay)" }
}

extension DiaryCursor? {
    /// What comes after it, of `diary_entries e`.
    var condition: SQL { map { "(e.day, e.id) > (\($0.value), \($0.id))" } ?? "1 = 1" }
}

import Foundation

/// An account's diary for its archive, and back from one.
extension Transaction {
    /// The entries by their days, and after them those in the trash.
    func archivedDiaryEntries(of account: Account.ID) throws -> [[ArchiveValue]] {
        var rows: [[ArchiveValue]] = []
        for isDeleted in [false, true] {
            var last: DiaryCursor?
            repeat {
                let page = try archivedDiaryEntries(of: account, isDeleted: isDeleted, after: last, limit: 500)
                rows += page.rows
                last = page.last
            } while last != nil
        }
        return rows
    }

    /// A page of entries as an archive has them, earliest day first.
    /// - Returns: the last of them, where there may be more.
    func archivedDiaryEntries(
        of account: Account.ID,
        in range: DiaryExportRange = DiaryExportRange(),
        isDeleted: Bool = false,
        after cursor: DiaryCursor?,
        limit: Int
    ) throws -> (rows: [[ArchiveValue]], last: DiaryCursor?) {
        let state: SQL = isDeleted ? "e.deleted_at IS NOT NULL" : "e.deleted_at IS NULL"
        let found = try rows(
            """
            SELECT e.id, e.day, e.minute, e.place_id, p.name, p.district, e.place_name, e.text, e.weather, e.temperature,
                e.weather_source, e.weather_provider, e.is_recalled, v.created_at, e.created_at, e.edited_at, e.deleted_at
            FROM diary_entries e LEFT JOIN places p ON p.id = e.place_id
            LEFT JOIN visits v ON v.entry_id = e.id AND v.place_id = e.place_id AND v.visited_on = e.day
                AND e.deleted_at IS NULL
            WHERE e.account_id = \(account) AND \(state) AND \(range.condition) AND \(cursor.condition)
            ORDER BY e.day, e.id LIMIT \(limit)
            """
        ).map { row in
            (
                key: DiaryCursor(value: try row.string(1), id: try row.id(0)),
                head: try (0...7).map { try row.archiveCell($0) }
                    + [
                        try row.archiveCell(8),
                        try row.optionalInt(9).map { .decimal(Double($0) / 10) } ?? .nothing,
                        .text(try row.string(10)), try row.archiveCell(11), .flag(try row.bool(12)),
                    ], tail: try (13...16).map { try row.archiveTime($0) }
            )
        }
        let photos = try diaryPhotoNames(of: found.map(\.key.id))
        return (
            rows: found.map { entry in
                let own = photos[entry.key.id] ?? []
                return entry.head + [.texts(own.map(\.name)), .texts(own.map(\.alt))] + entry.tail
            },
            last: found.count == limit ? found.last?.key : nil
        )
    }

    private func diaryPhotoNames(of entries: [DiaryEntry.ID]) throws -> [DiaryEntry.ID: [ArchivedDiaryEntry.Photo]] {
        if entries.isEmpty { return [:] }
        let pairs = try rows(
            "SELECT entry_id, name, alt FROM photos WHERE entry_id IN \(list: entries) ORDER BY entry_id, position, id"
        ).map { row in
            (try row.id(0) as DiaryEntry.ID, ArchivedDiaryEntry.Photo(name: try row.string(1), alt: try row.string(2)))
        }
        return Dictionary(grouping: pairs, by: \.0).mapValues { $0.map(\.1) }
    }

    func archivedDiaryVersions(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .diaryVersions,
            """
            SELECT v.entry_id, v.rev, v.text, v.why, v.edited_on, v.written_at
            FROM diary_entries e JOIN diary_versions v ON v.entry_id = e.id
            WHERE e.account_id = \(account) ORDER BY v.entry_id, v.id
            """
        )
    }

    // MARK: Import

    /// The photos of entries that the account does not have yet, as many as it may have.
    func diaryPhotosWanted(by entries: [ArchivedDiaryEntry], _ account: Account.ID) throws -> [String] {
        let new = try entries.filter { try !$0.photos.isEmpty && !hasDiaryEntry($0, account) }
        if new.isEmpty { return [] }
        let room = DiaryEntry.maxPhotosInAll - (try diaryPhotoCount(of: account))
        return Array(new.flatMap { $0.photos.map(\.name) }.prefix(max(0, room)))
    }

    /// Adds entries that the account does not have yet, as many as it may have, with their photos and the visits that they
    /// noted.
    /// - Returns: how many of them it has now.
    func restoreDiaryEntries(
        _ entries: [(place: Place.ID?, row: ArchivedDiaryEntry)],
        to recipient: ArchiveRecipient
    ) throws -> Int {
        let account = recipient.account
        var (room, kept) = (DiaryEntry.maxEntries - (try diaryEntryCount(of: account)), 0)
        // Each is given to the first that names it.
        var photos = recipient.photos
        for (place, entry) in entries {
            if try hasDiaryEntry(entry, account) {
                kept += 1
                continue
            }
            let pictures = entry.photos.compactMap { photo in
                photos.removeValue(forKey: photo.name).map { AttachedPhoto(id: $0, alt: photo.alt) }
            }
            guard room > 0, !entry.text.isBlank || !pictures.isEmpty else { continue }
            try restore(entry, at: place, with: pictures, to: recipient)
            (room, kept) = (room - 1, kept + 1)
        }
        return kept
    }

    /// Whether it was written by this account, or has come into it before.
    private func hasDiaryEntry(_ entry: ArchivedDiaryEntry, _ account: Account.ID) throws -> Bool {
        try first(
            """
            SELECT 1 FROM diary_entries
            WHERE account_id = \(account) AND (id = \(entry.id) OR once = \(entry.once)) LIMIT 1
            """
        ) { try $0.int(0) } != nil
    }

    private func restore(
        _ entry: ArchivedDiaryEntry,
        at place: Place.ID?,
        with pictures: [AttachedPhoto],
        to recipient: ArchiveRecipient
    ) throws {
        let restored = DiaryEntry(
            id: .next(),
            account: recipient.account,
            day: entry.day,
            minute: entry.minute,
            place: place,
            placeName: entry.placeName,
            text: entry.text.text,
            photoCount: pictures.count,
            weather: entry.weather,
            editedOn: "",
            isRecalled: entry.isRecalled,
            editedAt: entry.editedAt,
            deletedAt: entry.deletedAt,
            deletion: entry.deletedAt.map { _ in .hand }
        )
        guard try insertDiaryEntry(restored, once: entry.once, entry.columns, createdAt: entry.createdAt) else {
            return
        }
        try attachPhotos(pictures, to: restored, at: recipient.now)
        if restored.deletion == nil, let notedAt = entry.visitNotedAt {
            try saveVisit(of: restored, at: notedAt)
        }
    }
}

extension Row {
    /// The first columns of an archived entry: numbers, and texts of which empty ones stand for none.
    fileprivate func archiveCell(_ column: Int) throws -> ArchiveValue {
        switch column {
        case 0, 2, 3: try optionalInt64(column).map { .integer($0) } ?? .nothing
        case 7: .text(try string(column))
        default: try optionalString(column).flatMap { $0.isEmpty ? nil : .text($0) } ?? .nothing
        }
    }
}

import Foundation

extension Transaction {
    /// Keeps a text of an entry, and of older ones the latest only.
    func insertDiaryVersion(_ version: DiaryVersion, of entry: DiaryEntry.ID) throws {
        try execute(
            """
            INSERT INTO diary_versions (id, entry_id, rev, text, photos, why, edited_on, written_at)
            VALUES (\(version.id), \(entry), \(version.rev), \(version.text),
                \(version.photos.map { String($0) }.joined(separator: " ")), \(version.why.rawValue),
                \(version.editedOn), \(version.writtenAt.milliseconds))
            """
        )
        try execute(
            """
            DELETE FROM diary_versions WHERE entry_id = \(entry) AND id NOT IN (
                SELECT id FROM diary_versions WHERE entry_id = \(entry) ORDER BY id DESC LIMIT \(DiaryEntry.maxVersions))
            """
        )
    }

    /// Keeps texts that are neither blank nor kept already.
    func saveDiaryVersions(_ versions: [DiaryVersion], of entry: DiaryEntry.ID) throws {
        var kept = Set(try diaryVersions(of: entry).map(\.text))
        for version in versions where !DiaryText.title(of: version.text).isEmpty {
            if kept.insert(version.text).inserted { try insertDiaryVersion(version, of: entry) }
        }
    }

    /// The earlier texts of an entry, latest first.
    func diaryVersions(of entry: DiaryEntry.ID) throws -> [DiaryVersion] {
        try rows(
            """
            SELECT id, rev, text, photos, why, edited_on, written_at FROM diary_versions WHERE entry_id = \(entry)
            ORDER BY id DESC
            """
        ).map { row in
            DiaryVersion(
                id: try row.id(0),
                rev: try row.int(1),
                text: try row.string(2),
                photos: try row.string(3).split(separator: " ").compactMap { Photo.ID($0) },
                why: DiaryVersion.Reason(rawValue: try row.string(4)) ?? .session,
                editedOn: try row.string(5),
                writtenAt: try row.date(6)
            )
        }
    }

    func diaryVersionCount(of entry: DiaryEntry.ID) throws -> Int {
        try first("SELECT COUNT(*) FROM diary_versions WHERE entry_id = \(entry)") { try $0.int(0) } ?? 0
    }

    func deleteOldDiaryVersions(before oldest: Date, atMost limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM diary_versions WHERE id IN (
                SELECT id FROM diary_versions WHERE written_at < \(oldest.milliseconds)
                ORDER BY written_at, id LIMIT \(limit))
            """
        )
    }
}

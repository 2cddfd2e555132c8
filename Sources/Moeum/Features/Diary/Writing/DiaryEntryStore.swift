import Foundation

extension Transaction {
    /// An entry of the account, one in the trash too.
    func diaryEntry(_ id: DiaryEntry.ID, of account: Account.ID) throws -> DiaryEntry? {
        try first(
            "SELECT \(DiaryEntry.columns) FROM diary_entries WHERE id = \(id) AND account_id = \(account)",
            DiaryEntry.init
        )
    }

    /// The entry that a form has created.
    func diaryEntry(once key: String, of account: Account.ID) throws -> DiaryEntry? {
        try first(
            "SELECT \(DiaryEntry.columns) FROM diary_entries WHERE account_id = \(account) AND once = \(key)",
            DiaryEntry.init
        )
    }

    /// An account's latest entries about a place.
    func diaryEntries(of account: Account.ID, at place: Place.ID, limit: Int) throws -> [DiaryEntry] {
        try rows(
            """
            SELECT \(DiaryEntry.columns) FROM diary_entries
            WHERE place_id = \(place) AND account_id = \(account) AND deleted_at IS NULL
            ORDER BY day DESC, id DESC LIMIT \(limit)
            """
        ).map(DiaryEntry.init)
    }

    /// The entries in the trash, latest deleted first.
    func deletedDiaryEntries(of account: Account.ID, after cursor: DiaryTrashCursor?, limit: Int) throws -> [DiaryEntry]
    {
        var condition: SQL = "account_id = \(account) AND deleted_at IS NOT NULL"
        if let cursor { condition = "\(condition) AND (deleted_at, id) < (\(cursor.value), \(cursor.id))" }
        return try rows(
            """
            SELECT \(DiaryEntry.columns) FROM diary_entries WHERE \(condition)
            ORDER BY deleted_at DESC, id DESC LIMIT \(limit)
            """
        ).map(DiaryEntry.init)
    }

    /// How many entries an account has, those in the trash too.
    func diaryEntryCount(of account: Account.ID) throws -> Int {
        try first("SELECT COUNT(*) FROM diary_entries WHERE account_id = \(account)") { try $0.int(0) } ?? 0
    }

    /// Adds an entry.
    /// - Parameters:
    ///   - key: of its form; the same key adds one entry only.
    ///   - columns: where they were made before the write.
    ///   - createdAt: nil for the time of its latest change.
    /// - Returns: false where the form has added one already.
    func insertDiaryEntry(
        _ entry: DiaryEntry,
        once key: String,
        _ columns: DiaryTextColumns? = nil,
        createdAt: Date? = nil
    ) throws -> Bool {
        let columns = columns ?? DiaryTextColumns(entry)
        return try execute(
            """
            INSERT INTO diary_entries (id, account_id, day, minute, place_id, place_name, text, title, search_key,
                initials, photo_count, \(DiaryEntry.Weather.columns), once, rev, last_write, edited_on,
                is_recalled, created_at, edited_at, deleted_at, deleted_how)
            VALUES (\(entry.id), \(entry.account), \(entry.day), \(entry.minute), \(entry.place), \(entry.placeName),
                \(entry.text), \(columns.title), \(columns.searchKey), \(columns.initials), \(entry.photoCount),
                \(entry.weather.kind?.rawValue), \(entry.weather.temperature), \(entry.weather.source.rawValue),
                \(entry.weather.provider?.rawValue), \(key), \(entry.rev), \(entry.lastWrite), \(entry.editedOn), \(entry.isRecalled),
                \((createdAt ?? entry.editedAt).milliseconds), \(entry.editedAt.milliseconds),
                \(entry.deletedAt?.milliseconds), \(entry.deletion?.rawValue))
            ON CONFLICT (account_id, once) DO NOTHING
            """
        ) == 1
    }

    /// Writes a changed entry over the revision that it was made from.
    /// - Returns: false where another write was first.
    func updateDiaryEntry(_ entry: DiaryEntry, from rev: Int) throws -> Bool {
        let columns = DiaryTextColumns(entry)
        return try execute(
            """
            UPDATE diary_entries SET day = \(entry.day), minute = \(entry.minute), place_id = \(entry.place),
                place_name = \(entry.placeName), text = \(entry.text), title = \(columns.title),
                search_key = \(columns.searchKey), initials = \(columns.initials), photo_count = \(entry.photoCount),
                weather = \(entry.weather.kind?.rawValue), temperature = \(entry.weather.temperature),
                weather_source = \(entry.weather.source.rawValue),
                weather_provider = \(entry.weather.provider?.rawValue), rev = \(entry.rev), last_write = \(entry.lastWrite),
                edited_on = \(entry.editedOn), edited_at = \(entry.editedAt.milliseconds),
                deleted_at = \(entry.deletedAt?.milliseconds), deleted_how = \(entry.deletion?.rawValue)
            WHERE id = \(entry.id) AND account_id = \(entry.account) AND rev = \(rev)
            """
        ) == 1
    }

    /// Deletes entries that have been in the trash for their time.
    func deleteOldDiaryEntries(before oldest: Date, at now: Date, atMost limit: Int) throws -> Int {
        let old: SQL = """
            SELECT id FROM diary_entries WHERE deleted_at < \(oldest.milliseconds) ORDER BY deleted_at, id LIMIT \(limit)
            """
        return try eraseDiaryEntries(old, at: now)
    }

    /// Deletes entries of the trash before their time.
    /// - Parameter until: in milliseconds; what was deleted later stays.
    /// - Returns: how many; fewer than the limit where none is left.
    func emptyDiaryTrash(of account: Account.ID, until: Int64, at now: Date, atMost limit: Int) throws -> Int {
        let trash: SQL = """
            SELECT id FROM diary_entries WHERE account_id = \(account) AND deleted_at <= \(until)
            ORDER BY deleted_at, id LIMIT \(limit)
            """
        return try eraseDiaryEntries(trash, at: now)
    }

    /// Deletes entries for ever, with their photos, versions and public cards.
    private func eraseDiaryEntries(_ ids: SQL, at now: Date) throws -> Int {
        try withdrawCards(where: "entry_id IN (\(ids))", at: now)
        return try execute("DELETE FROM diary_entries WHERE id IN (\(ids))")
    }

    func deletedDiaryEntryCount(of account: Account.ID) throws -> Int {
        try first("SELECT COUNT(*) FROM diary_entries WHERE account_id = \(account) AND deleted_at IS NOT NULL") {
            try $0.int(0)
        } ?? 0
    }
}

extension DiaryEntry {
    /// Of `diary_entries`, as `init(_:)` reads them.
    static let columns: SQL = """
        id, account_id, day, minute, place_id, place_name, text, photo_count, \(Weather.columns),
        rev, last_write, edited_on, is_recalled, edited_at, deleted_at, deleted_how
        """

    init(_ row: any Row) throws {
        self.init(
            id: try row.id(0),
            account: try row.id(1),
            day: try row.string(2),
            minute: try row.optionalInt(3),
            place: try row.optionalID(4),
            placeName: try row.string(5),
            text: try row.string(6),
            photoCount: try row.int(7),
            weather: try Weather(row, from: 8),
            rev: try row.int(12),
            lastWrite: try row.optionalString(13),
            editedOn: try row.string(14),
            isRecalled: try row.bool(15),
            editedAt: try row.date(16),
            deletedAt: try row.optionalDate(17),
            deletion: try row.optionalString(18).flatMap(Deletion.init)
        )
    }
}

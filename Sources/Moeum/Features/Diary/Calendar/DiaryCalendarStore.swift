import Foundation

extension Transaction {
    private static let itemColumns: SQL = """
        e.id, e.day, e.title, substr(e.text, 1, 400), e.place_id, e.place_name, p.kind,
        p.district, p.dong, p.status, e.photo_count, \(DiaryEntry.Weather.columns)
        """

    /// Whether no entry tells of a visit `v`.
    private static let isUntold: SQL = """
        NOT EXISTS (
            SELECT 1 FROM diary_entries e WHERE e.place_id = v.place_id AND e.account_id = v.account_id
                AND e.day = v.visited_on AND e.deleted_at IS NULL)
        """

    /// Entries, and visits that none of them tells of.
    func diaryDays(
        of account: Account.ID,
        from first: String,
        through last: String,
        at place: Place.ID? = nil
    ) throws -> DiaryDays {
        var condition: SQL = """
            e.account_id = \(account) AND e.day >= \(first) AND e.day <= \(last) AND e.deleted_at IS NULL
            """
        if let place { condition = "\(condition) AND e.place_id = \(place)" }
        let items = try diaryItems(where: condition, order: "e.day, e.id")
        var visited: SQL = "v.account_id = \(account) AND v.visited_on >= \(first) AND v.visited_on <= \(last)"
        if let place { visited = "\(visited) AND v.place_id = \(place)" }
        let visits = try diaryVisits(where: visited, order: "v.visited_on, v.id")
        return DiaryDays(items, visits)
    }

    /// Entries with their first photos.
    func diaryItems(where condition: SQL, order: SQL, limit: Int = .max) throws -> [DiaryItem] {
        var items = try rows(
            """
            SELECT \(Self.itemColumns) FROM diary_entries e LEFT JOIN places p ON p.id = e.place_id
            WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
            """
        ).map(Self.decodeDiaryItem)
        let photos = try diaryPhotos(of: items.filter { $0.photoCount > 0 }.map(\.id), limit: 3)
        for index in items.indices { items[index].photos = photos[items[index].id] ?? [] }
        return items
    }

    func diaryVisits(where condition: SQL, order: SQL, limit: Int = .max) throws -> [DiaryVisit] {
        try rows(
            """
            SELECT v.id, v.place_id, v.visited_on, p.name, p.kind, p.district, p.dong, p.status
            FROM visits v JOIN places p ON p.id = v.place_id
            WHERE \(condition) AND \(Self.isUntold) ORDER BY \(order) LIMIT \(limit)
            """
        ).map { row in
            let place = try row.id(1) as Place.ID
            return DiaryVisit(
                visit: Visit(id: try row.id(0), place: place, on: try row.string(2)),
                mention: PlaceMention(
                    place: place,
                    name: try row.string(3),
                    kind: Place.Kind(rawValue: try row.string(4)),
                    district: try row.string(5),
                    dong: try row.optionalString(6),
                    isClosed: try row.string(7) == Place.Status.closed.rawValue
                )
            )
        }
    }

    /// The latest days with something in them.
    /// - Parameter before: only days before this one.
    func diaryDayNames(of account: Account.ID, before: String, at place: Place.ID?, limit: Int) throws -> [String] {
        var condition: SQL = "account_id = \(account) AND day < \(before) AND deleted_at IS NULL"
        if let place { condition = "\(condition) AND place_id = \(place)" }
        let written = try rows(
            "SELECT DISTINCT day FROM diary_entries WHERE \(condition) ORDER BY day DESC LIMIT \(limit)"
        ).map { try $0.string(0) }
        var visited: SQL = "account_id = \(account) AND visited_on < \(before)"
        if let place { visited = "\(visited) AND place_id = \(place)" }
        let noted = try rows(
            "SELECT DISTINCT visited_on FROM visits WHERE \(visited) ORDER BY visited_on DESC LIMIT \(limit)"
        ).map { try $0.string(0) }
        return Array(Set(written + noted).sorted(by: >).prefix(limit))
    }

    /// How many things each day of a year holds, for days that hold any.
    func diaryCounts(of account: Account.ID, year: String) throws -> [String: Int] {
        let (first, last) = ("\(year)-01-01", "\(year)-12-31")
        var counts: [String: Int] = [:]
        try rows(
            """
            SELECT day, COUNT(*) FROM diary_entries
            WHERE account_id = \(account) AND day >= \(first) AND day <= \(last) AND deleted_at IS NULL
            GROUP BY day ORDER BY day
            """
        ).forEach { counts[try $0.string(0), default: 0] += try $0.int(1) }
        try rows(
            """
            SELECT v.visited_on, COUNT(*) FROM visits v
            WHERE v.account_id = \(account) AND v.visited_on >= \(first) AND v.visited_on <= \(last)
                AND \(Self.isUntold)
            GROUP BY v.visited_on ORDER BY v.visited_on
            """
        ).forEach { counts[try $0.string(0), default: 0] += try $0.int(1) }
        return counts
    }

    /// The first day on which an account has written or been anywhere.
    func firstDiaryDay(of account: Account.ID) throws -> String? {
        try [
            first(
                "SELECT MIN(day) FROM diary_entries WHERE account_id = \(account) AND deleted_at IS NULL",
                { try $0.optionalString(0) }
            ) ?? nil,
            first("SELECT MIN(visited_on) FROM visits WHERE account_id = \(account)", { try $0.optionalString(0) })
                ?? nil,
        ].compactMap(\.self).min()
    }

    /// What was written or noted on these days and is not hidden from memories.
    func diaryMemories(of account: Account.ID, on days: [String], limit: Int) throws -> DiaryDays {
        if days.isEmpty { return DiaryDays([], []) }
        let items = try diaryItems(
            where: """
                e.account_id = \(account) AND e.day IN \(list: days) AND e.deleted_at IS NULL AND e.is_recalled = 1
                """,
            order: "e.day DESC, e.id",
            limit: limit
        )
        let visits = try diaryVisits(
            where: "v.account_id = \(account) AND v.visited_on IN \(list: days) AND v.is_recalled = 1",
            order: "v.visited_on DESC, v.id",
            limit: limit
        )
        return DiaryDays(items, visits)
    }

    /// - Returns: false where there is no such entry.
    func recallDiaryEntry(_ id: DiaryEntry.ID, of account: Account.ID, _ isOn: Bool) throws -> Bool {
        try execute("UPDATE diary_entries SET is_recalled = \(isOn) WHERE id = \(id) AND account_id = \(account)") == 1
    }

    /// - Returns: false where there is no such visit.
    func recallVisit(_ id: Visit.ID, of account: Account.ID, _ isOn: Bool) throws -> Bool {
        try execute("UPDATE visits SET is_recalled = \(isOn) WHERE id = \(id) AND account_id = \(account)") == 1
    }

    func diaryPreferences(of account: Account.ID) throws -> DiaryPreferences {
        try first("SELECT week_start, recalls FROM accounts WHERE id = \(account)") { row in
            DiaryPreferences(
                weekStart: WeekStart(rawValue: try row.string(0)) ?? .sunday,
                recalls: try row.bool(1)
            )
        } ?? DiaryPreferences()
    }

    func saveDiaryPreferences(_ preferences: DiaryPreferences, of account: Account.ID) throws {
        try execute(
            """
            UPDATE accounts SET week_start = \(preferences.weekStart.rawValue), recalls = \(preferences.recalls)
            WHERE id = \(account)
            """
        )
    }

    private static func decodeDiaryItem(_ row: Row) throws -> DiaryItem {
        let (place, name) = (try row.optionalID(4) as Place.ID?, try row.string(5))
        return DiaryItem(
            id: try row.id(0),
            day: try row.string(1),
            title: try row.string(2),
            beginning: try row.string(3),
            mention: place == nil && name.isEmpty
                ? nil
                : PlaceMention(
                    place: place,
                    name: name,
                    kind: try row.optionalString(6).flatMap(Place.Kind.init),
                    district: try row.optionalString(7) ?? "",
                    dong: try row.optionalString(8),
                    isClosed: try row.optionalString(9) == Place.Status.closed.rawValue
                ),
            photoCount: try row.int(10),
            weather: try DiaryEntry.Weather(row, from: 11)
        )
    }
}

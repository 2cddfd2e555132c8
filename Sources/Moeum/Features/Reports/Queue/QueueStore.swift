import Foundation

/// One row of the queue.
struct QueueEntry: Sendable {
    let found: ReportCase
    /// The value that the queue is sorted by, and the case.
    let key: QueueQuery.Key
    let isUrgent: Bool
    /// The nickname of the account that the case is about; nil where there is none, or where it was deleted.
    let nickname: String?
    let placeName: String?
    let assigneeName: String?
    /// Most common first.
    let reasons: [ModerationReason]
    /// The beginning of the newest snapshot, or of what was said about it.
    let excerpt: String
    var status = CaseStatus()
}

/// The counts above the queue.
struct QueueFigures: Sendable {
    let counts: [ReportCase.State: Int]
    /// At most `maxCount`.
    let urgent: Int
    /// Median seconds between the first report and the first look of staff, of the latest decided cases; nil without any.
    let medianWait: TimeInterval?
    /// Since Monday, at most `maxCount`.
    let decided: Int

    /// Counts stop here, so that each costs the same however many cases there are.
    static let maxCount = 1_000
    /// How many cases the median is taken from.
    static let sample = 100
}

/// The counts of what waits for staff.
struct WaitingCounts: Sendable {
    let urgent: Int
    let open: Int
    let taken: Int
    let appeals: Int
    /// Takedown requests, and unanswered objections to a block.
    let takedowns: (waiting: Int, objected: Int)
}

extension Transaction {
    /// A page of the queue, with one more row where there is a next page.
    /// - Parameter staff: the account that the assignee `me` means.
    func queue(_ query: QueueQuery, for staff: Account.ID, limit: Int) throws -> [QueueEntry] {
        if let number = query.number {
            return try queueEntries([QueueQuery.Key(value: 0, id: number)], for: staff)
        }
        if let text = query.text {
            return try queueEntries(try queueKeysByName(text, query, staff, limit), for: staff)
        }
        return try queueEntries(try queueKeys(query, staff, limit, besides: nil), for: staff)
    }

    /// Keys from the index of the filters and order. A single account or place has few cases.
    private func queueKeys(
        _ query: QueueQuery,
        _ staff: Account.ID,
        _ limit: Int,
        besides condition: SQL?
    ) throws -> [QueueQuery.Key] {
        let sort = query.effectiveSort
        if let reason = query.reason, query.assignee == nil, condition == nil {
            var conditions: [SQL] = ["q.reason = \(reason.rawValue)", "q.state = \(query.state.rawValue)"]
            if let kind = query.kind { conditions.append("q.target_kind = \(kind.rawValue)") }
            return try queueKeys(
                from: "report_case_reasons q",
                conditions,
                sort.reasonColumn,
                "q.case_id",
                query,
                limit
            )
        }
        var conditions: [SQL] = [condition ?? "1 = 1", "c.state = \(query.state.rawValue)"]
        if let kind = query.kind { conditions.append("c.target_kind = \(kind.rawValue)") }
        switch query.assignee {
        case .me: conditions.append("c.assignee_id = \(staff)")
        // Open cases have no assignee; the condition would only keep the index from being used.
        case .nobody where query.state != .open: conditions.append("c.assignee_id IS NULL")
        default: break
        }
        if let reason = query.reason {
            conditions.append(
                "EXISTS (SELECT 1 FROM report_case_reasons q WHERE q.case_id = c.id AND q.reason = \(reason.rawValue))"
            )
        }
        // The cases of one account or place are few and sorted after the search: SQLite would rather walk all cases in order.
        let isNarrow = condition != nil || (query.assignee != nil && query.state != .open && sort == .most)
        let column: SQL = isNarrow && sort != .urgent ? "\(sort.column) + 0" : sort.column
        return try queueKeys(from: "report_cases c", conditions, column, "c.id", query, limit)
    }

    private func queueKeys(
        from table: SQL,
        _ conditions: [SQL],
        _ column: SQL,
        _ id: SQL,
        _ query: QueueQuery,
        _ limit: Int
    ) throws -> [QueueQuery.Key] {
        var conditions = conditions
        let ascends = query.effectiveSort.ascends
        if let after = query.after {
            let isBehind: SQL = ascends ? ">" : "<"
            conditions.append("(\(column), \(id)) \(isBehind) (\(after.value), \(after.id))")
        }
        let order: SQL = ascends ? "\(column), \(id)" : "\(column) DESC, \(id) DESC"
        return try rows(
            """
            SELECT \(column), \(id) FROM \(table) WHERE \(SQL.joined(conditions, separator: " AND "))
            ORDER BY \(order) LIMIT \(limit)
            """
        ).map { QueueQuery.Key(value: try $0.int64(0), id: try $0.id(1)) }
    }

    /// Cases about accounts and places whose names contain the words.
    private func queueKeysByName(
        _ text: String,
        _ query: QueueQuery,
        _ staff: Account.ID,
        _ limit: Int
    ) throws -> [QueueQuery.Key] {
        let people = try queueKeysOfNamed("accounts", "nickname_key", as: "account_id", holding: Nickname.key(text))
        let places = try queueKeysOfNamed("places", "name_key", as: "place_id", holding: KoreanText.key(text))
        let conditions: [SQL] = people.map { "c.account_id = \($0)" } + places.map { "c.place_id = \($0)" }
        var seen: Set<ReportCase.ID> = []
        let found = try conditions.flatMap { try queueKeys(query, staff, limit, besides: $0) }
            .filter { seen.insert($0.id).inserted }
        let sorted = found.sorted { ($0.value, $0.id) < ($1.value, $1.id) }
        return Array((query.effectiveSort.ascends ? sorted : sorted.reversed()).prefix(limit))
    }

    /// Accounts or places with cases in any state whose normalised name contains a text; exact matches come first. The names
    /// are read from an index of their own (`036-name-parts`).
    private func queueKeysOfNamed(_ table: SQL, _ key: SQL, as column: SQL, holding text: String) throws -> [Int64] {
        guard !text.isEmpty else { return [] }
        var part = String.UnicodeScalarView("%".unicodeScalars)
        for scalar in text.unicodeScalars {
            if "%_!".unicodeScalars.contains(scalar) { part.append("!") }
            part.append(scalar)
        }
        part.append("%")
        return try rows(
            """
            SELECT n.id FROM \(table) n
            WHERE n.\(key) LIKE \(String(part)) ESCAPE '!'
                AND EXISTS (SELECT 1 FROM report_cases c WHERE c.\(column) = n.id)
            ORDER BY CASE WHEN n.\(key) = \(text) THEN 0 ELSE 1 END, n.id LIMIT \(QueueQuery.maxNamed)
            """
        ).map { try $0.int64(0) }
    }

    /// The rows of these keys, in order.
    /// - Parameter staff: does not see what was said about themselves.
    func queueEntries(_ keys: [QueueQuery.Key], for staff: Account.ID) throws -> [QueueEntry] {
        let ids = keys.map(\.id)
        var reasons: [ReportCase.ID: [ModerationReason]] = [:]
        try rows(
            """
            SELECT q.case_id, q.reason FROM report_case_reasons q WHERE q.case_id IN \(list: ids)
            ORDER BY q.case_id, q.report_count DESC, q.reason
            """
        ).forEach { row in
            guard let reason = ModerationReason(rawValue: try row.string(1)) else { return }
            reasons[try row.id(0), default: []].append(reason)
        }
        let said = try queueExcerpts(ids, for: staff)
        let sorted = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
        let entries = try rows(
            """
            SELECT \(ReportCase.columns), c.queue_order, a.nickname, p.name, s.nickname
            FROM report_cases c LEFT JOIN accounts a ON a.id = c.account_id LEFT JOIN places p ON p.id = c.place_id
                LEFT JOIN accounts s ON s.id = c.assignee_id
            WHERE c.id IN \(list: ids) ORDER BY c.id
            """
        ).map { row in
            let found = try ReportCase(row)
            return QueueEntry(
                found: found,
                key: sorted[found.id] ?? QueueQuery.Key(value: 0, id: found.id),
                isUrgent: try row.int64(16) <= ReportCase.urgentOrder,
                nickname: try row.optionalString(17),
                placeName: try row.optionalString(18),
                assigneeName: try row.optionalString(19),
                reasons: reasons[found.id] ?? [],
                excerpt: said[found.id] ?? ""
            )
        }
        let statuses = try caseStatuses(of: entries.map(\.found))
        let byID = Dictionary(entries.map { ($0.found.id, $0) }) { first, _ in first }
        return ids.compactMap { id in
            var entry = byID[id]
            if let status = statuses[id] { entry?.status = status }
            return entry
        }
    }

    /// The beginning of the newest snapshot; else of the newest report or suggestion, unless the case is about the reader.
    private func queueExcerpts(_ ids: [ReportCase.ID], for staff: Account.ID) throws -> [ReportCase.ID: String] {
        let sources: [SQL] = [
            """
            (SELECT x.body FROM report_snapshots x WHERE x.case_id = c.id ORDER BY x.taken_at DESC, x.id DESC LIMIT 1)
            """,
            "(SELECT x.detail FROM reports x WHERE x.case_id = c.id ORDER BY x.created_at DESC, x.id DESC LIMIT 1)",
            "(SELECT x.value FROM suggestions x WHERE x.case_id = c.id ORDER BY x.id DESC LIMIT 1)",
        ]
        let parts = sources.map { "SUBSTR(COALESCE(\($0), ''), 1, 200)" as SQL }
        let pairs = try rows(
            """
            SELECT c.id, c.account_id, \(SQL.joined(parts, separator: ", ")) FROM report_cases c WHERE c.id IN \(list: ids)
            ORDER BY c.id
            """
        ).map { row in
            let texts = try (2...(try row.optionalID(1) == staff ? 2 : 4)).map { try row.string($0) }
            return (try row.id(0) as ReportCase.ID, texts.first { $0.contains { !$0.isWhitespace } } ?? "")
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Kept counts of the states; the others are counted in indexes up to the bound.
    func queueFigures(at now: Date) throws -> QueueFigures {
        let time = SeoulTime(now)
        let monday = Int64(now.timeIntervalSince1970.rounded(.down)) + 9 * 3_600
        let midnight = (monday / 86_400 - Int64(time.weekday - 1)) * 86_400 - 9 * 3_600
        let waits = try rows(
            """
            SELECT c.taken_at - c.opened_at FROM report_cases c WHERE c.closed_at IS NOT NULL
            ORDER BY c.closed_at DESC, c.id DESC LIMIT \(QueueFigures.sample)
            """
        ).map { try $0.optionalInt64(0) }.compactMap(\.self).sorted()
        return QueueFigures(
            counts: try caseCounts(),
            urgent: try waitingCount("c.state = 'open' AND c.queue_order <= \(ReportCase.urgentOrder)"),
            medianWait: waits.isEmpty ? nil : Double(waits[waits.count / 2]) / 1_000,
            decided: try waitingCount("c.closed_at >= \(midnight * 1_000)")
        )
    }

    /// What waits for staff, each counted up to the bound.
    /// - Parameter staff: the account whose own cases are counted too.
    func waitingCounts(for staff: Account.ID) throws -> WaitingCounts {
        WaitingCounts(
            urgent: try waitingCount("c.state = 'open' AND c.queue_order <= \(ReportCase.urgentOrder)"),
            open: try caseCounts()[.open] ?? 0,
            taken: try waitingCount("c.assignee_id = \(staff) AND c.state = 'taken'"),
            appeals: try first(
                """
                SELECT COUNT(*) FROM (SELECT 1 FROM appeals WHERE state = 'open' LIMIT \(QueueFigures.maxCount)) AS counted
                """
            ) { try $0.int(0) } ?? 0,
            takedowns: try openTakedownCounts()
        )
    }

    private func waitingCount(_ condition: SQL) throws -> Int {
        try first(
            """
            SELECT COUNT(*) FROM (SELECT 1 FROM report_cases c WHERE \(condition) LIMIT \(QueueFigures.maxCount)) AS counted
            """
        ) { try $0.int(0) } ?? 0
    }
}

extension QueueQuery.Sort {
    /// The column in `report_cases c`.
    fileprivate var column: SQL {
        switch self {
        case .urgent: "c.queue_order"
        case .newest, .oldest: "c.reported_at"
        case .most: "c.report_count"
        }
    }

    /// The column in `report_case_reasons q`, a copy of the case's.
    fileprivate var reasonColumn: SQL {
        switch self {
        case .urgent: "q.queue_order"
        case .newest, .oldest: "q.reported_at"
        case .most: "q.case_count"
        }
    }
}

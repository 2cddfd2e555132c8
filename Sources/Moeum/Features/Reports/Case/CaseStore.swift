import Foundation

/// One report of a case.
struct FiledReport: Sendable, Identifiable {
    let id: Identifier<FiledReport>
    let reason: ModerationReason?
    var detail: String
    /// In hundredths.
    let weight: Int
    let createdAt: Date
    /// Nil where the account was deleted.
    var reporter: (id: Account.ID, nickname: String)?
    /// How many of their reports led to an action, and how many did not.
    var right: Int
    var wrong: Int
}

/// A snapshot of a case.
struct FiledSnapshot: Sendable, Identifiable {
    struct Picture: Sendable, Equatable {
        let name: String
        let alt: String
        let blob: String

        /// - Parameter start: the column of the name, before the alternative text and the hash.
        init(_ row: any Row, from start: Int = 0) throws {
            (name, alt, blob) = (try row.string(start), try row.string(start + 1), try row.string(start + 2))
        }
    }

    let id: Identifier<FiledSnapshot>
    let nickname: String?
    let stars: Int?
    let body: String
    let visitedOn: String?
    let takenAt: Date
    var pictures: [Picture] = []
}

/// A suggestion of a case.
struct FiledSuggestion: Sendable, Identifiable {
    let id: Identifier<FiledSuggestion>
    /// Nil for a bookshop that the site did not have.
    let place: Place.ID?
    let kind: String
    let field: String
    let value: String
    let source: String
    let nickname: String?
    let createdAt: Date
}

/// A note of staff for other staff.
struct CaseNote: ViewModel {
    let body: String
    /// Nil where the account was deleted.
    let nickname: String?
    let createdAt: Date

    static let maxLength = 1_000

    static let fields: [Field<CaseNote>] = [
        .text("body") { $0.body }, .text("by") { $0.nickname }, .time("at") { $0.createdAt },
    ]
}

extension Transaction {
    /// The most reports, suggestions and notes that a case's page shows.
    static var maxInCase: Int { 100 }

    func queueEntry(_ id: ReportCase.ID, for staff: Account.ID) throws -> QueueEntry? {
        try queueEntries([QueueQuery.Key(value: 0, id: id)], for: staff).first
    }

    /// Newest first.
    func filedReports(in id: ReportCase.ID) throws -> [FiledReport] {
        try rows(
            """
            SELECT r.id, r.reason, r.detail, r.weight, r.created_at, r.account_id, a.nickname,
                COALESCE(h.right_count, 0), COALESCE(h.wrong_count, 0)
            FROM reports r LEFT JOIN accounts a ON a.id = r.account_id
                LEFT JOIN reporter_records h ON h.account_id = r.account_id
            WHERE r.case_id = \(id) ORDER BY r.created_at DESC, r.id DESC LIMIT \(Self.maxInCase)
            """
        ).map { row in
            let account: Account.ID? = try row.optionalID(5)
            let nickname = try row.optionalString(6)
            return FiledReport(
                id: try row.id(0),
                reason: ModerationReason(rawValue: try row.string(1)),
                detail: try row.string(2),
                weight: try row.int(3),
                createdAt: try row.date(4),
                reporter: account.flatMap { account in nickname.map { (id: account, nickname: $0) } },
                right: try row.int(7),
                wrong: try row.int(8)
            )
        }
    }

    /// Newest first.
    func filedSnapshots(in id: ReportCase.ID, limit: Int) throws -> [FiledSnapshot] {
        let snapshots = try rows(
            """
            SELECT s.id, s.nickname, s.stars, s.body, s.visited_on, s.taken_at FROM report_snapshots s
            WHERE s.case_id = \(id) ORDER BY s.taken_at DESC, s.id DESC LIMIT \(limit)
            """
        ).map { row in
            FiledSnapshot(
                id: try row.id(0),
                nickname: try row.optionalString(1),
                stars: try row.optionalInt(2),
                body: try row.string(3),
                visitedOn: try row.optionalString(4),
                takenAt: try row.date(5)
            )
        }
        return try snapshots.map { snapshot in
            var snapshot = snapshot
            snapshot.pictures = try rows(
                """
                SELECT p.name, p.alt, p.blob_hash FROM snapshot_photos p WHERE p.snapshot_id = \(snapshot.id)
                ORDER BY p.position
                """
            ).map { try FiledSnapshot.Picture($0) }
            return snapshot
        }
    }

    /// Oldest first.
    func filedSuggestions(in id: ReportCase.ID) throws -> [FiledSuggestion] {
        try filedSuggestions(where: "s.case_id = \(id)")
    }

    /// A suggestion for this place; nil where there is none with this id.
    func filedSuggestion(_ id: FiledSuggestion.ID, at place: Place.ID) throws -> FiledSuggestion? {
        try filedSuggestions(where: "s.id = \(id) AND s.place_id = \(place)").first
    }

    private func filedSuggestions(where condition: SQL) throws -> [FiledSuggestion] {
        try rows(
            """
            SELECT s.id, s.place_id, s.kind, s.field, s.value, s.source, a.nickname, s.created_at FROM suggestions s
            LEFT JOIN accounts a ON a.id = s.account_id WHERE \(condition) ORDER BY s.id LIMIT \(Self.maxInCase)
            """
        ).map { row in
            FiledSuggestion(
                id: try row.id(0),
                place: try row.optionalID(1),
                kind: try row.string(2),
                field: try row.string(3),
                value: try row.string(4),
                source: try row.string(5),
                nickname: try row.optionalString(6),
                createdAt: try row.date(7)
            )
        }
    }

    /// The newest notes, oldest first.
    func caseNotes(of id: ReportCase.ID) throws -> [CaseNote] {
        try rows(
            """
            SELECT n.body, a.nickname, n.created_at FROM case_notes n LEFT JOIN accounts a ON a.id = n.account_id
            WHERE n.case_id = \(id) ORDER BY n.id DESC LIMIT \(Self.maxInCase)
            """
        ).map { row in
            CaseNote(
                body: try row.string(0),
                nickname: try row.optionalString(1),
                createdAt: try row.date(2)
            )
        }.reversed()
    }

    /// Adds a note for other staff. The case's revision stays, so nobody's form becomes stale; the audit entry records that
    /// there was a note, not its words.
    func addCaseNote(_ text: String, in found: ReportCase, by staff: Account.ID, _ audit: AuditContext) throws {
        try execute(
            """
            INSERT INTO case_notes (id, case_id, account_id, body, created_at)
            VALUES (\(Identifier<CaseNote>.next()), \(found.id), \(staff), \(text), \(audit.at.milliseconds))
            """
        )
        try recordEvent(.note, on: found.target, of: found.account, audit)
    }

    /// Other cases about the same content or account, newest first.
    func otherReportCases(of target: AuditEntry.Target, _ account: Account.ID?, except id: ReportCase.ID?, limit: Int)
        throws
        -> [ReportCase]
    {
        let same = try reportCases(
            where: "c.target_kind = \(target.kind.rawValue) AND c.target_id = \(target.id)",
            limit: limit + 1
        )
        let theirs = try account.map { account in
            try ReportCase.State.allCases.flatMap {
                try reportCases(where: "c.account_id = \(account) AND c.state = \($0.rawValue)", limit: limit + 1)
            }
        }
        var seen: Set<ReportCase.ID> = id.map { [$0] } ?? []
        let all = (same + (theirs ?? [])).filter { seen.insert($0.id).inserted }
        return Array(all.sorted { $0.id > $1.id }.prefix(limit))
    }

    /// The photos of a review whatever their state, or the photo itself.
    func subjectPictures(of target: AuditEntry.Target) throws -> [FiledSnapshot.Picture] {
        let condition: SQL
        switch target.kind {
        case .review: condition = "p.review_id = \(target.id)"
        case .photo: condition = "p.id = \(target.id) AND p.review_id IS NOT NULL"
        default: return []
        }
        return try rows(
            "SELECT p.name, p.alt, p.blob_hash FROM photos p WHERE \(condition) ORDER BY p.position, p.id"
        ).map { try FiledSnapshot.Picture($0) }
    }

    /// The review of a photo, and whether readers see the photo; nil where there is no such photo, or it is in no review.
    func reviewOfPhoto(_ id: Photo.ID) throws -> (review: Review.ID?, isShown: Bool)? {
        try first("SELECT p.review_id, p.is_shown FROM photos p WHERE p.id = \(id) AND p.review_id IS NOT NULL") {
            (try $0.optionalID(0), try $0.bool(1))
        }
    }
}

import Foundation

extension Transaction {
    func takedown(_ id: Takedown.ID) throws -> Takedown? { try takedowns(where: "t.id = \(id)", limit: 1).first }

    /// Newest first.
    /// - Parameter condition: on `takedowns t`.
    func takedowns(where condition: SQL, limit: Int, oldestFirst: Bool = false) throws -> [Takedown] {
        let order: SQL = oldestFirst ? "t.id" : "t.id DESC"
        return try rows(
            """
            SELECT \(Takedown.columns) FROM takedowns t WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
            """
        ).map(Takedown.init)
    }

    /// Sets the status of a takedown by a decision, its end or an undo, and hides or shows its content.
    func setTakedownStatus(_ takedown: Takedown, to status: Takedown.Status, _ audit: AuditContext) throws {
        let isClosed = status.state == .refused || status.state == .ended
        let isDecision = status.state != takedown.state && status.ending != .time && status.ending != .gone
        // The content was deleted while it was blocked: a new review in its place must not be shown before the block's end.
        let until = status.ending == .gone && takedown.state == .blocked ? takedown.until : status.until
        try execute(
            """
            UPDATE takedowns SET state = \(status.state.rawValue), ending = \(status.ending?.rawValue),
                blocked_until = \(until?.milliseconds), closed_at = \(isClosed ? audit.at.milliseconds : nil),
                answer = \(status.answer ?? takedown.answer), kept_at = \(status.keptAt?.milliseconds), rev = rev + 1
            WHERE id = \(takedown.id)
            """
        )
        if isDecision {
            try execute(
                """
                UPDATE takedowns SET decided_at = \(audit.at.milliseconds), decided_by = \(audit.actor.account)
                WHERE id = \(takedown.id)
                """
            )
        }
        try setObjection(of: takedown, status)
        try applyBlock(of: takedown, at: audit.at)
    }

    /// Puts away the author's objection where a block is undone, so that they can object to the next one; it comes back with
    /// the block.
    private func setObjection(of takedown: Takedown, _ status: Takedown.Status) throws {
        if status.state == .waiting, let objectedAt = takedown.objectedAt?.milliseconds {
            try execute(
                """
                INSERT INTO past_objections (takedown_id, objected_at, body)
                VALUES (\(takedown.id), \(objectedAt), \(takedown.objection ?? "")) ON CONFLICT DO NOTHING
                """
            )
            try execute("UPDATE takedowns SET objection = NULL, objected_at = NULL WHERE id = \(takedown.id)")
        } else if let objectedAt = status.objectedAt, objectedAt != takedown.objectedAt {
            try execute(
                """
                UPDATE takedowns SET objected_at = \(objectedAt.milliseconds), objection = (
                    SELECT o.body FROM past_objections o
                    WHERE o.takedown_id = takedowns.id AND o.objected_at = \(objectedAt.milliseconds)
                ) WHERE id = \(takedown.id)
                """
            )
        }
    }

    /// Hides the content or shows it again, according to all takedowns about it.
    private func applyBlock(of takedown: Takedown, at now: Date) throws {
        // Deleted content needs no hidden reason, however many takedowns it has.
        guard let content = ContentReference(takedown.target), try takedownTargetExists(takedown) else { return }
        if try blockEnd(of: takedown.target, inReview: takedown.review) != nil {
            try hideContent(content, for: .block, at: now)
        } else {
            try unhideContent(content, for: .block)
        }
    }

    /// The end of a review's block; nil where the review as a whole is not blocked.
    func blockEnd(ofReview id: Review.ID) throws -> Date? {
        try blockEnd(of: AuditEntry.Target.review(id), inReview: id)
    }

    private func blockEnd(of target: AuditEntry.Target, inReview review: Review.ID) throws -> Date? {
        let end = try first(
            """
            SELECT MAX(blocked_until) FROM takedowns WHERE review_id = \(review) AND state = 'blocked'
                AND target_kind = \(target.kind.rawValue) AND target_id = \(target.id)
            """
        ) { try $0.optionalInt64(0) }
        return (end ?? nil).map(Date.init(milliseconds:))
    }

    /// Whether a takedown's content still exists.
    func takedownTargetExists(_ takedown: Takedown) throws -> Bool {
        try ContentReference(takedown.target).flatMap { try visibility(of: $0) } != nil
    }

    /// Reviews of a place that would be shown if they were not blocked, those with the latest end first.
    func blockedReviews(of place: Place.ID) throws -> [BlockedReview] {
        try rows(
            """
            SELECT t.review_id, MAX(t.blocked_until) FROM takedowns t JOIN reviews r ON r.id = t.review_id
            WHERE t.place_id = \(place) AND t.state = 'blocked' AND t.target_kind = 'review' AND r.hidden_at IS NULL
            GROUP BY t.review_id ORDER BY MAX(t.blocked_until) DESC, t.review_id DESC
            LIMIT \(BlockedReview.maxShown)
            """
        ).map { BlockedReview(id: try $0.id(0), until: try $0.date(1)) }
    }

    /// Whether a review of the account that it deleted would still be blocked.
    func hasBlockOfDeletedReview(blockAt place: Place.ID, of account: Account.ID, at now: Date) throws -> Bool {
        let blocks: SQL = "account_id = \(account) AND place_id = \(place)"
        try endExpired(
            "takedowns",
            where: "\(blocks) AND ending = 'gone' AND blocked_until <= \(now.milliseconds)",
            by: "blocked_until = NULL"
        )
        return try first(
            """
            SELECT 1 FROM takedowns t WHERE \(blocks)
                AND (t.state = 'blocked' OR t.ending = 'gone') AND t.blocked_until > \(now.milliseconds)
                AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.id = t.review_id)
            LIMIT 1
            """
        ) { try $0.int(0) } != nil
    }

    /// An author's takedowns that can be objected to or have been, newest first.
    func takedowns(against account: Account.ID, ofReview id: Review.ID) throws -> [Takedown] {
        try takedowns(
            where: "t.review_id = \(id) AND t.state = 'blocked' AND t.account_id = \(account)",
            limit: 10
        )
    }

    /// Saves an author's objection to a block.
    /// - Returns: whether it was the first one, to a block in force.
    func insertObjection(_ text: String, to id: Takedown.ID, at now: Date) throws -> Bool {
        try execute(
            """
            UPDATE takedowns SET objection = \(text), objected_at = \(now.milliseconds), rev = rev + 1
            WHERE id = \(id) AND state = 'blocked' AND objected_at IS NULL
            """
        ) > 0
    }

    // MARK: Time

    /// Blocks whose time is over.
    func takedownsToEnd(at now: Date, limit: Int) throws -> [Takedown] {
        try takedowns(where: "t.state = 'blocked' AND t.blocked_until <= \(now.milliseconds)", limit: limit)
    }

    /// Takedowns that have not ended although their content was deleted.
    func takedownsWithoutTarget(limit: Int) throws -> [Takedown] {
        try takedowns(
            where: """
                t.state IN ('waiting', 'blocked') AND (NOT EXISTS (SELECT 1 FROM reviews r WHERE r.id = t.review_id)
                    OR (t.target_kind = 'photo' AND NOT EXISTS (SELECT 1 FROM photos h WHERE h.id = t.target_id)))
                """,
            limit: limit
        )
    }

    /// Erases the requester's details and both sides' words a year after the end.
    func eraseOldTakedowns(at now: Date, atMost limit: Int) throws -> Int {
        let ids = try rows(
            """
            SELECT id FROM takedowns WHERE erased_at IS NULL AND closed_at IS NOT NULL
                AND closed_at <= \((now - Takedown.memory).milliseconds)
            ORDER BY closed_at, id LIMIT \(limit)
            """
        ).map { try $0.id(0) as Takedown.ID }
        try execute("DELETE FROM past_objections WHERE takedown_id IN \(list: ids)")
        return try execute(
            """
            UPDATE takedowns SET name = NULL, email = NULL, reason = NULL, excerpt = NULL, objection = NULL, answer = '',
                erased_at = \(now.milliseconds)
            WHERE id IN \(list: ids)
            """
        )
    }

    // MARK: The staff's list

    /// Takedowns of a part of the list: waiting ones oldest first, others newest first.
    func takedowns(in part: TakedownPart, after key: Takedown.ID?, limit: Int) throws -> [Takedown] {
        let isWaiting = part == .waiting
        let bound: SQL = key.map { isWaiting ? "t.id > \($0)" : "t.id < \($0)" } ?? "1 = 1"
        let condition: SQL =
            part == .objected
            ? "t.state = 'blocked' AND t.kept_at IS NULL AND t.objected_at IS NOT NULL"
            : "t.state = \(part.rawValue)"
        return try takedowns(where: "\(condition) AND \(bound)", limit: limit, oldestFirst: isWaiting)
    }

    /// The numbers of takedowns that staff have to decide.
    func openTakedownCounts() throws -> (waiting: Int, objected: Int) {
        let waiting = try first("SELECT COUNT(*) FROM takedowns WHERE state = 'waiting'") { try $0.int(0) }
        let objected = try first(
            "SELECT COUNT(*) FROM takedowns WHERE state = 'blocked' AND kept_at IS NULL AND objected_at IS NOT NULL"
        ) { try $0.int(0) }
        return (waiting ?? 0, objected ?? 0)
    }

    /// The places and authors of takedowns' contents.
    func takedownSurroundings(_ takedowns: [Takedown]) throws -> [Takedown.ID: TakedownSurroundings] {
        let pairs = try rows(
            """
            SELECT t.id, p.name, a.nickname FROM takedowns t LEFT JOIN places p ON p.id = t.place_id
                LEFT JOIN accounts a ON a.id = t.account_id
            WHERE t.id IN \(list: takedowns.map(\.id)) ORDER BY t.id
            """
        ).map { row in
            let around = TakedownSurroundings(
                placeName: try row.optionalString(1),
                authorName: try row.optionalString(2)
            )
            return (try row.id(0) as Takedown.ID, around)
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension Takedown {
    /// Of `takedowns t`.
    fileprivate static let columns: SQL = """
        t.id, t.target_kind, t.target_id, t.review_id, t.account_id, t.claim, t.name, t.email, t.reason, t.language,
        t.excerpt, t.state, t.ending, t.confirmed_at, t.blocked_until, t.answer, t.objection, t.objected_at, t.kept_at,
        t.rev
        """

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        func known<Value>(_ column: Int, _ make: (String) -> Value?) throws -> Value {
            guard let value = make(try row.string(column)) else {
                throw DatabaseError.decoding(column: column, expected: "\(Value.self)")
            }
            return value
        }
        func date(_ column: Int) throws -> Date? { try row.optionalDate(column) }
        id = try row.id(0)
        target = AuditEntry.Target(try known(1, AuditEntry.Target.Kind.init(rawValue:)), try row.int64(2))
        review = try row.id(3)
        account = try row.optionalID(4)
        claim = try known(5, Claim.init(rawValue:))
        name = try row.optionalString(6)
        email = try row.optionalString(7)
        reason = try row.optionalString(8)
        language = try known(9, Language.init(rawValue:))
        excerpt = try row.optionalString(10)
        state = try known(11, State.init(rawValue:))
        ending = try row.optionalString(12).flatMap(Ending.init(rawValue:))
        confirmedAt = try row.date(13)
        until = try date(14)
        answer = try row.string(15)
        objection = try row.optionalString(16)
        objectedAt = try date(17)
        keptAt = try date(18)
        rev = try row.int(19)
    }
}

import Foundation

/// The content of a takedown request, as readers see it now.
struct TakedownSubject: Sendable {
    let review: Review.ID
    /// The review's words, or the photo's alternative text.
    let excerpt: String
    let placeName: String
}

/// Requests whose address is not confirmed yet.
extension Transaction {
    /// The content where readers see it, or would without another block.
    func takedownSubject(_ target: AuditEntry.Target) throws -> TakedownSubject? {
        let isBlocked: SQL = """
            EXISTS (SELECT 1 FROM takedowns t WHERE t.review_id = r.id AND t.state = 'blocked'
                AND (t.target_kind = 'review' OR t.target_id = \(target.id)))
            """
        let shown: SQL =
            target.kind == .review
            ? "(r.is_shown = 1 OR (r.hidden_at IS NULL AND \(isBlocked)))"
            : "(h.is_shown = 1 OR (h.hidden_at IS NULL AND r.hidden_at IS NULL AND \(isBlocked)))"
        let subject: SQL =
            target.kind == .review
            ? "SELECT r.id, r.body, p.name FROM reviews r JOIN places p ON p.id = r.place_id WHERE r.id = \(target.id)"
            : """
            SELECT r.id, h.alt, p.name FROM photos h JOIN reviews r ON r.id = h.review_id
                JOIN places p ON p.id = r.place_id WHERE h.id = \(target.id)
            """
        return try first("\(subject) AND \(shown)") {
            TakedownSubject(review: try $0.id(0), excerpt: try $0.string(1), placeName: try $0.string(2))
        }
    }

    /// Saves a request until its address is confirmed by the link of a mail.
    func insertTakedownRequest(
        _ request: TakedownRequest,
        on subject: TakedownSubject,
        _ token: SecretToken,
        _ language: Language,
        at now: Date
    ) throws {
        try execute(
            """
            INSERT INTO takedown_requests (token_hash, target_kind, target_id, review_id, claim, name, email, reason,
                language, excerpt, expires_at)
            VALUES (\(token.hash), \(request.target.kind.rawValue), \(request.target.id), \(subject.review),
                \(request.claim.rawValue), \(request.name), \(request.email.text), \(request.reason),
                \(language.rawValue), \(subject.excerpt), \((now + Takedown.linkLifetime).milliseconds))
            """
        )
    }

    /// The review and place of a valid link's request, without using the link; nil where it is used, expired or unknown.
    func takedownRequest(_ token: SecretToken, at now: Date) throws -> (review: Review.ID, placeName: String?)? {
        try endExpiredRequest(token, at: now)
        return try first(
            """
            SELECT q.review_id, p.name FROM takedown_requests q LEFT JOIN reviews r ON r.id = q.review_id
                LEFT JOIN places p ON p.id = r.place_id
            WHERE q.token_hash = \(token.hash) AND q.expires_at > \(now.milliseconds)
            """
        ) { (try $0.id(0), try $0.optionalString(1)) }
    }

    /// Uses a link: its request then waits for staff, once however often the same was requested.
    /// - Returns: the takedown; nil where the link is used, expired or unknown.
    func confirmTakedown(_ token: SecretToken, by emailRenderer: EmailRenderer, at now: Date) throws -> Takedown? {
        try endExpiredRequest(token, at: now)
        let found = try first(
            """
            SELECT target_kind, target_id, email FROM takedown_requests
            WHERE token_hash = \(token.hash) AND expires_at > \(now.milliseconds)
            """
        ) { (kind: try $0.string(0), id: try $0.int64(1), email: try $0.string(2)) }
        guard let found else { return nil }
        let same: SQL = """
            t.review_id = (SELECT review_id FROM takedown_requests WHERE token_hash = \(token.hash))
                AND t.state = 'waiting' AND t.target_kind = \(found.kind) AND t.target_id = \(found.id)
                AND t.email = \(found.email)
            """
        let known = try takedowns(where: same, limit: 1).first
        let id = Takedown.ID.next()
        if known == nil {
            try execute(
                """
                INSERT INTO takedowns (id, target_kind, target_id, review_id, place_id, account_id, claim, name, email,
                    reason, language, excerpt, state, confirmed_at)
                SELECT \(id), q.target_kind, q.target_id, q.review_id, r.place_id, r.account_id, q.claim, q.name, q.email,
                    q.reason, q.language, q.excerpt, 'waiting', \(now.milliseconds)
                FROM takedown_requests q LEFT JOIN reviews r ON r.id = q.review_id WHERE q.token_hash = \(token.hash)
                """
            )
        }
        guard try execute("DELETE FROM takedown_requests WHERE token_hash = \(token.hash)") > 0 else { return nil }
        let takedown = try known ?? self.takedown(id)
        if known == nil, let takedown {
            try notifyRequester(of: takedown, .takedownReceived, EmailMessage.Details(), emailRenderer)
        }
        return takedown
    }

    private func endExpiredRequest(_ token: SecretToken, at now: Date) throws {
        try endExpired(
            "takedown_requests",
            where: "token_hash = \(token.hash) AND expires_at <= \(now.milliseconds)"
        )
    }

    /// Deletes expired links.
    func deleteExpiredTakedownRequests(at now: Date, atMost limit: Int) throws -> Int {
        try execute(
            """
            DELETE FROM takedown_requests WHERE token_hash IN (
                SELECT token_hash FROM takedown_requests WHERE expires_at <= \(now.milliseconds)
                ORDER BY token_hash LIMIT \(limit))
            """
        )
    }
}

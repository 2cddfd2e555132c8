import Foundation

extension Transaction {
    /// Blocked contents of an account, newest first.
    func blockingTakedowns(against account: Account.ID) throws -> [Takedown] {
        try takedowns(where: "t.account_id = \(account) AND t.state = 'blocked'", limit: 200)
    }

    /// Held contents of an account, newest first: reviews, photos of reviews, and public cards.
    func heldContents(of account: Account.ID) throws -> [HeldContent] {
        let holds = HiddenReason.allCases.filter(\.isHold).map(\.rawValue)
        func held(_ kind: AuditEntry.Target.Kind, at path: String, _ query: SQL) throws -> [HeldContent] {
            try rows(query).map { row in
                HeldContent(
                    target: AuditEntry.Target(kind, try row.int64(0)),
                    place: try row.string(1),
                    since: try row.date(2),
                    href: "/\(path)/\(try row.int64(3))"
                )
            }
        }
        let reviews = try held(
            .review,
            at: "reviews",
            """
            SELECT r.id, p.name, MIN(w.since), r.id FROM reviews r JOIN review_hidden_reasons w ON w.review_id = r.id
                JOIN places p ON p.id = r.place_id
            WHERE r.account_id = \(account) AND w.reason IN \(list: holds)
            GROUP BY r.id, p.name ORDER BY r.id DESC LIMIT 200
            """
        )
        let photos = try held(
            .photo,
            at: "reviews",
            """
            SELECT f.id, p.name, MIN(w.since), r.id FROM photos f JOIN photo_hidden_reasons w ON w.photo_id = f.id
                JOIN reviews r ON r.id = f.review_id JOIN places p ON p.id = r.place_id
            WHERE f.account_id = \(account) AND w.reason IN \(list: holds)
            GROUP BY f.id, p.name, r.id ORDER BY f.id DESC LIMIT 200
            """
        )
        let cards = try held(
            .card,
            at: "cards",
            """
            SELECT c.id, c.name, MIN(w.since), c.id FROM cards c JOIN card_hidden_reasons w ON w.card_id = c.id
            WHERE c.account_id = \(account) AND c.withdrawn_at IS NULL AND w.reason IN \(list: holds)
            GROUP BY c.id, c.name ORDER BY c.id DESC LIMIT 200
            """
        )
        return (reviews + photos + cards).sorted { ($0.since, $0.target.key) > ($1.since, $1.target.key) }
    }
}

import Foundation

extension Transaction {
    func appeal(_ id: Appeal.ID) throws -> Appeal? { try appeals(where: "p.id = \(id)", order: "p.id", limit: 1).first }

    func appeal(against sanction: Sanction.ID) throws -> Appeal? {
        try appeals(where: "p.sanction_id = \(sanction)", order: "p.id", limit: 1).first
    }

    /// An account's appeals, by sanction.
    func appeals(of account: Account.ID) throws -> [Sanction.ID: Appeal] {
        let appeals = try appeals(where: "p.account_id = \(account)", order: "p.id", limit: 1_000)
        return Dictionary(appeals.map { ($0.sanction, $0) }) { first, _ in first }
    }

    /// Open appeals after one, oldest first.
    func undecidedAppeals(after id: Appeal.ID, limit: Int) throws -> [Appeal] {
        try appeals(where: "p.state = 'open' AND p.id > \(id)", order: "p.id", limit: limit)
    }

    /// Decided appeals before one, newest first. Each status is read from its index.
    func decidedAppeals(before id: Appeal.ID, limit: Int) throws -> [Appeal] {
        let found = try [Appeal.State.upheld, .overturned].flatMap { state in
            try appeals(where: "p.state = \(state.rawValue) AND p.id < \(id)", order: "p.id DESC", limit: limit)
        }
        return Array(found.sorted { $0.id > $1.id }.prefix(limit))
    }

    /// - Parameter condition: on `appeals p`.
    private func appeals(where condition: SQL, order: SQL, limit: Int) throws -> [Appeal] {
        try rows(
            """
            SELECT p.id, p.sanction_id, p.account_id, p.body, p.state, p.created_at, p.decided_at, p.decided_by, p.answer
            FROM appeals p WHERE \(condition) ORDER BY \(order) LIMIT \(limit)
            """
        ).map { row in
            Appeal(
                id: try row.id(0),
                sanction: try row.id(1),
                account: try row.id(2),
                text: try row.string(3),
                state: Appeal.State(rawValue: try row.string(4)) ?? .open,
                createdAt: try row.date(5),
                decidedAt: try row.optionalDate(6),
                decidedBy: try row.optionalID(7),
                answer: try row.string(8)
            )
        }
    }

    /// - Returns: whether it is the first appeal against that sanction; a second one changes nothing.
    func insertAppeal(against sanction: Sanction, _ text: ReviewText, at now: Date) throws -> Bool {
        try execute(
            """
            INSERT INTO appeals (id, sanction_id, account_id, body, state, created_at)
            VALUES (\(Appeal.ID.next()), \(sanction.id), \(sanction.account), \(text.text), 'open', \(now.milliseconds))
            ON CONFLICT (sanction_id) DO NOTHING
            """
        ) > 0
    }

    /// Records the decision on an open appeal.
    /// - Returns: whether there was one.
    @discardableResult
    func settleAppeal(of sanction: Sanction.ID, _ state: Appeal.State, _ audit: AuditContext) throws -> Bool {
        try execute(
            """
            UPDATE appeals SET state = \(state.rawValue), decided_at = \(audit.at.milliseconds),
                decided_by = \(audit.actor.account), answer = \(audit.isNoteShared ? audit.note : "")
            WHERE sanction_id = \(sanction) AND state = 'open'
            """
        ) > 0
    }

    /// Reopens an appeal that was decided so.
    func reopenAppeal(of sanction: Sanction.ID, from state: Appeal.State) throws {
        try execute(
            """
            UPDATE appeals SET state = 'open', decided_at = NULL, decided_by = NULL, answer = ''
            WHERE sanction_id = \(sanction) AND state = \(state.rawValue)
            """
        )
    }
}

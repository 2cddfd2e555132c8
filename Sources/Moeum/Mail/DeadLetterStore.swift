import Foundation

/// Mails that could not be delivered.
extension Transaction {
    /// Newest first.
    func deadLetters(limit: Int) throws -> [DeadLetter] {
        try rows(
            """
            SELECT id, kind, recipient, subject, error, tries, created_at, died_at,
                CASE WHEN body_text IS NULL THEN 0 ELSE 1 END
            FROM outbox WHERE died_at IS NOT NULL ORDER BY died_at DESC, id DESC LIMIT \(limit)
            """
        ).map { row in
            DeadLetter(
                id: try row.id(0),
                kind: try row.string(1),
                recipient: try row.string(2),
                subject: try row.string(3),
                reason: try row.optionalString(4) ?? "",
                tries: try row.int(5),
                createdAt: try row.date(6),
                diedAt: try row.date(7),
                hasWords: try row.bool(8)
            )
        }
    }

    func outboxState() throws -> OutboxState {
        func count(_ condition: SQL) throws -> (Int, Date?) {
            try first("SELECT COUNT(*), MIN(created_at) FROM outbox WHERE \(condition)") { row in
                (try row.int(0), try row.optionalDate(1))
            } ?? (0, nil)
        }
        let heldAt = try mailHeldAt()
        let (waiting, since) = try count("due_at > \(heldAt)")
        return OutboxState(
            waiting: waiting,
            held: try count("due_at <= \(heldAt)").0,
            waitingSince: since,
            dead: try count("died_at IS NOT NULL").0,
            lastSentAt: try first("SELECT MAX(sent_at) FROM outbox WHERE sent_at IS NOT NULL") {
                try $0.optionalDate(0)
            } ?? nil
        )
    }

    /// Tries dead letters again that still have their text, as if they were new, under the same Message-ID.
    /// - Returns: how many.
    func retryDeadLetters(_ choice: DeadLetterChoice, at now: Int64, by emailRenderer: EmailRenderer) throws -> Int {
        let revived = try execute(
            """
            UPDATE outbox SET died_at = NULL, due_at = \(now), tries = 0, claim = NULL
            WHERE died_at IS NOT NULL AND body_text IS NOT NULL AND \(Self.deadLetterCondition(choice))
            """
        )
        if revived > 0 { afterCommit(emailRenderer.onPosted) }
        return revived
    }

    /// Deletes dead letters.
    /// - Returns: how many.
    func discardDeadLetters(_ choice: DeadLetterChoice) throws -> Int {
        try execute("DELETE FROM outbox WHERE died_at IS NOT NULL AND \(Self.deadLetterCondition(choice))")
    }

    private static func deadLetterCondition(_ choice: DeadLetterChoice) -> SQL {
        switch choice {
        case .one(let id): "id = \(id)"
        case .all(let until): "died_at <= \(until)"
        }
    }
}

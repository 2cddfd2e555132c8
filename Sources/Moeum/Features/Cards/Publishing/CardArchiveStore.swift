extension Transaction {
    func archivedCards(of account: Account.ID) throws -> [[ArchiveValue]] {
        try rows(
            """
            SELECT look, name, place, line, date, alt, hidden_at, created_at FROM cards
            WHERE account_id = \(account) AND withdrawn_at IS NULL ORDER BY id
            """
        ).map { row in
            try (0...5).map { .text(try row.string($0)) } + [.flag(!row.isNull(6)), try row.archiveTime(7)]
        }
    }
}

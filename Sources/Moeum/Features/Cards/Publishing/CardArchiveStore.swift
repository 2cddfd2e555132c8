extension Transaction {
    func archivedCards(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .cards,
            """
            SELECT look, name, place, line, date, alt, hidden_at IS NOT NULL, created_at FROM cards
            WHERE account_id = \(account) AND withdrawn_at IS NULL ORDER BY id
            """
        )
    }
}

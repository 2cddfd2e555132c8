extension Transaction {
    func archivedPlaceAnswers(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .placeAnswers,
            """
            SELECT a.place_id, p.name, p.district, a.attribute, a.value, a.answered_at
            FROM place_answers a JOIN places p ON p.id = a.place_id
            WHERE a.account_id = \(account) ORDER BY a.answered_at, a.place_id, a.attribute
            """
        )
    }
}

import Foundation

extension Transaction {
    func archivedVisits(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .visits,
            """
            SELECT v.place_id, p.name, p.district, v.visited_on, v.created_at
            FROM visits v JOIN places p ON p.id = v.place_id
            WHERE v.account_id = \(account) ORDER BY v.visited_on, v.id
            """
        )
    }

    func archivedRoulettePicks(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .roulettePicks,
            """
            SELECT r.place_id, p.name, p.district, r.picked_at
            FROM roulette_picks r JOIN places p ON p.id = r.place_id
            WHERE r.account_id = \(account) ORDER BY r.picked_at, r.pool, r.place_id
            """
        )
    }
}

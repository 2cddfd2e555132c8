import Foundation

extension Transaction {
    /// Adds a snapshot to a case; an equal one is not added twice.
    /// - Returns: the snapshot's id.
    func saveSnapshot(_ snapshot: Snapshot, in caseID: ReportCase.ID, at now: Date) throws -> FiledSnapshot.ID {
        let fingerprint = snapshot.fingerprint
        let known = try first(
            "SELECT id FROM report_snapshots WHERE case_id = \(caseID) AND fingerprint = \(fingerprint)"
        ) { try $0.id(0) as FiledSnapshot.ID }
        if let known { return known }
        let id = FiledSnapshot.ID.next()
        try execute(
            """
            INSERT INTO report_snapshots (id, case_id, fingerprint, nickname, stars, body, visited_on, taken_at)
            VALUES (\(id), \(caseID), \(fingerprint), \(snapshot.nickname), \(snapshot.stars), \(snapshot.body),
                \(snapshot.visitedOn), \(now.milliseconds))
            """
        )
        for (position, picture) in snapshot.pictures.enumerated() {
            try execute(
                """
                INSERT INTO snapshot_photos (name, snapshot_id, position, photo_id, blob_hash, alt)
                VALUES (\(SystemRandom.name()), \(id), \(position), \(picture.photo), \(picture.blob), \(picture.alt))
                """
            )
        }
        return id
    }

    func deleteOldSnapshots(at now: Date, atMost limit: Int) throws -> Int {
        let oldest = (now - Snapshot.lifetime).milliseconds
        return try execute(
            """
            DELETE FROM report_snapshots WHERE id IN (
                SELECT s.id FROM report_snapshots s JOIN report_cases c ON c.id = s.case_id
                WHERE c.closed_at IS NOT NULL AND c.closed_at <= \(oldest) ORDER BY s.id LIMIT \(limit))
            """
        )
    }
}

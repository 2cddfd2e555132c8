import Foundation

/// What the row of a case shows besides what is kept with the case: how its thing stands, and what was suggested.
struct QueueSight: Sendable {
    /// Whether staff hid it.
    var isHidden = false
    /// Why it waits for staff.
    var holds: [Withholding] = []
    /// Of a photo; as it was reported, where it is deleted.
    var picture: FiledSnapshot.Picture?
    /// Which kind the newest suggestion is of.
    var suggestionKind: String?
}

extension Transaction {
    /// Of the cases of one page of the queue.
    func queueSights(of cases: [ReportCase]) throws -> [ReportCase.ID: QueueSight] {
        var sights = Dictionary(cases.map { ($0.id, QueueSight()) }) { first, _ in first }
        func each(_ kind: Deed.Target.Kind, _ id: Int64, _ change: (inout QueueSight) -> Void) {
            for found in cases where found.target.kind == kind && found.target.id == id {
                change(&sights[found.id, default: QueueSight()])
            }
        }
        func targets(_ kind: Deed.Target.Kind) -> [Int64] {
            cases.filter { $0.target.kind == kind }.compactMap(\.target.id)
        }
        for picture in try reportedPictures(cases.filter { $0.target.kind == .photo }.map(\.id)) {
            sights[picture.caseID, default: QueueSight()].picture = picture.picture
        }
        try rows(
            """
            SELECT r.id FROM reviews r WHERE r.id IN \(list: targets(.review)) AND r.hidden_at IS NOT NULL ORDER BY r.id
            """
        ).forEach { each(.review, try $0.int64(0)) { $0.isHidden = true } }
        try rows(
            """
            SELECT p.id, p.name, p.alt, p.blob_hash, p.hidden_at FROM photos p
            WHERE p.id IN \(list: targets(.photo)) ORDER BY p.id
            """
        ).forEach { row in
            let isHidden = try row.optionalInt64(4) != nil
            let (name, alt, blob) = (try row.string(1), try row.string(2), try row.string(3))
            each(.photo, try row.int64(0)) { sight in
                sight.isHidden = isHidden
                sight.picture = FiledSnapshot.Picture(name: name, alt: alt, blob: blob)
            }
        }
        let holds: [(kind: Deed.Target.Kind, query: SQL)] = [
            (
                .review,
                """
                SELECT w.review_id, w.cause FROM review_withholdings w WHERE w.review_id IN \(list: targets(.review))
                ORDER BY w.since, w.cause
                """
            ),
            (
                .photo,
                """
                SELECT w.photo_id, w.cause FROM photo_withholdings w WHERE w.photo_id IN \(list: targets(.photo))
                ORDER BY w.since, w.cause
                """
            ),
        ]
        for (kind, query) in holds {
            try rows(query).forEach { row in
                guard let cause = Withholding(rawValue: try row.string(1)), cause.isHold else { return }
                each(kind, try row.int64(0)) { $0.holds.append(cause) }
            }
        }
        let suggested = cases.filter { $0.target.kind == .place || $0.target.kind == .suggestion }.map(\.id)
        try rows(
            """
            SELECT s.case_id, s.kind FROM suggestions s WHERE s.id IN (
                SELECT MAX(x.id) FROM suggestions x WHERE x.case_id IN \(list: suggested) GROUP BY x.case_id)
            ORDER BY s.id
            """
        ).forEach { row in
            let kind = try row.string(1)
            sights[try row.int64(0), default: QueueSight()].suggestionKind = kind
        }
        return sights
    }

    /// The first picture of the newest state last.
    private func reportedPictures(_ cases: [ReportCase.ID]) throws
        -> [(caseID: ReportCase.ID, picture: FiledSnapshot.Picture)]
    {
        try rows(
            """
            SELECT s.case_id, p.name, p.alt, p.blob_hash
            FROM report_snapshots s JOIN snapshot_photos p ON p.snapshot_id = s.id
            WHERE s.case_id IN \(list: cases) ORDER BY s.taken_at, s.id, p.position DESC
            """
        ).map { row in
            let picture = FiledSnapshot.Picture(
                name: try row.string(1),
                alt: try row.string(2),
                blob: try row.string(3)
            )
            return (try row.int64(0), picture)
        }
    }
}

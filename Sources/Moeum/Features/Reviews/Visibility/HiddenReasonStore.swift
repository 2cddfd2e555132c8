import Foundation

/// The causes for which reviews and photos are out of readers' sight besides by order of staff.
extension Transaction {
    /// Whether a photo of a review waits until staff have looked.
    func hasHeldPhotos(_ review: Int64) throws -> Bool {
        let holds = Withholding.allCases.filter(\.isHold).map(\.rawValue)
        return try first(
            """
            SELECT 1 FROM photos h JOIN photo_withholdings w ON w.photo_id = h.id
            WHERE h.review_id = \(review) AND h.hidden_at IS NULL AND w.cause IN \(list: holds) LIMIT 1
            """
        ) { try $0.int(0) } != nil
    }

    /// Takes something out of sight for one cause more; where that stands already nothing changes.
    func withhold(_ target: SightTarget, because cause: Withholding, at since: Date) throws {
        let rows = WithholdingRows(target)
        try execute(
            """
            INSERT INTO \(rows.table) (\(rows.column), cause, since)
            VALUES (\(rows.id), \(cause.rawValue), \(since.milliseconds)) ON CONFLICT (\(rows.column), cause) DO NOTHING
            """
        )
        try applyWithholdings(of: target)
    }

    /// Takes one cause away; what has no other is back where it was.
    func release(_ target: SightTarget, from cause: Withholding) throws {
        let rows = WithholdingRows(target)
        try execute("DELETE FROM \(rows.table) WHERE \(rows.column) = \(rows.id) AND cause = \(cause.rawValue)")
        try applyWithholdings(of: target)
    }

    /// Why something is out of sight besides by order of staff (and, of a photo, with its review), and since when.
    func withholdings(of target: SightTarget) throws -> [Withholding: Date] {
        let found = WithholdingRows(target)
        let pairs = try rows(
            "SELECT cause, since FROM \(found.table) WHERE \(found.column) = \(found.id) ORDER BY cause"
        ).map { (Withholding(rawValue: try $0.string(0)), Date(milliseconds: try $0.int64(1))) }
        return Dictionary(pairs.compactMap { cause, since in cause.map { ($0, since) } }) { first, _ in first }
    }

    private func applyWithholdings(of target: SightTarget) throws {
        let rows = WithholdingRows(target)
        let since = try first("SELECT MIN(since) FROM \(rows.table) WHERE \(rows.column) = \(rows.id)") {
            try $0.optionalInt64(0).map(Date.init(milliseconds:))
        }
        switch target {
        case .review(let id): try setWithheld(review: id, since: since ?? nil)
        case .photo(let id): try setWithheld(photo: id, since: since ?? nil)
        }
    }
}

/// Where the causes of one thing lie.
private struct WithholdingRows {
    let table: SQL
    let column: SQL
    let id: Int64

    init(_ target: SightTarget) {
        switch target {
        case .review(let id): (table, column, self.id) = ("review_withholdings", "review_id", id)
        case .photo(let id): (table, column, self.id) = ("photo_withholdings", "photo_id", id)
        }
    }
}

import Foundation

/// The hidden reasons of reviews and photos.
extension Transaction {
    /// Whether a photo of a review is held.
    func hasHeldPhotos(_ review: Review.ID) throws -> Bool {
        let holds = HiddenReason.allCases.filter(\.isHold).map(\.rawValue)
        return try first(
            """
            SELECT 1 FROM photos h JOIN photo_hidden_reasons w ON w.photo_id = h.id
            WHERE h.review_id = \(review) AND h.hidden_at IS NULL AND w.reason IN \(list: holds) LIMIT 1
            """
        ) { try $0.int(0) } != nil
    }

    /// Adds a hidden reason to a review or photo; does nothing where it has that one already.
    func hideContent(_ target: ContentReference, for reason: HiddenReason, at since: Date) throws {
        let rows = HiddenReasonRows(target)
        try execute(
            """
            INSERT INTO \(rows.table) (\(rows.column), reason, since)
            VALUES (\(target), \(reason.rawValue), \(since.milliseconds)) ON CONFLICT (\(rows.column), reason) DO NOTHING
            """
        )
        try applyHiddenReasons(of: target)
    }

    /// Removes one hidden reason; a review or photo without any is shown again.
    func unhideContent(_ target: ContentReference, for reason: HiddenReason) throws {
        let rows = HiddenReasonRows(target)
        try execute("DELETE FROM \(rows.table) WHERE \(rows.column) = \(target) AND reason = \(reason.rawValue)")
        try applyHiddenReasons(of: target)
    }

    /// The hidden reasons of a review or photo (without those of a photo's review), and since when.
    func hiddenReasons(of target: ContentReference) throws -> [HiddenReason: Date] {
        let found = HiddenReasonRows(target)
        let pairs = try rows(
            "SELECT reason, since FROM \(found.table) WHERE \(found.column) = \(target) ORDER BY reason"
        ).map { (HiddenReason(rawValue: try $0.string(0)), try $0.date(1)) }
        return Dictionary(pairs.compactMap { reason, since in reason.map { ($0, since) } }) { first, _ in first }
    }

    private func applyHiddenReasons(of target: ContentReference) throws {
        let rows = HiddenReasonRows(target)
        let since =
            try first("SELECT MIN(since) FROM \(rows.table) WHERE \(rows.column) = \(target)") {
                try $0.optionalDate(0)
            } ?? nil
        switch target {
        case .review(let id): try setReviewHidden(review: id, since: since)
        case .photo(let id): try setPhotoHidden(photo: id, since: since)
        case .card(let id): try setCardHidden(card: id, since: since)
        }
    }
}

/// The table of a content's hidden reasons, and its column of ids.
private struct HiddenReasonRows {
    let table: SQL
    let column: SQL

    init(_ target: ContentReference) {
        switch target {
        case .review: (table, column) = ("review_hidden_reasons", "review_id")
        case .photo: (table, column) = ("photo_hidden_reasons", "photo_id")
        case .card: (table, column) = ("card_hidden_reasons", "card_id")
        }
    }
}

import Foundation

/// A sort order of reviews as SQL: each follows an index, so that a page can begin after any review.
struct ReviewOrder {
    /// One range of an index.
    struct IndexRange {
        var conditions: [SQL]
        var order = ReviewOrder.newest
    }

    static let newest: SQL = "r.created_at DESC, r.id DESC"

    private let query: ReviewQuery

    init(_ query: ReviewQuery) { self.query = query }

    /// The index ranges that make up the list, one after another. The order by stars has a range for each number of stars, so
    /// that the newest come first within each, which no index does in a single range.
    var ranges: [IndexRange] {
        switch query.sort {
        case .new:
            return [IndexRange(conditions: wantedStars + olderThanCursor)]
        case .helpful:
            let after: [SQL] =
                query.after.map {
                    ["(r.helpful_count, r.created_at, r.id) < (\($0.primary), \($0.createdAt), \($0.id))"]
                } ?? []
            return [
                IndexRange(conditions: wantedStars + after, order: "r.helpful_count DESC, r.created_at DESC, r.id DESC")
            ]
        case .high, .low:
            return starsInOrder.map { stars in
                let isGoingOn = query.after.map { $0.primary == Int64(stars) } ?? false
                return IndexRange(conditions: ["r.stars = \(stars)"] + (isGoingOn ? olderThanCursor : []))
            }
        }
    }

    func cursor(of entry: ReviewList.Entry) -> ReviewCursor {
        let primary =
            switch query.sort {
            case .new: 0
            case .helpful: entry.helpful
            case .high, .low: entry.stars
            }
        return ReviewCursor(primary: Int64(primary), createdAt: entry.createdAt.milliseconds, id: entry.id)
    }

    /// The numbers of stars from the one where the page begins.
    private var starsInOrder: [Int] {
        let wanted = query.stars.isEmpty ? Array(1...5) : query.stars
        let start = query.after.map { Int(clamping: $0.primary) }
        guard query.sort == .high else { return wanted.filter { $0 >= start ?? 1 } }
        return wanted.reversed().filter { $0 <= start ?? 5 }
    }

    /// A single number of stars has an index of its own, sorted by age; several would have to be sorted, so the plus sign keeps
    /// the planner on the order's index.
    private var wantedStars: [SQL] {
        if query.stars.isEmpty { return [] }
        if query.stars.count == 1, query.sort == .new { return ["r.stars = \(query.stars[0])"] }
        return ["+r.stars IN \(list: query.stars)"]
    }

    private var olderThanCursor: [SQL] {
        query.after.map { ["(r.created_at, r.id) < (\($0.createdAt), \($0.id))"] } ?? []
    }
}

extension Transaction {
    /// A condition on `accounts a`: authors who are leaving or suspended are not named.
    func isNamedAuthor(at now: Date) -> SQL {
        """
        a.leaving_at IS NULL AND NOT EXISTS (SELECT 1 FROM sanctions n WHERE n.account_id = a.id
            AND n.kind = 'suspension' AND \(isSanctionInForce(at: now)))
        """
    }
}

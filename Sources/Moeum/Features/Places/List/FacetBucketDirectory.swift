import Synchronization

/// Which facet buckets hold listed places of a kind. The status and kind of a bucket never change, so they are read once, and a
/// search around a point need not join every place with its bucket.
final class FacetBucketDirectory: Sendable {
    private struct Known {
        /// The kind of a bucket's listed places; nil for buckets of cancelled and closed places.
        var kinds: [FacetBucket.ID: Place.Kind?] = [:]
        /// How many listed places of each kind there were: a hint how far apart they are.
        var counts: [Place.Kind: Int] = [:]
    }

    private let known = Mutex(Known())

    /// The radius in metres that should hold so many places of a kind.
    func reach(of wanted: Int, _ kind: Place.Kind) -> Int {
        PlaceGrid.reach(of: Double(wanted), outOf: known.withLock { $0.counts[kind] ?? 0 })
    }

    /// Those of these points whose places are listed and of a kind.
    func listed(_ kind: Place.Kind, of points: [PlacePoint], in transaction: Transaction) throws -> [PlacePoint] {
        var kinds = known.withLock { $0.kinds }
        if !points.allSatisfy({ kinds[$0.bucket] != nil }) {
            let buckets = try transaction.listedBucketCounts()
            kinds = Dictionary(buckets.map { ($0.id, $0.listedKind) }) { first, _ in first }
            let listed = buckets.compactMap { bucket in bucket.listedKind.map { ($0, bucket.count) } }
            known.withLock { [kinds] in $0 = Known(kinds: kinds, counts: Dictionary(listed, uniquingKeysWith: +)) }
        }
        return points.filter { kinds[$0.bucket] == kind }
    }
}

/// The position of a place and its facet bucket.
struct PlacePoint {
    let id: Place.ID
    let bucket: FacetBucket.ID
    /// Distance from the point searched around.
    let metres: Int
}

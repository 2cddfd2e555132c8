import Synchronization

/// Which buckets hold listed places of a kind. A bucket keeps its status and kind for good, so what was read once stays
/// true, and a search around a place need not join every point with its bucket.
final class FacetBucketDirectory: Sendable {
    private struct Known {
        /// The kind of what is listed there; nil on buckets of cancelled and closed places.
        var kinds: [Int64: Place.Kind?] = [:]
        /// How many listed places of a kind there were: a hint how far apart they stand.
        var counts: [Place.Kind: Int] = [:]
    }

    private let known = Mutex(Known())

    /// How far around a point about so many places of a kind stand, in metres.
    func reach(of wanted: Int, _ kind: Place.Kind) -> Int {
        PlaceGrid.reach(of: Double(wanted), outOf: known.withLock { $0.counts[kind] ?? 0 })
    }

    /// The points that stand on buckets of listed places of a kind.
    func listed(_ kind: Place.Kind, of points: [PlacePoint], in transaction: Transaction) throws -> [PlacePoint] {
        var kinds = known.withLock { $0.kinds }
        if !points.allSatisfy({ kinds[$0.bucket] != nil }) {
            let buckets = try transaction.facetBuckets()
            kinds = Dictionary(buckets.map { ($0.id, $0.listedKind) }) { first, _ in first }
            let listed = buckets.compactMap { bucket in bucket.listedKind.map { ($0, bucket.count) } }
            known.withLock { [kinds] in $0 = Known(kinds: kinds, counts: Dictionary(listed, uniquingKeysWith: +)) }
        }
        return points.filter { kinds[$0.bucket] == kind }
    }
}

/// Where a place stands and on which bucket.
struct PlacePoint {
    let id: Place.ID
    let bucket: Int64
    /// From the point asked about.
    let metres: Int
}

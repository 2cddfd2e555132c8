import Foundation

/// Where a map can go from what it shows: closer, wider, and half a picture to each side.
struct MapMoves: Sendable {
    enum Move: String, Sendable, CaseIterable {
        case closer, wider, north, west, east, south
    }

    let shown: PlaceQuery.Bounds
    private let whole: PlaceQuery.Bounds

    /// - Parameter whole: the bounds beyond which there is nothing to see.
    init(_ projection: MapProjection, whole: PlaceQuery.Bounds) {
        shown = projection.bounds()
        self.whole = whole
    }

    /// The bounds after a move; nil where nothing closer or wider is drawn, or nothing lies there.
    func bounds(_ move: Move) -> PlaceQuery.Bounds? {
        let (height, width) = (shown.north - shown.south, shown.east - shown.west)
        switch move {
        case .closer: return height / 2 < MapProjection.leastSpan ? nil : shown.scaled(by: 0.5)
        case .wider:
            let isWhole = shown.contains(whole.south, whole.west) && shown.contains(whole.north, whole.east)
            return isWhole ? nil : shown.scaled(by: 2)
        case .north: return reachable(shown.moved(height / 2, 0))
        case .south: return reachable(shown.moved(-height / 2, 0))
        case .east: return reachable(shown.moved(0, width / 2))
        case .west: return reachable(shown.moved(0, -width / 2))
        }
    }

    private func reachable(_ bounds: PlaceQuery.Bounds) -> PlaceQuery.Bounds? {
        bounds.overlaps(whole) ? bounds : nil
    }
}

/// A link that moves the map.
struct MapMoveLink: ViewModel {
    let move: MapMoves.Move
    let href: String

    static let fields: [Field<MapMoveLink>] = [
        .choice("name") { $0.move },
        .text("href") { $0.href },
    ]
}

extension PlaceQuery.Bounds {
    fileprivate func scaled(by factor: Double) -> Self {
        let (height, width) = ((north - south) * factor / 2, (east - west) * factor / 2)
        let (latitude, longitude) = ((north + south) / 2, (east + west) / 2)
        return Self(
            south: latitude - height,
            west: longitude - width,
            north: latitude + height,
            east: longitude + width
        )
    }

    fileprivate func moved(_ latitude: Double, _ longitude: Double) -> Self {
        Self(south: south + latitude, west: west + longitude, north: north + latitude, east: east + longitude)
    }
}

extension PlaceQuery {
    /// The same list of what lies within bounds instead of wherever it was searched before.
    func moved(to bounds: Bounds) -> PlaceQuery {
        with {
            $0.clearPoint()
            $0.districts = []
            $0.bounds = bounds
        }
    }
}

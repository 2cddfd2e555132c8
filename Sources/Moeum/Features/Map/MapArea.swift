import Foundation

extension SeoulMap {
    /// The name of what lies around a point: its dong; nil far from Seoul.
    func areaName(around point: PlaceQuery.Point, _ language: Language) -> String? {
        guard let label = areas.nearest(to: point.latitude, point.longitude)?.label,
            Geodesy.metres(point.latitude, point.longitude, label.latitude, label.longitude) < 3_000
        else { return nil }
        return label.name(language)
    }

    /// The name of bounds: their dong, or their district where they are as large as one; nil for more of Seoul than that.
    func areaName(in bounds: PlaceQuery.Bounds, _ language: Language, district: (String) -> String) -> String? {
        let middle = bounds.middle
        let span = max(bounds.north - bounds.south, (bounds.east - bounds.west) * MapProjection.shrink)
        if span < 0.03 { return areaName(around: middle, language) }
        guard span < 0.12, areaName(around: middle, language) != nil else { return nil }
        return areas.nearest(to: middle.latitude, middle.longitude).map { district($0.label.district) }
    }

    /// What a map shows of bounds: around a dong's centre alone, where its places are counted, all of the dong.
    func view(of bounds: PlaceQuery.Bounds) -> PlaceQuery.Bounds {
        guard bounds.north - bounds.south < 0.0001, bounds.east - bounds.west < 0.0001,
            let area = areas.nearest(to: bounds.middle.latitude, bounds.middle.longitude),
            bounds.contains(area.label.latitude, area.label.longitude)
        else { return bounds }
        return area.bounds
    }
}

extension PlaceQuery.Bounds {
    var middle: PlaceQuery.Point {
        PlaceQuery.Point(latitude: (south + north) / 2, longitude: (west + east) / 2)
    }
}

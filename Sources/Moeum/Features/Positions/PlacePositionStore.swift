import Foundation

/// A place and the building that its road address names; nil where that cannot be read.
struct PlaceBuilding: Sendable {
    let id: Place.ID
    let address: RoadAddress?
}

extension Transaction {
    /// Listed places whose position is not exact, without those of which staff said where they are.
    func vaguePlaceBuildings(_ districts: Districts) throws -> [PlaceBuilding] {
        try placeBuildings(
            districts,
            where: """
                status = 'listed' AND road_address IS NOT NULL AND COALESCE(precision_level, '') <> 'exact'
                AND id NOT IN (SELECT place_id FROM place_corrections WHERE fact = 'position')
                """
        )
    }

    /// All places, whatever their status, or those of a condition.
    func placeBuildings(_ districts: Districts, where condition: SQL = "TRUE") throws -> [PlaceBuilding] {
        try rows("SELECT id, district, road_address FROM places WHERE \(condition) ORDER BY id").map { row in
            let address = RoadAddress(try row.optionalString(2), in: districts[slug: try row.string(1)])
            return PlaceBuilding(id: try row.id(0), address: address)
        }
    }

    /// Puts a place at its building's position. One that staff set stays, and so does one whose address has changed meanwhile.
    /// - Returns: whether the place now stands there.
    @discardableResult
    func setPosition(
        _ position: Place.Position,
        of building: PlaceBuilding,
        told by: SourceReference,
        _ districts: Districts,
        at now: Date
    ) throws -> Bool {
        guard var record = try placeRecord(building.id),
            RoadAddress(record.roadAddress, in: districts[slug: record.district]) == building.address,
            try !isPositionByStaff(record, of: building.id)
        else { return false }
        record.position = position
        record.factSources[.position] = by
        try replacePlace(building.id, as: record, districts, at: now)
        return true
    }

    private func isPositionByStaff(_ record: PlaceRecord, of id: Place.ID) throws -> Bool {
        let isTold = record.position != nil && record.reference(of: .position).source == PlaceCorrection.sourceID
        return try isTold || corrections(of: id).contains { $0.fact == .position }
    }
}

extension RoadAddress {
    /// A place's address; in the place's district, where it names none.
    fileprivate init?(_ text: String?, in district: District?) {
        guard let address = text.flatMap(RoadAddress.init) else { return nil }
        self = district.map { address.inDistrict($0.name) } ?? address
    }
}

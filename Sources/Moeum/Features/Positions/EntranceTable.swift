/// The entrances of those buildings that the site's places stand in, gathered from the official files.
struct EntranceTable {
    /// What the files say of a building.
    enum Finding: Equatable {
        case found(Place.Position, asOf: String)
        /// Two roads of the district have that name and number.
        case ambiguous
        /// All its positions lie outside of Seoul.
        case outsideSeoul
        case unknown
    }

    private struct Entry {
        let position: Place.Position?
        let isOutside: Bool
        let asOf: String
    }

    private var buildings: [AddressPosition.Key: RoadAddress] = [:]
    private var entrances: [RoadAddress: [AddressPosition.Entrance: Entry]] = [:]

    /// - Parameter addresses: with their districts.
    init(_ addresses: some Sequence<RoadAddress>, _ districts: Districts) {
        for address in addresses {
            guard let district = address.district.flatMap({ districts[name: $0] }) else { continue }
            // Files that somebody converted are taken too.
            for road in [KoreanEncoding.bytes(address.road), Array(address.road.utf8)].compactMap(\.self) {
                let key = AddressPosition.Key(
                    district: Array(district.code.utf8),
                    road: road,
                    isUnderground: address.isUnderground,
                    number: address.number,
                    subnumber: address.subnumber
                )
                buildings[key] = address
            }
        }
    }

    /// Keeps the entrance of a building that is asked for; a later file's word of the same entrance replaces an earlier one's.
    mutating func add(_ line: AddressPosition, asOf: String) {
        guard let building = buildings[line.key] else { return }
        guard !line.isDeleted else {
            entrances[building]?[line.entrance] = nil
            return
        }
        let position = line.point.flatMap { Place.Position(easting: $0.easting, northing: $0.northing) }
        let isOutside = line.point != nil && position == nil
        entrances[building, default: [:]][line.entrance] = Entry(position: position, isOutside: isOutside, asOf: asOf)
    }

    /// Of several entrances the one with the smallest serial number counts.
    func finding(of building: RoadAddress) -> Finding {
        guard let known = entrances[building], let one = known.first?.key else { return .unknown }
        guard known.keys.allSatisfy({ $0.roadCode == one.roadCode }) else { return .ambiguous }
        let placed = known.filter { $0.value.position != nil }.min { $0.key.serial < $1.key.serial }
        if let entry = placed?.value, let position = entry.position { return .found(position, asOf: entry.asOf) }
        return known.values.contains { $0.isOutside } ? .outsideSeoul : .unknown
    }
}

extension Transaction {
    /// The shops of a list that are to be imported: without those that another list has at the same address by the same name.
    /// One that the same list has there under another number gets the known one.
    /// - Returns: the shops, and how many are left out.
    func newBookshops(_ records: [PlaceRecord], _ districts: Districts) throws -> ([PlaceRecord], known: Int) {
        var keys: Set<String> = []
        var known: [ShopIdentity: (source: String, key: String)] = [:]
        try rows(
            """
            SELECT source, source_key, district, road_address, name, official_name FROM places
            WHERE kind = 'bookshop' AND id NOT IN (SELECT place_id FROM place_merges) ORDER BY id DESC
            """
        ).forEach { row in
            let (source, key) = (try row.string(0), try row.string(1))
            keys.insert("\(source) \(key)")
            let district = districts[slug: try row.string(2)]
            let address = try row.optionalString(3)
            for name in [try row.string(4), try row.optionalString(5)].compactMap(\.self) {
                if let shop = ShopIdentity(name, address, in: district) { known[shop] = (source, key) }
            }
        }
        var left = 0
        let new = records.compactMap { record -> PlaceRecord? in
            let key = "\(record.source.source) \(record.key)"
            guard !keys.contains(key),
                let shop = ShopIdentity(record.name, record.roadAddress, in: districts[slug: record.district]),
                let other = known[shop]
            else { return record }
            guard other.source == record.source.source else {
                left += 1
                return nil
            }
            var record = record
            record.key = other.key
            return record
        }
        return (new, left)
    }
}

/// A shop by its address and its name.
private struct ShopIdentity: Hashable {
    let address: RoadAddress
    let name: String

    /// Nil for an address that is no road address.
    init?(_ name: String, _ address: String?, in district: District?) {
        guard let district, let road = address.flatMap(RoadAddress.init)?.inDistrict(district.name) else { return nil }
        self.address = road
        self.name = RegisterName(name).key
    }
}

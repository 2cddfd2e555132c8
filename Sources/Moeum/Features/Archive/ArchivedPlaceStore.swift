extension Transaction {
    /// The place of an archive's row: the one with its id if the name is the same, else the only one of that name in the
    /// district.
    func placeMeant(by place: ArchivedPlace) throws -> Place.ID? {
        if let id = place.id {
            let found: Place.ID? = try first(
                "SELECT id FROM places WHERE id = \(id) AND \(isNamed(place.name))"
            ) { try $0.id(0) }
            if let found { return found }
        }
        guard let district = place.district else { return nil }
        let found = try rows(
            """
            SELECT id FROM places WHERE name_key = \(place.key) AND \(isNamed(place.name))
                AND district = \(district) ORDER BY id LIMIT 2
            """
        ).map { try $0.id(0) as Place.ID }
        return found.count == 1 ? found[0] : nil
    }

    /// Archives written before names were split have the official one.
    private func isNamed(_ name: String) -> SQL { "(name = \(name) OR official_name = \(name))" }
}

extension Row {
    /// Id, name and district of a place, from this column on.
    func archivePlace(_ column: Int) throws -> [ArchiveValue] {
        [.integer(try int64(column)), .text(try string(column + 1)), .text(try string(column + 2))]
    }
}

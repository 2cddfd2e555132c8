/// Lists of places of which members say something.
extension Transaction {
    /// From how many places on a list can be narrowed by an attribute: a page of a list. With fewer in all of the city, a
    /// district's list would nearly always be empty.
    static let leastFilteredPlaces = PlaceList.pageSize

    /// The attributes that lists can be narrowed by: those that enough listed places have.
    func filteredAttributes() throws -> [PlaceAttribute] {
        try PlaceAttribute.filters.filter { attribute in
            // No more are counted than have to be.
            let count = try first(
                """
                SELECT COUNT(*) FROM (
                    SELECT 1 FROM place_attributes a JOIN place_points t ON t.id = a.place_id
                    WHERE a.attribute = \(attribute.rawValue) AND a.value = 'yes' AND a.is_leading = 1
                        AND t.listed_kind IS NOT NULL
                    LIMIT \(Self.leastFilteredPlaces)) AS found
                """
            ) { try $0.int(0) }
            return (count ?? 0) >= Self.leastFilteredPlaces
        }
    }
}

extension PlaceQuery {
    /// The conditions of `facts` for places `t`, each by one range of an index.
    var attributeLimits: [SQL] {
        facts.map { attribute in
            """
            t.id IN (SELECT a.place_id FROM place_attributes a
                WHERE a.attribute = \(attribute.rawValue) AND a.value = 'yes' AND a.is_leading = 1)
            """
        }
    }

    /// The same for few places, of which each is looked up.
    var memberAttributeLimits: [SQL] {
        facts.map { attribute in
            """
            EXISTS (SELECT 1 FROM place_attributes a WHERE a.place_id = t.id
                AND a.attribute = \(attribute.rawValue) AND a.value = 'yes' AND a.is_leading = 1)
            """
        }
    }
}

import Foundation

/// What an upsert did.
enum UpsertOutcome: Sendable, Equatable {
    case inserted, changed, unchanged
}

/// How many listed places of one kind and business type a district has.
struct PlaceCount: Sendable, Equatable {
    package let kind: Place.Kind
    package let district: String
    package let category: String
    package let count: Int
}

extension Transaction {
    /// The place with this id, whatever its status.
    package func place(_ id: Place.ID) throws -> Place? {
        try first("SELECT \(Place.columns) FROM places p WHERE p.id = \(id)", Place.init)
    }

    /// Places with their covers by their ids, whatever their status.
    func places(_ ids: [Place.ID]) throws -> [Place.ID: Place] {
        let found = try rows("SELECT \(Place.columns) FROM places p WHERE p.id IN \(list: ids)").map(Place.init)
        var places = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        let pictured = found.filter { $0.photoCount > 0 }.map(\.id)
        for (id, cover) in pictured.isEmpty ? [:] : try coverPhotos(of: pictured) { places[id]?.cover = cover }
        return places
    }

    /// The sources of facts that are not from the record's own source.
    func factSources(of id: Place.ID) throws -> [String: SourceReference] {
        let pairs = try rows("SELECT fact, source, as_of FROM place_facts WHERE place_id = \(id)").map { row in
            (try row.string(0), SourceReference(source: try row.string(1), asOf: try row.string(2)))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Ids of listed places, newest first.
    func listedPlaceIDs(limit: Int) throws -> [Place.ID] {
        try rows("SELECT id FROM places WHERE status = 'listed' ORDER BY id DESC LIMIT \(limit)").map {
            try $0.id(0)
        }
    }

    func placeCounts(status: Place.Status = .listed) throws -> [PlaceCount] {
        try rows(
            "SELECT kind, district, category, count FROM place_counts WHERE status = \(status.rawValue) AND count > 0"
        ).map { row in
            PlaceCount(
                kind: try Place.Kind(column: 0, of: row),
                district: try row.string(1),
                category: try row.string(2),
                count: try row.int(3)
            )
        }
    }

    /// The most common main dishes, for suggestions on the home page.
    /// - Parameter latest: how many of the newest places are read; reading a million would slow down the page.
    func commonestMenus(limit: Int, ofLatest latest: Int = 20_000) throws -> [String] {
        try rows(
            """
            SELECT menu FROM (SELECT menu, status FROM places ORDER BY id DESC LIMIT \(latest)) AS latest
            WHERE menu IS NOT NULL AND status = 'listed'
            GROUP BY menu ORDER BY COUNT(*) DESC, menu LIMIT \(limit)
            """
        ).map { try $0.string(0) }
    }

    package func hasNoPlaces() throws -> Bool {
        try first("SELECT 1 FROM places LIMIT 1") { try $0.int(0) } == nil
    }
}

extension Place {
    /// Of `places p`.
    static let columns: SQL = """
        p.id, p.kind, p.name, p.category, p.district, p.dong, p.road_address, p.lot_address, p.phone, p.menu,
        p.description, p.link, p.latitude, p.longitude, p.precision_level, p.designated_on, p.hours_text, p.status,
        p.rating_mean, p.review_count, p.source, p.as_of, p.favourite_count, p.official_name,
        p.photo_count, p.told_hours, p.current_name
        """

    init(_ row: any Row) throws {
        var position: Position?
        if let latitude = try row.optionalDouble(12), let longitude = try row.optionalDouble(13),
            let precision = try row.optionalString(14).flatMap({ Precision(rawValue: $0) })
        {
            position = Position(latitude: latitude, longitude: longitude, precision: precision)
        }
        guard let status = Status(rawValue: try row.string(17)) else {
            throw DatabaseError.decoding(column: 17, expected: "a status")
        }
        let name = try row.string(2)
        self.init(
            id: try row.id(0),
            kind: try Kind(column: 1, of: row),
            name: name,
            officialName: try row.optionalString(23) ?? name,
            category: try row.string(3),
            district: try row.string(4),
            dong: try row.optionalString(5),
            roadAddress: try row.optionalString(6),
            lotAddress: try row.optionalString(7),
            phone: try row.optionalString(8),
            menu: try row.optionalString(9),
            description: try row.optionalString(10),
            link: try row.optionalString(11),
            position: position,
            designatedOn: try row.optionalString(15),
            hoursText: try row.optionalString(16),
            status: status,
            rating: Rating(mean: try row.optionalDouble(18), count: try row.int(19)),
            source: SourceReference(source: try row.string(20), asOf: try row.string(21)),
            favouriteCount: try row.int(22),
            photoCount: try row.int(24),
            toldHours: try row.optionalString(25).flatMap { ToldHours($0) },
            currentName: try row.optionalString(26)
        )
    }
}

extension Place.Kind {
    init(column: Int, of row: any Row) throws {
        guard let kind = Place.Kind(rawValue: try row.string(column)) else {
            throw DatabaseError.decoding(column: column, expected: "a kind")
        }
        self = kind
    }
}

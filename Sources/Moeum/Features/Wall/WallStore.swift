import Foundation

/// The photos by which reviews are shown: the first of each that readers see.
extension Transaction {
    /// The photos of a page, newest first, and one more where there are more.
    func wallPhotos(_ query: WallQuery) throws -> [WallPhoto] {
        let start: SQL =
            switch query.start {
            case .newest: ""
            case .after(let photo): "AND h.id < \(photo)"
            case .from(let photo): "AND h.id <= \(photo)"
            }
        return try rows(
            """
            \(Self.wallPhotos) WHERE \(Self.covers(query)) \(start) ORDER BY h.id DESC LIMIT \(query.limit + 1)
            """
        ).map { try WallPhoto($0) }
    }

    /// How many photos there are before a photo, counted up to a bound.
    func newerWallPhotoCount(than photo: Photo.ID, _ query: WallQuery, atMost limit: Int) throws -> Int {
        try first(
            """
            SELECT COUNT(*) FROM (
                SELECT h.id FROM photos h WHERE \(Self.covers(query)) AND h.id > \(photo) ORDER BY h.id LIMIT \(limit)) n
            """
        ) { try $0.int(0) } ?? 0
    }

    private static func covers(_ query: WallQuery) -> SQL {
        let conditions: [SQL?] = [
            "h.is_cover = 1", query.kind.map { "h.kind = \($0.rawValue)" },
            query.district.map { "h.district = \($0)" },
        ]
        return SQL.joined(conditions.compactMap(\.self), separator: " AND ")
    }

    /// Of `photos h`, their files `photo_blobs b` and `places p`.
    private static let wallPhotos: SQL = """
        SELECT \(WallPhoto.columns) FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash
        JOIN places p ON p.id = h.place_id
        """
}

extension WallPhoto {
    /// Of `photos h`, their files `photo_blobs b` and `places p`.
    static let columns: SQL =
        "h.id, h.name, b.width, b.height, b.colour, h.alt, p.id, p.kind, p.name, p.district, p.dong"

    /// From its columns.
    /// - Parameter first: the number of the first of them.
    init(_ row: any Row, from first: Int = 0) throws {
        id = try row.id(first)
        files = PhotoFiles(
            name: try row.string(first + 1),
            width: try row.int(first + 2),
            height: try row.int(first + 3)
        )
        colour = try row.string(first + 4)
        alt = try row.string(first + 5)
        place = try Subject(row, from: first + 6)
    }
}

extension WallPhoto.Subject {
    /// From the id, kind, name, district and dong of a place; nil without one.
    /// - Parameter first: the number of the first of these columns.
    init?(_ row: any Row, from first: Int) throws {
        guard let id: Place.ID = try row.optionalID(first) else { return nil }
        self.init(
            id: id,
            kind: try Place.Kind(column: first + 1, of: row),
            name: try row.string(first + 2),
            district: try row.string(first + 3),
            dong: try row.optionalString(first + 4)
        )
    }
}

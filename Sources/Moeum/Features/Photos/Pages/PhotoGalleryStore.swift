import Foundation

/// The shown photos of places: of the newest review first, within a review in its author's order.
extension Transaction {
    /// The photo with this id; nil unless readers may see it.
    func shownPhoto(_ id: Photo.ID, at now: Date) throws -> GalleryPhoto? {
        try first("\(galleryQuery(at: now)) WHERE h.id = \(id) AND h.is_shown = 1", GalleryPhoto.init)
    }

    /// A place's photos.
    /// - Parameters:
    ///   - kind: only photos of this kind.
    ///   - key: the photo after which they go on.
    func gallery(
        of place: Place.ID,
        _ kind: PhotoKind? = nil,
        after key: GalleryKey? = nil,
        limit: Int,
        at now: Date
    ) throws -> [GalleryPhoto] {
        let ofKind: SQL = kind.map { "AND h.photo_kind = \($0.rawValue)" } ?? ""
        let start: SQL = key.map { "AND \(Self.isAfter($0))" } ?? ""
        return try rows(
            """
            \(galleryQuery(at: now)) WHERE h.place_id = \(place) AND h.is_shown = 1 \(ofKind) \(start)
            ORDER BY h.review_id DESC, h.position, h.id LIMIT \(limit)
            """
        ).map(GalleryPhoto.init)
    }

    /// The newest shown photo of each of these places that has any.
    func coverPhotos(of places: [Place.ID]) throws -> [Place.ID: CoverPhoto] {
        let newest = try rows(
            """
            SELECT h.place_id, h.name, b.width, b.height, h.alt
            FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash WHERE h.id IN (
                SELECT (SELECT x.id FROM photos x WHERE x.place_id = q.id AND x.is_shown = 1
                    ORDER BY x.review_id DESC, x.position, x.id LIMIT 1)
                FROM places q WHERE q.id IN \(list: places))
            """
        ).map { row in
            let files = PhotoFiles(name: try row.string(1), width: try row.int(2), height: try row.int(3))
            return (try row.id(0) as Place.ID, CoverPhoto(files: files, alt: try row.string(4)))
        }
        return Dictionary(newest) { first, _ in first }
    }

    /// The gallery at the top of a place's page; nil without photos.
    func frontGallery(of place: Place.ID, _ presenter: GalleryPresenter, at now: Date) throws -> PlaceGallery? {
        let count = try shownPhotoCount(of: place)
        guard count > 0 else { return nil }
        let newest = try gallery(of: place, limit: PlaceGallery.maxShown, at: now)
        guard let latest = newest.first else { return nil }
        let board = try first("\(galleryQuery(at: now)) WHERE \(Self.isMenuBoard(of: place))", GalleryPhoto.init)
        let photos = (board.map { [$0] } ?? []) + newest.filter { $0.id != board?.id }
        return PlaceGallery(
            cards: presenter.cards(Array(photos.prefix(PlaceGallery.maxShown))),
            newest: presenter.card(latest),
            count: count,
            href: "/places/\(place)/photos"
        )
    }

    /// Of `photos h`, newest first. The kind stands in the words, for the index of menu boards alone.
    private static func isMenuBoard(of place: Place.ID) -> SQL {
        """
        h.place_id = \(place) AND h.photo_kind = 'menu' AND h.is_shown = 1 ORDER BY h.created_at DESC, h.id DESC LIMIT 1
        """
    }

    /// How many photos of each kind a place shows.
    func photoCounts(of place: Place.ID) throws -> [PhotoKind: Int] {
        let counts = try rows(
            """
            SELECT photo_kind, COUNT(*) FROM photos
            WHERE place_id = \(place) AND is_shown = 1 AND photo_kind IS NOT NULL GROUP BY photo_kind ORDER BY photo_kind
            """
        ).map { row in (try row.string(0), try row.int(1)) }
        return Dictionary(counts.compactMap { kind, count in PhotoKind(rawValue: kind).map { ($0, count) } }) {
            $0 + $1
        }
    }

    /// How many photos of a place are shown.
    func shownPhotoCount(of place: Place.ID) throws -> Int {
        try first("SELECT photo_count FROM places WHERE id = \(place)") { try $0.int(0) } ?? 0
    }

    /// The previous and next photo in a place's gallery, its first and last one, and how many there are.
    func photoNeighbours(of photo: GalleryPhoto) throws -> GalleryNeighbours {
        let shown: SQL = "FROM photos h WHERE h.place_id = \(photo.place.id) AND h.is_shown = 1"
        let place: SQL = "SELECT h.id \(shown)"
        let onward: SQL = "ORDER BY h.review_id DESC, h.position, h.id"
        let back: SQL = "ORDER BY h.review_id, h.position DESC, h.id DESC"
        func one(_ sql: SQL) throws -> Photo.ID? { try first(sql) { try $0.id(0) } }
        let newerCount =
            try first("SELECT COUNT(*) \(shown) AND \(Self.isBefore(photo.key))") { try $0.int(0) } ?? 0
        return GalleryNeighbours(
            first: try one("\(place) \(onward) LIMIT 1"),
            previous: try one("\(place) AND \(Self.isBefore(photo.key)) \(back) LIMIT 1"),
            next: try one("\(place) AND \(Self.isAfter(photo.key)) \(onward) LIMIT 1"),
            last: try one("\(place) \(back) LIMIT 1"),
            newerCount: newerCount,
            isInFront: try isInFront(photo, behind: newerCount),
            count: try shownPhotoCount(of: photo.place.id)
        )
    }

    /// Whether the front of a place's gallery shows a photo.
    /// - Parameter newerCount: photos before it, not counting the menu board that stands first.
    private func isInFront(_ photo: GalleryPhoto, behind newerCount: Int) throws -> Bool {
        let board = try first(
            "SELECT h.review_id, h.position, h.id FROM photos h WHERE \(Self.isMenuBoard(of: photo.place.id))"
        ) { GalleryKey(review: try $0.id(0), position: try $0.int64(1), id: try $0.id(2)) }
        guard let board else { return newerCount < PlaceGallery.maxShown }
        return board == photo.key || newerCount + (board.isBefore(photo.key) ? 0 : 1) < PlaceGallery.maxShown
    }

    /// Ids of reviews grow with time. The bound on them is a condition of its own, so that an index is used.
    private static func isAfter(_ key: GalleryKey) -> SQL {
        """
        h.review_id <= \(key.review)
            AND (h.review_id < \(key.review) OR (h.position, h.id) > (\(key.position), \(key.id)))
        """
    }

    private static func isBefore(_ key: GalleryKey) -> SQL {
        """
        h.review_id >= \(key.review)
            AND (h.review_id > \(key.review) OR (h.position, h.id) < (\(key.position), \(key.id)))
        """
    }

    private func galleryQuery(at now: Date) -> SQL {
        """
        SELECT \(GalleryPhoto.columns) FROM photos h JOIN photo_blobs b ON b.hash = h.blob_hash JOIN reviews r ON r.id = h.review_id
            JOIN places p ON p.id = h.place_id LEFT JOIN accounts a ON a.id = r.account_id AND \(isNamedAuthor(at: now))
        """
    }
}

extension GalleryPhoto {
    /// Of `photos h`, their files `photo_blobs b`, `places p`, `reviews r` and `accounts a`.
    fileprivate static let columns: SQL = """
        h.id, h.name, b.width, b.height, b.colour, h.alt, h.created_at, p.id, p.name, p.kind, r.id, r.stars, a.id,
        a.nickname, h.position, b.placeholder, h.photo_kind
        """

    /// From its columns.
    fileprivate init(_ row: any Row) throws {
        let author = try row.optionalID(12).map { ReviewList.Author(id: $0, nickname: try row.string(13)) }
        self.init(
            id: try row.id(0),
            files: PhotoFiles(name: try row.string(1), width: try row.int(2), height: try row.int(3)),
            colour: try row.string(4),
            placeholder: try row.string(15),
            alt: try row.string(5),
            kind: try row.optionalString(16).flatMap(PhotoKind.init),
            createdAt: try row.date(6),
            place: Subject(id: try row.id(7), name: try row.string(8), kind: try Place.Kind(column: 9, of: row)),
            review: try row.id(10),
            stars: try row.int(11),
            author: author,
            position: try row.int64(14)
        )
    }
}

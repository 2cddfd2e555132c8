/// A favourite with its position in the sort order.
struct FavouriteRow {
    let slot: Int64
    let favouriteCursor: PlaceCursor
}

extension Transaction {
    /// The places read at a time along their index, and the most of one status.
    private static let (step, scanLimit) = (200, 1_000)
    /// With fewer favourites, reading and sorting them is faster than finding them along the index of places.
    private static let minStep = 500

    /// Newest first straight from the slots; by name and rating along the index of places where many favourites match;
    /// otherwise the sort keys of all that match are read and sorted.
    func favouriteRows(
        _ query: FavouriteQuery,
        _ narrowed: FilteredFavourites,
        of account: Account.ID,
        after cursor: PlaceCursor?,
        atMost limit: Int
    ) throws -> [FavouriteRow] {
        switch query.effectiveSort {
        case .newest:
            return narrowed.sets.slots(of: narrowed.members, below: cursor?.id.rawValue, limit: limit).map {
                FavouriteRow(slot: $0, favouriteCursor: PlaceCursor(primary: 0, name: "", id: Place.ID(rawValue: $0)))
            }
        case .name, .rating:
            let order = PlaceOrder(query.effectiveSort == .name ? .name : .rating)
            if let rows = try scannedFavouriteRows(order, narrowed, of: account, after: cursor, atMost: limit) {
                return rows
            }
        case .distance: break
        }
        return try sortedFavouriteRows(query, narrowed, of: account, after: cursor, atMost: limit)
    }

    // MARK: Along the places' index

    /// - Returns: nil where too few favourites match to be found along the index.
    private func scannedFavouriteRows(
        _ order: PlaceOrder,
        _ narrowed: FilteredFavourites,
        of account: Account.ID,
        after cursor: PlaceCursor?,
        atMost limit: Int
    ) throws -> [FavouriteRow]? {
        guard narrowed.total >= Self.minStep else { return nil }
        var rows: [FavouriteRow] = []
        for statuses in order.stretches(Place.Status.allCases) {
            let range = PlaceRange(statuses: statuses)
            guard let found = try scanFavourites(range, order, narrowed, of: account, after: cursor, atMost: limit)
            else {
                return nil
            }
            rows += found
        }
        return Array(rows.sorted { $0.favouriteCursor.precedes($1.favouriteCursor) }.prefix(limit))
    }

    private func scanFavourites(
        _ range: PlaceRange,
        _ order: PlaceOrder,
        _ narrowed: FilteredFavourites,
        of account: Account.ID,
        after start: PlaceCursor?,
        atMost limit: Int
    ) throws -> [FavouriteRow]? {
        var found: [FavouriteRow] = []
        var cursor = start
        for _ in 0..<Self.scanLimit / Self.step {
            let passed = try nextPlaces(order, in: range, after: cursor, limit: Self.step)
            let slots = try favouriteSlots(at: passed.map(\.id), of: account)
            found += passed.compactMap { place in
                slots[place.id].flatMap { narrowed.contains($0) ? FavouriteRow(slot: $0, favouriteCursor: place) : nil }
            }
            if found.count >= limit || passed.count < Self.step { return found }
            cursor = passed.last
        }
        return nil
    }

    private func favouriteSlots(at places: [Place.ID], of account: Account.ID) throws -> [Place.ID: Int64] {
        let kept = try rows(
            """
            SELECT place_id, slot FROM favourites WHERE account_id = \(account) AND place_id IN \(list: places)
            ORDER BY place_id
            """
        ).map { (try $0.id(0) as Place.ID, try $0.int64(1)) }
        return Dictionary(kept) { first, _ in first }
    }

    // MARK: Sorted in memory

    private func sortedFavouriteRows(
        _ query: FavouriteQuery,
        _ narrowed: FilteredFavourites,
        of account: Account.ID,
        after cursor: PlaceCursor?,
        atMost limit: Int
    ) throws -> [FavouriteRow] {
        // By their slots where few match, else all rows.
        let isFew = narrowed.total <= 500 && narrowed.total < narrowed.kept
        let few: SQL = isFew ? "AND f.slot IN \(list: narrowed.sets.slots(of: narrowed.members))" : ""
        let keys = try rows(
            """
            SELECT f.slot, p.id, p.name, p.latitude, p.longitude, \(PlaceRank.columns)
            FROM favourites f CROSS JOIN places p
            WHERE p.id = f.place_id AND f.account_id = \(account) \(few) ORDER BY f.slot
            """
        ).map { FavouriteRow(slot: try $0.int64(0), favouriteCursor: try Self.favouriteCursor($0, query)) }
        return Array(
            keys.filter { narrowed.contains($0.slot) && cursor?.precedes($0.favouriteCursor) != false }
                .sorted { $0.favouriteCursor.precedes($1.favouriteCursor) }.prefix(limit)
        )
    }

    /// Reads id, name, latitude, longitude and rank.
    private static func favouriteCursor(_ row: any Row, _ query: FavouriteQuery) throws -> PlaceCursor {
        let id: Place.ID = try row.id(1)
        switch query.effectiveSort {
        case .newest, .name: return PlaceCursor(primary: 0, name: try row.string(2), id: id)
        case .rating: return PlaceCursor(try PlaceRank(row, at: 5), rotation: nil, id: id)
        case .distance:
            guard let point = query.near, let latitude = try row.optionalDouble(3),
                let longitude = try row.optionalDouble(4)
            else { return PlaceCursor(primary: .greatestFiniteMagnitude, name: "", id: id) }
            let metres = Geodesy.metres(point.latitude, point.longitude, latitude, longitude)
            return PlaceCursor(primary: metres, name: "", id: id)
        }
    }
}

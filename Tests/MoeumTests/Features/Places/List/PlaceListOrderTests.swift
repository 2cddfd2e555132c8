import Foundation
import Testing

@testable import Moeum

/// Every list, walked screen by screen, against the same list made by looking at each place: no place lost, none twice,
/// none out of order — also where a list is so long that it is neither counted out nor sorted.
@Suite(.cleanup)
struct PlaceListOrderTests {
    /// Half an hour after midnight, when some are open by yesterday's hours.
    private let now = SeoulTime(Date(timeIntervalSince1970: 1_795_188_600))

    /// A place as the slow list sees it.
    private struct Known {
        let place: Place
        let reviews: Int
        let rank: PlaceRank
        let keys: (name: String, dishes: [String], all: [String])
        let registered: RegisteredPlace
    }

    /// - Parameter few: how many are counted and sorted; with 20,000 sorted, words are looked up once for a walk.
    @Test(
        "Every list equals what a look at each place gives",
        arguments: TestEngine.available,
        [nil, (counted: 10, sorted: 15), (counted: 10, sorted: 20_000)]
    )
    func compareWithScan(_ engine: TestEngine, _ few: (counted: Int, sorted: Int)?) async throws {
        let database = try await PlacesFixture.database(on: engine)
        var generator = SeededGenerator(state: 21)
        let known = try await fill(database, &generator)
        var bounds = PlaceListBounds(total: known.count)
        if let few { (bounds.counted, bounds.sorted) = few }
        var (countOfOpen, countOfRegistered) = (0, 0)
        for number in 0..<120 {
            let sort = PlaceQuery.Sort.allCases[number % PlaceQuery.Sort.allCases.count]
            var query = Self.query(sort, &generator)
            if number % 7 == 3 { query.designation = PlaceDesignation.Kind.allCases[number % 3] }
            if number % 5 == 2 { query.isConfirmedOnly = true }
            let (list, ids) = try await walk(query, bounds, database)
            let expected = sorted(known.filter { passes($0, query) }, query)
            #expect(ids == expected.map(\.place.id), "\(query.address("")) \(sort)")
            if query.isOpenOnly { countOfOpen += ids.count }
            if query.designation != nil || query.isConfirmedOnly { countOfRegistered += ids.count }
            let isPlain = query.text == nil && query.near == nil && query.bounds == nil && !query.hasLimitsOfPlaces
            let total = isPlain ? expected.count : min(expected.count, bounds.counted)
            #expect(list.total == total && list.isTotalAtLeast == (total < expected.count), "\(query.address(""))")
        }
        #expect(countOfOpen > 50 && countOfRegistered > 50)
    }

    @Test("Each day another place comes first, and a long list goes on with its day") func rotateDaily() async throws {
        let database = try await PlacesFixture.database()
        let records = (0..<40).map { PlacesFixture.record("k\($0)", "가게\($0)") }
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        func list(_ day: Int, after key: String? = nil) async throws -> PlaceList {
            var query = PlaceQuery()
            query.after = key
            let (asked, now) = (query, SeoulTime(Date(timeIntervalSince1970: 1_795_212_000 + Double(day) * 86_400)))
            return try await database.read { try $0.placeList(asked, at: now) }
        }
        var leaders: Set<Place.ID> = []
        for day in 0..<30 { leaders.formUnion(try await list(day).entries.prefix(1).map(\.place.id)) }
        // About 17; the places lie by lot on the circle in which the turn goes round.
        #expect(leaders.count > 8)
        let first = try await list(0)
        // Midnight passes between two pages.
        let rest = try await list(1, after: first.next)
        #expect(Set((first.entries + rest.entries).map(\.place.id)).count == 40 && rest.next == nil)
        #expect(try await list(0).entries.map(\.place.id) == first.entries.map(\.place.id))
    }

    @Test("The nearest comes first, however many are farther away") func nearestFirst() async throws {
        let database = try await PlacesFixture.database()
        func record(_ number: Int, _ latitude: Double) -> PlaceRecord {
            PlacesFixture.record("k\(number)", "가게\(number)") {
                $0.position = Place.Position(latitude: latitude, longitude: 126.9, precision: .exact)
            }
        }
        // South of the point stand those that an index meets first.
        let records = (0..<60).map { record($0, 37.541 + Double($0) / 1e6) } + [record(99, 37.551)]
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        var query = PlaceQuery()
        query.near = PlaceQuery.Point(latitude: 37.55, longitude: 126.9)
        query.radius = 2_000
        var bounds = PlaceListBounds(total: 61)
        bounds.counted = 20
        let (asked, few, now) = (query, bounds, now)
        let list = try await database.read { try $0.placeList(asked, at: now, limit: 5, bounds: few) }
        #expect(list.entries.first?.place.name == "가게99")
        #expect(list.total == 20 && list.isTotalAtLeast)
    }

    private func walk(
        _ query: PlaceQuery,
        _ bounds: PlaceListBounds,
        _ database: any Database
    ) async throws -> (first: PlaceList, ids: [Place.ID]) {
        var ids: [Place.ID] = []
        var query = query
        var first: PlaceList?
        for _ in 0..<100 {
            let (asked, now) = (query, now)
            let list = try await database.read { try $0.placeList(asked, at: now, limit: 7, bounds: bounds) }
            first = first ?? list
            ids += list.entries.map(\.place.id)
            guard let next = list.next else { break }
            query.after = next
        }
        return (try #require(first), ids)
    }

    private func passes(_ known: Known, _ query: PlaceQuery) -> Bool {
        let place = known.place
        let position = place.position
        if !query.isEveryStatus, place.status != .listed { return false }
        if let kind = query.kind, place.kind != kind { return false }
        if !query.districts.isEmpty, !query.districts.contains(place.district) { return false }
        if !query.types.isEmpty, !query.types.contains(place.category) { return false }
        if query.isOpenOnly, place.hoursText.flatMap(OpeningHours.init)?.isOpen(at: now) != true { return false }
        if let kind = query.designation, known.registered.designation(kind)?.isValid(on: now.isoDay) != true {
            return false
        }
        if query.isConfirmedOnly {
            guard let operation = known.registered.operation, operation.state == .open,
                operation.reference.asOf >= "2025-11-21"
            else { return false }
        }
        if let near = query.near {
            guard let position, metres(position, near) <= Double(query.radius) else { return false }
        }
        if let box = query.bounds {
            guard let position, (box.south...box.north).contains(position.latitude),
                (box.west...box.east).contains(position.longitude)
            else { return false }
        }
        return words(query).allSatisfy { word in known.keys.all.contains { $0.contains(word) } }
    }

    private func sorted(_ places: [Known], _ query: PlaceQuery) -> [Known] {
        func primary(_ known: Known) -> Double {
            switch query.effectiveSort {
            case .relevance: Double(rank(known, query))
            case .distance: query.near.flatMap { near in known.place.position.map { metres($0, near) } } ?? 0
            case .rating: known.rank.rating
            case .reviews: -Double(known.reviews)
            case .name: 0
            case .newest: -Double(known.place.id.rawValue)
            }
        }
        let byName = [.reviews, .name].contains(query.effectiveSort)
        let rotation = DailyRotation(day: now.isoDay)
        func cursor(_ known: Known) -> PlaceCursor {
            if query.effectiveSort == .rating { return PlaceCursor(known.rank, rotation: rotation, id: known.place.id) }
            return PlaceCursor(primary: primary(known), name: byName ? known.place.name : "", id: known.place.id)
        }
        return places.sorted { cursor($0).precedes(cursor($1)) }
    }

    private func rank(_ known: Known, _ query: PlaceQuery) -> Int {
        if known.keys.name == KoreanText.key(query.text ?? "") { return 0 }
        if words(query).contains(where: known.keys.name.contains) { return 1 }
        return words(query).contains { word in known.keys.dishes.contains { $0.contains(word) } } ? 2 : 3
    }

    private func words(_ query: PlaceQuery) -> [String] {
        (query.text ?? "").split(separator: " ").map { KoreanText.key(String($0)) }
    }

    private func metres(_ position: Place.Position, _ point: PlaceQuery.Point) -> Double {
        Geodesy.metres(point.latitude, point.longitude, position.latitude, position.longitude)
    }
}

extension PlaceListOrderTests {
    private static func query(_ sort: PlaceQuery.Sort, _ generator: inout SeededGenerator) -> PlaceQuery {
        var query = PlaceQuery()
        query.sort = sort
        func sometimes() -> Bool { generator.below(3) == 0 }
        if sometimes() { query.text = ["국", "가게", "가게1", "냉면", "마포 냉면", "1"].randomElement(using: &generator) }
        if sometimes() || sort == .distance {
            query.near = PlaceQuery.Point(latitude: 37.55, longitude: 126.91)
            query.radius = [300, 900, 5_000][generator.below(3)]
        }
        if sometimes() { query.bounds = PlaceQuery.Bounds(south: 37.545, west: 126.9, north: 37.56, east: 126.915) }
        if sometimes() { query.kind = .restaurant }
        if sometimes() { query.districts = generator.below(2) == 0 ? ["mapo"] : ["jung", "mapo"] }
        if sometimes() { query.types = generator.below(2) == 0 ? ["한식"] : ["분식", "일식"] }
        if generator.below(6) == 0 { query.isOpenOnly = true }
        if sometimes() { query.isEveryStatus = true }
        return query
    }

    /// Some names and spots more than once, some places without a spot, some no longer listed, some reviewed.
    private func fill(_ database: any Database, _ generator: inout SeededGenerator) async throws -> [Known] {
        let records = (0..<240).map { number in
            PlacesFixture.record("k\(number)", ["가게\(generator.below(90))", "냉면", "국밥집"][generator.skewed(3)]) {
                record in
                record.kind = generator.below(4) == 0 ? .bookshop : .restaurant
                record.category = ["한식", "일식", "분식"][generator.skewed(3)]
                record.district = ["mapo", "jung"][generator.below(2)]
                record.menu = ["물냉면", "국수", nil][generator.below(3)]
                record.roadAddress = "마포대로 \(generator.below(40))"
                if generator.below(8) > 0 {
                    record.position = Place.Position(
                        latitude: 37.54 + Double(generator.below(80)) / 4_000,
                        longitude: 126.9 + Double(generator.below(80)) / 4_000,
                        precision: .exact
                    )
                }
                record.hoursText = ["매일 09:00-18:00", "매일 18:00-02:00", "매일 00:00-12:00", nil][generator.below(4)]
            }
        }
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        let ids = try await database.read {
            try $0.rows("SELECT id FROM places ORDER BY id").map { try $0.id(0) as Place.ID }
        }
        var changes: [(id: Place.ID, reviews: Int, rank: PlaceRank, status: Place.Status)] = []
        for id in ids {
            let status: Place.Status = [.listed, .cancelled, .closed][generator.skewed(3)]
            let rank = PlaceRank(
                rating: -Double(generator.below(4)),
                photos: Int64(generator.below(2)),
                favourites: -Int64(generator.skewed(12))
            )
            changes.append((id, generator.skewed(5), rank, status))
        }
        let made = changes
        return try await database.write { transaction in
            try made.enumerated().compactMap { number, change in
                try transaction.execute(
                    """
                    UPDATE places SET review_count = \(change.reviews), rating_order = \(change.rank.rating),
                        photo_count = \(1 - change.rank.photos), favourite_count = \(-change.rank.favourites)
                    WHERE id = \(change.id)
                    """
                )
                guard
                    let district = try transaction.place(change.id).flatMap({
                        PlacesFixture.districts[slug: $0.district]
                    })
                else { return nil }
                let decision = StatusDecision(source: PlacesFixture.source.source, reason: "made-up")
                try transaction.setPlaceStatus(change.status, of: change.id, decision, district, now: 0)
                guard let place = try transaction.place(change.id) else { return nil }
                let dishes = [place.category, place.menu].compactMap { $0.map(KoreanText.key) }
                let rest = [district.name, district.englishName, place.roadAddress].compactMap {
                    $0.map(KoreanText.key)
                }
                let name = KoreanText.key(place.name)
                try Self.register(place.id, as: number, transaction)
                return Known(
                    place: place,
                    reviews: change.reviews,
                    rank: change.rank,
                    keys: (name, dishes, [name] + dishes + rest),
                    registered: try transaction.registeredPlace(place.id)
                )
            }
        }
    }

    /// What registers say, by a place’s number: some confirmed a year ago to the day, some designations over.
    private static func register(_ id: Place.ID, as number: Int, _ transaction: Transaction) throws {
        let days = ["2026-11-01", "2025-11-20", "2025-11-21", "2024-01-01"]
        let states: [PlaceOperation.State] = [.open, .open, .open, .unknown, .suspended]
        if number % 6 > 0 {
            let reference = SourceReference(source: PlacesFixture.source.source, asOf: days[number % 4])
            let operation = PlaceOperation(state: states[number % 5], stateText: "x", reference: reference)
            try transaction.saveOperation(operation, of: id)
        }
        for kind in PlaceDesignation.Kind.allCases where (number + kind.rawValue.utf8.count) % 4 > 0 {
            var designation = PlaceDesignation(kind: kind, match: .permit, reference: PlacesFixture.source)
            designation.until = [nil, "2026-11-20", "2026-11-21", "2027-01-01"][number % 4]
            designation.revocation = number % 9 == 0 ? .standard : nil
            designation.hasEnded = number % 7 == 0
            try transaction.saveDesignation(designation, of: id)
        }
    }
}

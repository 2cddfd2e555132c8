import Foundation

/// Fills an empty database with invented places for load tests: the same ones for the same seed.
public struct DemoPlaces: Sendable {
    /// The database holds places already.
    public struct NotEmpty: Error, CustomStringConvertible {
        public let description = "the database is not empty; demo fills an empty one only"
    }

    static let source = "demo"
    private static let batch = 2_000
    // Parts of invented names: data, not words of the site.
    private static let first = [
        "가람", "나래", "다솜", "라온", "마루",
        "바다", "사랑", "아름", "자연", "하늘",
        "초롱", "푸른", "한결", "도담", "미르",
    ]
    private static let last = [
        "식당", "집", "가든", "회관", "면옥", "반점",
        "책방", "서재", "정원", "마당",
    ]
    private static let dishes = [
        "설렁탕", "냉면", "갈비", "비빔밥",
        "칼국수", "삼계탕", "돼지갈비", "초밥",
        "짜장면", "파스타", "만두", "순두부",
    ]

    let districts: Districts
    let types: BusinessTypes
    let map: SeoulMap

    /// - Parameter dataDirectory: the folder with the tables of districts, types and the map.
    public init(dataDirectory: String) throws {
        districts = try Districts.load(from: dataDirectory)
        types = try BusinessTypes.load(from: dataDirectory)
        map = try SeoulMap.load(from: dataDirectory)
    }

    /// - Parameter onProgress: hears how many places there are, after each batch.
    public func fill(
        _ database: any Database,
        places: Int,
        seed: UInt64,
        onProgress: @escaping @Sendable (Int) -> Void
    ) async throws {
        guard try await database.read({ try $0.hasNoPlaces() }) else { throw NotEmpty() }
        let today = SeoulTime(.now).isoDay
        try await database.write { transaction in
            try transaction.save(
                Source(id: Self.source, nameKo: "demo", nameEn: "demo", url: nil, licence: nil, asOf: today)
            )
        }
        var generator = DemoGenerator(state: seed)
        var number = 0
        while number < places {
            let count = min(Self.batch, places - number)
            let records = (0..<count).map { record(number + $0, today, &generator) }
            let districts = districts
            try await database.write { try $0.upsertAll(records, districts) }
            number += count
            onProgress(number)
        }
    }

    private func record(_ number: Int, _ today: String, _ generator: inout DemoGenerator) -> PlaceRecord {
        let dong = map.dongs[generator.below(map.dongs.count)]
        let isBookshop = generator.below(10) == 0
        let type = types.all.filter { ($0.kind == .bookshop) == isBookshop }
        let name = "\(Self.first[generator.skewed(Self.first.count)])\(Self.first[generator.below(Self.first.count)])"
        var record = PlaceRecord(
            source: SourceReference(source: Self.source, asOf: today),
            key: "\(number)",
            kind: isBookshop ? .bookshop : .restaurant,
            name: "\(name)\(Self.last[generator.below(Self.last.count)]) \(number)",
            category: type[generator.skewed(type.count)].name,
            district: dong.district
        )
        record.dong = dong.text
        record.roadAddress = "\(dong.text) \(generator.below(300) + 1)"
        record.menu = isBookshop ? nil : Self.dishes[generator.skewed(Self.dishes.count)]
        record.phone = "02-000-\(1_000 + generator.below(9_000))"
        record.position = Place.Position(
            latitude: dong.latitude + (generator.fraction() - 0.5) / 100,
            longitude: dong.longitude + (generator.fraction() - 0.5) / 100,
            precision: .road
        )
        return record
    }
}

/// splitmix64 (Steele, Lea, Flood 2014): small, fast, the same everywhere.
struct DemoGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

    /// Small numbers far more often than large ones, as with dishes and types.
    mutating func skewed(_ count: Int) -> Int { Int(fraction() * fraction() * Double(count)) }
}

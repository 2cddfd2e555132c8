import Foundation

/// Invented places; equal for the same seed.
struct DemoPlaces: Sendable {
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
    init(dataDirectory: String) throws {
        districts = try Districts.load(from: dataDirectory)
        types = try BusinessTypes.load(from: dataDirectory)
        map = try SeoulMap.load(from: dataDirectory)
    }

    /// - Parameter onProgress: called after each batch with the number of places.
    func fill(
        _ database: any Database,
        places: Int,
        seed: UInt64,
        today: String,
        onProgress: (Int) -> Void
    ) async throws {
        try await database.write { transaction in
            try transaction.saveSource(
                Source(id: Self.source, nameKo: "demo", nameEn: "demo", url: nil, licence: nil, asOf: today)
            )
        }
        var generator = SeededGenerator(state: seed)
        var number = 0
        while number < places {
            let count = min(Self.batch, places - number)
            let records = (0..<count).map { record(number + $0, today, &generator) }
            try await database.write { try $0.upsertPlaces(records, districts) }
            number += count
            onProgress(number)
        }
        try await database.mergePlaceSearchIndex()
    }

    private func record(_ number: Int, _ today: String, _ generator: inout SeededGenerator) -> PlaceRecord {
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

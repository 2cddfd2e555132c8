import Foundation
import Testing

@testable import Moeum

/// Search finds exactly what a scan of all texts finds, and ranks names before dishes before addresses.
@Suite(.cleanup)
struct PlaceSearchTests {
    @Test("Every part of every text is found as a scan finds it", arguments: TestEngine.available)
    func compareWithScan(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let districts = site.app.districts
        let places = try await site.app.database.read { transaction in
            try transaction.rows("SELECT id FROM places").map { try $0.id(0) as Place.ID }
                .compactMap { try transaction.place($0) }
        }
        let texts = places.map { place in
            let district = districts[slug: place.district]
            return [
                place.name, place.officialName, place.category, place.menu, district?.name, district?.englishName,
                place.dong,
                place.roadAddress, place.lotAddress, place.phone,
            ].compactMap { $0.map(KoreanText.key) }
        }
        var generator = SeededGenerator(state: 11)
        for _ in 0..<400 {
            let words = Self.words(from: texts, &generator)
            let expected = texts.count { text in words.allSatisfy { word in text.contains { $0.contains(word) } } }
            var query = PlaceQuery()
            query.text = words.joined(separator: " ")
            let asked = query
            let found = try await site.app.database.read {
                try $0.placeList(asked, at: SeoulTime(.now)).total
            }
            #expect(found == expected, "\(words)")
        }
    }

    /// PostgreSQL asks the next places one after the other, or looks for all matches.
    @Test("The first matches are in the order of their ids", arguments: TestEngine.available)
    func matchOrder(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.app.database.read { transaction in
            let search = try #require(PlaceSearch("냉면"))
            let match = search.match(PlaceSearch.Scope(PlaceQuery(), withFacets: false), transaction.dialect)
            let all = try transaction.rows("SELECT found.id FROM \(transaction.foundPlaces(match))")
                .map { try $0.id(0) as Place.ID }.sorted()
            try #require(all.count > 10)
            for last in [Place.ID.absent, all[0], all[all.count / 2], all[all.count - 1]] {
                for (limit, window) in [(1, 2_000), (5, 2_000), (5, 1), (5, 100), (1_000, 2_000), (1_000, 1)] {
                    let first = try transaction.firstFoundPlaces(match, after: last, limit: limit, window: window)
                    #expect(first == Array(all.filter { $0 > last }.prefix(limit)))
                }
            }
        }
    }

    @Test(
        "Marks around a letter are no word",
        arguments: TestEngine.available,
        ["<b>", "</b>", "<b> 국밥", "#1", "A+", "<>"]
    )
    func marks(_ engine: TestEngine, _ text: String) async throws {
        let site = try await TestSite(on: engine)
        var query = PlaceQuery()
        query.text = text
        let asked = query
        let list = try await site.app.database.read { try $0.placeList(asked, at: SeoulTime(.now)) }
        #expect(list.total == 0 && list.entries.isEmpty)
    }

    @Test("A letter alone and a mark beside a word are looked up") func letters() async throws {
        let site = try await TestSite()
        func total(_ text: String) async throws -> Int {
            var query = PlaceQuery()
            query.text = text
            let asked = query
            return try await site.app.database.read { try $0.placeList(asked, at: SeoulTime(.now)).total }
        }
        let (message, marked, plain) = try await (total("B"), total("(국밥)"), total("국밥"))
        #expect(message > 0 && marked == plain)
    }

    /// One to three parts, each of one to four characters, of a random place's texts.
    private static func words(from texts: [[String]], _ generator: inout SeededGenerator) -> [String] {
        guard let text = texts.randomElement(using: &generator) else { return [] }
        return (0..<Int.random(in: 1...3, using: &generator)).compactMap { _ in
            guard let field = text.filter({ !$0.isEmpty }).randomElement(using: &generator) else { return nil }
            let start = Int.random(in: 0..<field.count, using: &generator)
            return String(field.dropFirst(start).prefix(Int.random(in: 1...4, using: &generator)))
        }
    }

    private func names(_ text: String, in records: [PlaceRecord], on engine: TestEngine) async throws -> [String] {
        try await Cleanup.run {
            let database = try await PlacesFixture.database(on: engine)
            try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
            var query = PlaceQuery()
            query.text = text
            let asked = query
            return try await database.read { try $0.placeList(asked, at: SeoulTime(.now)).entries.map(\.place.name) }
        }
    }

    @Test("Names come before dishes, dishes before the rest", arguments: TestEngine.available)
    func rankMatches(_ engine: TestEngine) async throws {
        let records = [
            PlacesFixture.record("1", "가나집") { $0.roadAddress = "서울특별시 마포구 냉면로 1" },
            PlacesFixture.record("2", "다라집") { $0.menu = "물냉면" },
            PlacesFixture.record("3", "바사냉면집"), PlacesFixture.record("4", "냉면"),
        ]
        #expect(try await names("냉면", in: records, on: engine) == ["냉면", "바사냉면집", "다라집", "가나집"])
    }

    @Test("Initials, words, phone numbers and odd characters are found", arguments: TestEngine.available)
    func oddWords(_ engine: TestEngine) async throws {
        let records = [
            PlacesFixture.record("1", "하늘설렁탕") { $0.phone = "02-123-4567" },
            PlacesFixture.record("2", "용") { $0.district = "jung" },
            PlacesFixture.record("3", "Café Ⅱ ＆ 100%"), PlacesFixture.record("4", "대한(大韓) \"찜\""),
        ]
        #expect(try await names("ㅅㄹㅌ", in: records, on: engine) == ["하늘설렁탕"])
        #expect(try await names("마포 설렁탕", in: records, on: engine) == ["하늘설렁탕"])
        for number in ["4567", "+82-2-123-4567", " 82 2 123 4567", "+82 (0)2-123-4567"] {
            #expect(try await names(number, in: records, on: engine) == ["하늘설렁탕"], "\(number)")
        }
        #expect(try await names("용", in: records, on: engine) == ["용"])
        #expect(try await names("cafe ii", in: records, on: engine) == [])
        #expect(try await names("ii", in: records, on: engine) == ["Café Ⅱ ＆ 100%"])
        #expect(try await names("大韓", in: records, on: engine) == ["대한(大韓) \"찜\""])
        #expect(try await names("jung", in: records, on: engine) == ["용"])
        #expect(try await names("\" OR name:* NEAR(", in: records, on: engine) == [])
        #expect(try await names("%", in: records, on: engine) == [])
        #expect(try await names("하늘 설 렁 탕", in: records, on: engine) == ["하늘설렁탕"])
    }
}

import Foundation
import Testing

@testable import Moeum

/// The words that English pages show are found, and mean what they show.
@Suite(.cleanup)
struct PlaceSearchVocabularyTests {
    private func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    @Test("English words find what they stand for", arguments: TestEngine.available)
    func englishWords(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        func total(_ query: String) async throws -> Int? {
            try await site.json("/places?\(query)")["total"] as? Int
        }
        func same(_ text: String, _ query: String) async throws {
            let expected = try #require(try await total(query))
            #expect(expected > 0, "\(query)")
            #expect(try await total("q=\(encoded(text))") == expected, "\(text)")
        }
        try await same("bookshop", "kind=bookshop")
        try await same("Bookshops", "kind=bookshop")
        try await same("model restaurant", "kind=restaurant")
        try await same("Korean", "type=\(encoded("한식"))")
        try await same("chinese", "type=\(encoded("중국식"))")
        try await same("Seogyo-dong", "q=\(encoded("서교동"))&district=mapo")
        try await same("korean Mapo-gu", "type=\(encoded("한식"))&district=mapo")
        try await same("마포구 restaurants", "kind=restaurant&district=mapo")
        let suggestions = try await site.json("/places/suggest?q=bookshop")["suggestions"] as? [[String: Any]]
        #expect(suggestions?.isEmpty == false)
        #expect(suggestions?.allSatisfy { $0["kind"] as? String == "bookshop" } == true)
    }

    @Test("A dong is that of its district", arguments: TestEngine.available)
    func dongs(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let records = [("jung", "정동"), ("mapo", "합정동")].map { district, dong in
            PlacesFixture.record(dong, "가게 \(dong.count)") {
                $0.district = district
                $0.dong = dong
            }
        }
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        let dongs = [("jung", "정동", "Jeong-dong"), ("mapo", "합정동", "Hapjeong-dong")].map {
            SeoulMap.Label(district: $0, text: $1, englishText: $2, latitude: 0, longitude: 0)
        }
        let vocabulary = PlaceSearchVocabulary(types: [], dongs: dongs, kinds: [:])
        for (text, expected) in [("Jeong-dong", ["jung"]), ("hapjeong-dong", ["mapo"]), ("정동", ["jung", "mapo"])] {
            var query = PlaceQuery()
            query.text = text
            let asked = query
            let found = try await database.read {
                try $0.placeList(asked, at: SeoulTime(.now), vocabulary: vocabulary).entries.map(\.place.district)
            }
            #expect(found.sorted() == expected, "\(text)")
        }
    }

    @Test("Words are known whatever their case and accents") func ignoreCase() {
        let café = BusinessType(name: "까페", englishName: "Café", syllable: "까", kind: .restaurant)
        let fried = BusinessType(name: "통닭", englishName: "Fried chicken", syllable: "통", kind: .restaurant)
        let vocabulary = PlaceSearchVocabulary(types: [café, fried], dongs: [], kinds: [.bookshop: ["Bookshop"]])
        #expect(vocabulary["cafe"] == [.type("까페")])
        #expect(vocabulary["CAFÉ"] == [.type("까페")])
        #expect(vocabulary["chicken"] == [.type("통닭")])
        #expect(vocabulary["bookshop"] == [.kind(.bookshop)])
        #expect(vocabulary["chick"].isEmpty && vocabulary["서점"].isEmpty)
    }
}

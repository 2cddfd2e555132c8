import Foundation
import Testing

@testable import Moeum

/// What a word of a search means: where words begin, stations, roads, keyboards, what bookshops are about.
@Suite(.cleanup)
struct WordMeaningTests {
    private func list(_ site: TestSite, _ text: String, _ more: String = "") async throws -> [String: Any] {
        let typed = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return try await site.json("/places?q=\(typed)\(more)")
    }

    private func names(_ list: [String: Any]) -> [String] {
        (list["places"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    }

    private func add(_ site: TestSite, _ records: [PlaceRecord]) async throws {
        let districts = site.app.districts
        _ = try await site.app.database.write { transaction in
            try transaction.saveSource(
                Source(id: "made-up", nameKo: "지어냄", nameEn: "Made up", url: nil, licence: nil, asOf: "2026-01-01")
            )
            for record in records { _ = try transaction.upsertPlace(record, districts, now: 1) }
        }
    }

    @Test("A short word is not found across two other words", arguments: TestEngine.available)
    func wordBoundaries(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await add(
            site,
            [
                PlacesFixture.record("1", "청춘갈비건대점"), PlacesFixture.record("2", "영덕회식당(시청점)"),
                PlacesFixture.record("3", "좋은비건"), PlacesFixture.record("4", "늘푸른 비건식탁"),
                PlacesFixture.record("5", "미가양꼬치"),
            ]
        )
        #expect(names(try await list(site, "비건")) == ["늘푸른 비건식탁", "좋은비건"])
        #expect(try await list(site, "회식")["total"] as? Int == 0)
        #expect(names(try await list(site, "미가")).contains("미가양꼬치"))
        #expect(names(try await list(site, "청춘갈비건대점")) == ["청춘갈비건대점"])
        #expect(names(try await list(site, "영덕회식당")) == ["영덕회식당(시청점)"])
    }

    @Test("A short word ranks first where it begins a word or is the whole menu", arguments: TestEngine.available)
    func shortWords(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let records = [
            PlacesFixture.record("1", "가나집") { $0.menu = "고기만두" },
            PlacesFixture.record("2", "다라집") { $0.menu = "만두" },
            PlacesFixture.record("3", "왕만두집"), PlacesFixture.record("4", "서울 만두집"),
        ]
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        var query = PlaceQuery()
        query.text = "만두"
        let asked = query
        let found = try await database.read {
            try $0.placeList(asked, at: SeoulTime(.now)).entries.map(\.place.name)
        }
        #expect(found == ["서울 만두집", "왕만두집", "다라집", "가나집"])
    }

    @Test("The descriptions of bookshops are searched", arguments: TestEngine.available)
    func descriptions(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let told = PlacesFixture.record("1", "어느책방") {
            ($0.kind, $0.category) = (.bookshop, "독립서점")
            $0.description = "그래픽노블과 희귀한 LP를 함께 고르는 곳"
        }
        try await add(site, [told])
        #expect(names(try await list(site, "그래픽노블")) == ["어느책방"])
        for word in ["독립출판", "사진집"] {
            let found = try await list(site, word)["places"] as? [[String: Any]] ?? []
            #expect(!found.isEmpty && found.allSatisfy { $0["kind"] as? String == "bookshop" }, "\(word)")
        }
    }

    @Test("A station needs no suffix where a dish follows") func impliedStations() async throws {
        let site = try await TestSite()
        let vocabulary = site.app.searchVocabulary
        func said(_ text: String) -> [String?] {
            let understanding = vocabulary.understanding(of: text)
            return [understanding.station?.name, understanding.rest]
        }
        #expect(said("합정 냉면") == ["합정", "냉면"])
        #expect(said("종로3가 냉면") == ["종로3가", "냉면"])
        #expect(said("광화문 한정식") == ["광화문", "한정식"])
        #expect(said("합정냉면") == ["합정", "냉면"])
        // A district stays the district, and a name alone what it is.
        #expect(said("강남 냉면") == [nil, "강남 냉면"])
        #expect(said("합정") == [nil, "합정"])
        #expect(said("합정 오리농장") == [nil, "합정 오리농장"])
        // A place may have a name of both.
        #expect(names(try await list(site, "도봉산 갈비")).first == "도봉산 갈비")
        let found = try await list(site, "합정 한식")
        let metres = (found["places"] as? [[String: Any]] ?? []).compactMap { $0["distance"] as? Int }
        #expect(!metres.isEmpty && metres == metres.sorted() && metres.allSatisfy { $0 <= 1_000 })
    }

    @Test("Roads are known in Latin letters", arguments: TestEngine.available)
    func latinRoads(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let roads = [("Teheran-ro", "테헤란로"), ("Jong-ro", "종로"), ("Sejong-daero", "세종대로")]
        let records = roads.enumerated().map { index, road in
            PlacesFixture.record("\(index)", "가게\(index)") { $0.roadAddress = "서울특별시 마포구 \(road.1) 1\(index)" }
        }
        try await add(site, records)
        for (typed, road) in roads {
            let places = try await list(site, typed)["places"] as? [[String: Any]] ?? []
            #expect(!places.isEmpty, "\(typed)")
            #expect(places.allSatisfy { ($0["address"] as? String)?.contains(" \(road)") == true }, "\(typed)")
        }
        #expect(names(try await list(site, "Sejong-daero 12")) == ["가게2"])
    }

    @Test("The number that was typed comes first", arguments: TestEngine.available)
    func typedNumbers(_ engine: TestEngine) async throws {
        let numbers = ["24-7", "8", "190", "14", "19-1", "19", "1"]
        let database = try await PlacesFixture.database(on: engine)
        let records = numbers.enumerated().map { index, number in
            PlacesFixture.record("\(index)", "가게 \(number)") {
                $0.roadAddress = "서울특별시 마포구 백제고분로7길 \(number) 1층"
                $0.phone = "02-419-1919"
            }
        }
        try await database.write { try $0.upsertPlaces(records, PlacesFixture.districts) }
        for text in ["백제고분로7길 19", "마포구 백제고분로7길 19", "백제고분로 7길 19"] {
            var query = PlaceQuery()
            query.text = text
            let asked = query
            let found = try await database.read {
                try $0.placeList(asked, at: SeoulTime(.now)).entries.map(\.place.name)
            }
            #expect(found.count == numbers.count && found.first == "가게 19", "\(text) \(found)")
        }
    }

    @Test("Korean typed on a Latin keyboard is read") func latinKeyboard() {
        let typed = [
            "sodaus": "냉면", "tjffjdxkd": "설렁탕", "EjrqhRdl": "떡볶이", "rkqt": "값", "ekfrqkf": "닭발", "dhkRnr": "와꾹",
            "soda": "냉ㅁ", "DKS": "안",
        ]
        for (keys, meant) in typed { #expect(HangulKeyboard.hangul(keys) == meant, "\(keys)") }
        #expect(HangulKeyboard.hangul("rkdska tmtl") == "강남 스시")
        for word in ["sushi", "tokyo", "", "wxz", "a1", "냉면"] { #expect(HangulKeyboard.hangul(word) == nil, "\(word)") }
    }

    @Test("Caps Lock hides no word") func capsLock() async throws {
        #expect(HangulKeyboard.readings(of: "SODAUS").last == "냉면")
        #expect(HangulKeyboard.readings(of: "EjrqhRdl").first == "떡볶이")
        #expect(HangulKeyboard.readings(of: "eJRQHrDL").last == "떡볶이")
        #expect(HangulKeyboard.readings(of: "TOKYO").isEmpty)
        let site = try await TestSite()
        let found = try await list(site, "SODAUS")
        #expect((found["understood"] as? [String: Any])?["corrected"] as? String == "냉면")
        let suggested = try await site.json("/places/suggest?q=SODAUS")["suggestions"] as? [[String: Any]]
        #expect(suggested?.contains { $0["name"] as? String == "냉면" } == true)
    }

    @Test("Half typed words and other keyboards lead to what is meant") func halfTyped() async throws {
        let site = try await TestSite()
        for (typed, meant) in [("sodaus", "냉면"), ("삼겨", "삼겹살"), ("토속초", "토속촌삼계탕")] {
            let found = try await list(site, typed)
            let understood = found["understood"] as? [String: Any]
            #expect(understood?["corrected"] as? String == meant)
            #expect(found["total"] as? Int == (try await list(site, meant))["total"] as? Int)
        }
        let suggested = try await site.json("/places/suggest?q=sodaus")["suggestions"] as? [[String: Any]]
        #expect(suggested?.contains { $0["name"] as? String == "냉면" } == true)
        let wrong = "땡즈북스".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let named = try await site.json("/places/suggest?q=\(wrong)")["suggestions"] as? [[String: Any]]
        #expect(named?.first?["name"] as? String == "땡스북스")
    }

    @Test("Suggestions go on from what is typed") func suggestions() async throws {
        let site = try await TestSite()
        let names = ["김가네곱창구이", "김가네감자탕", "김가네설렁탕"]
        try await add(site, names.enumerated().map { PlacesFixture.record("\($0)", $1) })
        let typed = "김가네서".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let suggested = try await site.json("/places/suggest?q=\(typed)")["suggestions"] as? [[String: Any]] ?? []
        #expect(suggested.compactMap { $0["name"] as? String }.first == "김가네설렁탕")
        #expect(suggested.count >= 3)
    }

    @Test("Every alternative leads to as many places as it says", arguments: TestEngine.available)
    func alternatives(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        for (text, more) in [
            ("합정 냉면", ""), ("냉면", "&district=dobong&open=1&type=x"), ("갈바탕", "&district=dobong&open=1"),
            ("떡볶아", "&kind=bookshop"), ("북한산우이역 초밥", "&radius=500"), ("도봉구 스테이크 커피", ""),
            ("없는말이다", "&district=mapo"), ("미가양꾸치", "&kind=bookshop&open=1"),
        ] {
            for way in try await list(site, text, more)["alternatives"] as? [[String: Any]] ?? [] {
                let href = try #require(way["href"] as? String)
                let total = try #require(way["total"] as? Int)
                #expect(total > 0, "\(text) \(href)")
                #expect(try await site.json(href)["total"] as? Int == total, "\(text) \(href)")
            }
        }
    }
}

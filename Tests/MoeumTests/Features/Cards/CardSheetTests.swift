import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// The sheet of a card: what it shows and what it says of it.
@Suite(.cleanup)
struct CardSheetTests {
    private func sheet(_ scene: CardScene, _ query: String = "") async throws -> [String: Any] {
        try await scene.maker.json("\(scene.path)/card\(query)")
    }

    @Test("A sheet proposes the first sentence, the day and the weather", arguments: TestEngine.available)
    func propose(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let known = try await scene.site.app.database.read { [id = scene.diary.places[0]] in try $0.place(id) }
        let place = try #require(known)
        let sheet = try await sheet(scene)
        #expect(sheet["line"] as? String == "비 오는 날의 국물은 왜 더 맛있을까.")
        #expect(sheet["name"] as? String == place.name)
        #expect(sheet["date"] as? String == "2025. 11. 14. 금 · 비")
        #expect(sheet["shown"] as? String == "사진 1장, 한 줄, 가게, 날짜, 날씨")
        #expect(sheet["withheld"] as? String == "다른 사진 1장, 나머지 글, 닉네임, 시각")
        let alt = try #require(sheet["alt"] as? String)
        #expect(alt.hasPrefix("\(place.name), 2025년 11월 14일 금요일, 비."))
        #expect((sheet["photos"] as? [Any])?.count == 2)
        #expect(
            (sheet["pictures"] as? [[String: Any]])?.map { $0["size"] as? String } == ["story", "square", "wide"]
        )
    }

    @Test("Ticks that are absent are off once a look was chosen")
    func readTicks() async throws {
        let scene = try await CardScene()
        let sheet = try await sheet(scene, "?look=full&photo=\(scene.photos[1])&line=%ED%95%9C%20%EC%A4%84&name=1")
        #expect(sheet["date"] as? String == "서윤이")
        #expect(sheet["line"] as? String == "한 줄")
        #expect(sheet["shown"] as? String == "사진 1장, 한 줄, 가게, 닉네임")
        #expect((sheet["alt"] as? String)?.hasSuffix("한 줄 사진: 만두.") == true)
        let words = try await self.sheet(scene, "?look=words&line=")
        #expect(words["line"] as? String == words["name"] as? String)
        #expect(words["shown"] as? String == "한 줄, 가게")
    }

    @Test("A line that is too long is named beside its field")
    func refuseLongLine() async throws {
        let scene = try await CardScene()
        let long = String(repeating: "가", count: 61)
        let page = try await scene.maker.get("\(scene.path)/card?look=frame&line=\(long.queryEncoded)")
        #expect(try page.status == .unprocessableContent && page.html.has("#line-error"))
        #expect(page.text.contains(long))
        let picture = try await scene.maker.get("\(scene.path)/card.jpg?look=frame&line=\(long.queryEncoded)")
        #expect(picture.status == .unprocessableContent)
    }

    @Test("Visits and reviews have cards too, for their author alone", arguments: TestEngine.available)
    func showOtherSources(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let place = scene.diary.places[1]
        _ = try await scene.maker.post("/places/\(place)/visits", ["on": "2025-01-02"])
        let noted = try await scene.site.app.database.read { [account = scene.diary.account] in
            try $0.visitID(of: account, at: place, on: "2025-01-02")
        }
        let visit = try #require(noted)
        let review = try await scene.site.review(place, by: scene.diary.account, try ReviewsFixture.input(stars: 4))
        let visited = try await scene.maker.json("/visits/\(visit)/card")
        #expect(visited["date"] as? String == "2025. 1. 2. 목" && (visited["photos"] as? [Any])?.isEmpty == true)
        let reviewed = try await scene.maker.json("/reviews/\(review)/card")
        #expect((reviewed["where"] as? String)?.hasPrefix("★★★★☆ · ") == true)
        try await scene.site.logIn(scene.reader, nickname: "남의것")
        for path in ["/visits/\(visit)", "/reviews/\(review)", scene.path] {
            for end in ["/card", "/card.jpg"] {
                #expect(try await scene.reader.get(path + end).status == .notFound, "\(path)")
            }
            #expect(try await scene.reader.post("\(path)/cards", ["look": "frame"]).status == .notFound, "\(path)")
        }
    }

    @Test(
        "The first sentence ends at its punctuation, or is cut",
        arguments: [
            ("한 문장. 두 문장.", "한 문장."), ("제목만", "제목만"), ("3.5점짜리 국물! 정말?", "3.5점짜리 국물!"),
            ("  \n\n첫 줄\n둘째 줄.", "첫 줄"), (String(repeating: "가", count: 80), String(repeating: "가", count: 59) + "…"),
        ]
    )
    func cutFirstSentence(_ text: String, _ sentence: String) async throws {
        let site = try await TestSite()
        let material = CardMaterial(
            source: .entry(DiaryEntry.ID(rawValue: 1)),
            nickname: "가람",
            place: nil,
            placeName: "어느 가게",
            day: nil,
            text: text
        )
        #expect(CardPlanner(site.app, .korean).firstSentence(of: material) == sentence)
    }

    @Test("The album has each entry and filters by kind and public cards", arguments: TestEngine.available)
    func showAlbum(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        _ = try await scene.diary.write("아무 데도 안 간 날", ["on": "2024-03-02"])
        let album = try await scene.maker.json("/diary/cards")
        let years = try #require(album["years"] as? [[String: Any]])
        #expect(years.map { $0["year"] as? String } == ["2025년", "2024년"])
        let cards = years.flatMap { $0["cards"] as? [[String: Any]] ?? [] }
        #expect(cards.map { $0["thumb"] is NSNull } == [false, true])
        #expect(cards.last?["title"] as? String == "아무 데도 안 간 날")
        let restaurants = try await scene.maker.json("/diary/cards?kind=restaurant")
        #expect((restaurants["years"] as? [Any])?.count == 1)
        let none = try await scene.maker.json("/diary/cards?shared=1")["years"] as? [Any]
        #expect(none?.isEmpty == true)
        try await scene.publish()
        let shared = try await scene.maker.json("/diary/cards?shared=1")["years"] as? [[String: Any]]
        #expect((shared?.first?["cards"] as? [[String: Any]])?.first?["isShared"] as? Bool == true)
    }

    @Test("The review of a year has its visits, first and latest place and tag", arguments: TestEngine.available)
    func reviewYear(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let places = scene.diary.places
        _ = try await scene.maker.post("/favourites/\(places[1])", ["tags": "종류-국물"])
        for (place, day) in [(1, "2025-12-01"), (2, "2025-02-03"), (1, "2025-12-30"), (3, "2024-12-31")] {
            _ = try await scene.maker.post("/places/\(places[place])/visits", ["on": day])
        }
        let (first, latest) = try await scene.site.app.database.read {
            (try $0.place(places[2])?.name, try $0.place(places[1])?.name)
        }
        let review = try #require(try await scene.maker.json("/diary/2025")["review"] as? [String: Any])
        #expect(review["visits"] as? Int == 4)
        #expect(review["firstPlace"] as? String == first && review["latestPlace"] as? String == latest)
        #expect(review["tag"] as? String == "국물")
        #expect(try await scene.maker.json("/diary/2023")["review"] is NSNull)
        #expect(try await scene.maker.get("/diary/2023/card.jpg").status == .notFound)
        #expect(try await scene.maker.get("/diary/3000/card.jpg").status == .notFound)
    }
}

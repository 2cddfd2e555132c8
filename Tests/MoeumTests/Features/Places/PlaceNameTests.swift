import Testing

@testable import Moeum

@Suite(.cleanup)
struct PlaceNameTests {
    @Test(
        "The shown name is the one that people use",
        arguments: [
            ("(주)거구상사(거구장)", "거구장"), ("주)비사벌", "비사벌"), ("(양)동촌", "동촌"), ("㈜ 가게", "가게"),
            ("(유)아웃백스테이크하우스코리아 공항점", "아웃백스테이크하우스코리아 공항점"), ("우담가해담가 주식회사", "우담가해담가"),
            ("주식회사곰바우", "곰바우"), ("마장동박현규(주) 1호점", "마장동박현규 1호점"), ("유한가락마당", "유한가락마당"),
            ("씨제이푸드빌(주)빕스등촌점", "씨제이푸드빌 빕스등촌점"),
            ("(주)청담푸드빌(청담복집)(신의주찹쌀순대)", "청담복집(신의주찹쌀순대)"),
            // A branch is no name of its own, nor are Latin letters and Hanja beside the Korean name.
            ("주식회사 양인환대(본점)", "양인환대(본점)"), ("(주)볼드4 Bruxie(브럭시) 롯데월드몰점", "볼드4 Bruxie(브럭시) 롯데월드몰점"),
            ("주식회사 차이(CHAI)", "차이(CHAI)"), ("낙원(樂源)", "낙원(樂源)"), ("은평 참숯갈비(별관)", "은평 참숯갈비(별관)"),
            ("(주)", "(주)"), ("용", "용"), ("골목냉면<삼선교>", "골목냉면<삼선교>"),
        ]
    )
    func shownName(_ official: String, _ shown: String) {
        #expect(PlaceName.shown(official) == shown)
        #expect(PlaceName.shown(shown) == shown)
    }

    @Test("A place is found by both names and keeps the official one", arguments: TestEngine.available)
    func findByBothNames(_ engine: TestEngine) async throws {
        let database = try await PlacesFixture.database(on: engine)
        let record = PlacesFixture.record("k1", "(주)거구상사(거구장)")
        try await database.write { transaction in
            _ = try transaction.upsertPlace(record, PlacesFixture.districts, now: 1)
            // The same again changes nothing.
            #expect(try transaction.upsertPlace(record, PlacesFixture.districts, now: 2) == .unchanged)
        }
        for words in ["거구장", "거구상사"] {
            var query = PlaceQuery()
            query.text = words
            let asked = query
            let found = try await database.read { try $0.placeList(asked, at: SeoulTime(.now)) }
            #expect(found.entries.map(\.place.name) == ["거구장"], "\(words)")
            #expect(found.entries.map(\.place.officialName) == ["(주)거구상사(거구장)"])
        }
    }
}

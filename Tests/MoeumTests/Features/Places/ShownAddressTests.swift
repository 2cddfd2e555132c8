import Foundation
import Testing

@testable import Moeum

struct ShownAddressTests {
    @Test(arguments: [
        (
            "서울특별시 성동구 성수일로10길 26 2층 216217218219호 (성수동2가)",
            "서울특별시 성동구 성수일로10길 26 2층 216, 217, 218, 219호 (성수동2가)"
        ),
        ("서울특별시 강남구 테헤란로1길 40 (역삼동지상1층)", "서울특별시 강남구 테헤란로1길 40 지상1층 (역삼동)"),
        ("서울특별시 강남구 역삼로 410 (대치동지상1층2층)", "서울특별시 강남구 역삼로 410 (대치동)"),
        ("서울특별시 서대문구 연세로4길 34 (창천동(지상1층))", "서울특별시 서대문구 연세로4길 34 지상1층 (창천동)"),
        ("서울특별시 중구 후암로 110 (남대문로5가지하1층)", "서울특별시 중구 후암로 110 지하1층 (남대문로5가)"),
        ("서울특별시 강동구 동남로 708 (둔촌동23층)", "서울특별시 강동구 동남로 708 (둔촌동)"),
        ("서울특별시 성북구 성북로5길 9-3 (성북동1가(1층))", "서울특별시 성북구 성북로5길 9-3 1층 (성북동1가)"),
        ("서울특별시 구로구 경인로 572 (구로동스타팰리스 1층 101.102.119120호)", "서울특별시 구로구 경인로 572 (구로동)"),
        (
            "서울특별시 강남구 자곡로 201 1층 102103105106호 (자곡동 강남더샵라르고)",
            "서울특별시 강남구 자곡로 201 1층 102, 103, 105, 106호 (자곡동, 강남더샵라르고)"
        ),
        (
            "서울특별시 강서구 마곡동로 61 에이스프라자 1~2층 109203~205호 (마곡동)",
            "서울특별시 강서구 마곡동로 61 에이스프라자 1~2층 109, 203~205호 (마곡동)"
        ),
        ("서울특별시 종로구 사직로12길 8 (내자동153154-1155-1 (1층))", "서울특별시 종로구 사직로12길 8 (내자동)"),
        (
            "서울특별시 송파구 송파대로28길 35 205304호 (가락동, 송파NSuite)",
            "서울특별시 송파구 송파대로28길 35 205, 304호 (가락동, 송파NSuite)"
        ),
    ])
    func whatSourcesLostIsPutBackOrLeftOut(_ written: String, _ shown: String) {
        #expect(ShownAddress.text(written) == shown)
        #expect(ShownAddress.text(shown) == shown)
    }

    @Test(arguments: [
        "", "서울특별시 마포구 대흥로 64 1층 (대흥동)", "서울특별시 관악구 난곡로 100 A동 1층 101호 (신림동, 파로스프라자)",
        "서울특별시 성북구 인촌로24길 27 (안암동5가)", "서울특별시 종로구 세종대로 1 (세종로)", "서울특별시 중구 퇴계로 1 (충무로1가)",
        "(04783) 서울특별시 성동구 성수일로10길 26-1", "서울특별시 강남구 청담동 44번지 5호", "중구 을지로 1, 2층",
    ])
    func whatIsWellWrittenStays(_ address: String) { #expect(ShownAddress.text(address) == address) }

    @Test func pagesAndJSONHaveNoFigureOfManyRooms() async throws {
        try await TestSite.withSample { site in
            var next: String? = "/places?kind=restaurant"
            while let path = next {
                let list = try await site.json(path)
                for place in list["places"] as? [[String: Any]] ?? [] {
                    let address = try #require(place["address"] as? String)
                    #expect(address.firstMatch(of: /[0-9]{6}|\([^)]*[0-9]층/) == nil, "\(address)")
                }
                next = list["next"] as? String
            }
        }
    }
}

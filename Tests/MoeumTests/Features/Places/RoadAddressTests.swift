import Foundation
import Testing

@testable import Moeum

struct RoadAddressTests {
    @Test(
        "A building is read in every notation",
        arguments: [
            ("서울특별시 성동구 성수일로10길 26 2층 216217218219호 (성수동2가)", "성동구", "성수일로10길 26"),
            ("서울특별시 성동구 왕십리로6길 1-2, 1층", "성동구", "왕십리로6길 1-2"),
            ("서울 송파구 백제고분로 9길 5", "송파구", "백제고분로9길 5"),
            ("강남구 강남대로 152길45", "강남구", "강남대로152길 45"),
            ("종로구 혜화로3길5 아남아파트 상가 301동 108호", "종로구", "혜화로3길 5"),
            ("영등포구 신풍로 25가길 14", "영등포구", "신풍로25가길 14"),
            ("구로구 고척로8 2층", "구로구", "고척로 8"),
            ("서울특별시 영등포구 63로 50 63한화생명빌딩 59층", "영등포구", "63로 50"),
            ("서울특별시 강북구 4.19로 12(수유동)", "강북구", "4.19로 12"),
            ("(04783) 서울특별시 성동구 성수동2가 성수일로10길 26-1", "성동구", "성수일로10길 26-1"),
            ("서울 은평구 서오릉로 145외 5필지", "은평구", "서오릉로 145"),
            ("서울 강남구 강남대로 지하 396 강남역", "강남구", "강남대로 지하396"),
            ("동일로 26지하1층", nil, "동일로 26"), ("압구정로 201~203", nil, "압구정로 201"),
        ]
    )
    func readBuilding(_ address: String, _ district: String?, _ text: String) {
        let road = RoadAddress(address)
        #expect(road?.text == text)
        #expect(road?.district == district)
        #expect(RoadAddress(text)?.inDistrict(district ?? "중구") == road?.inDistrict("중구"))
    }

    @Test(
        "An address without a building is not guessed",
        arguments: [
            "", "서울특별시 성동구", "서울특별시 성동구 성수동2가 284번지 62호", "중구 을지로4가 100", "구로구 구로동 12-3",
            "서울 강남구 강남대로 지하1층", "성동구 성수일로10길 216217218219호", "성동구 성수일로10길 2층", "강남구 45길 3",
            "성동구 성수일로10길 0", "강남구 역삼동 123-4 테헤란로빌딩 5",
        ]
    )
    func refuseOthers(_ address: String) {
        #expect(RoadAddress(address) == nil)
    }

    @Test("Buildings under the road and with subnumbers are different ones") func distinguishBuildings() {
        let buildings = ["강남대로 396", "강남대로 지하396", "강남대로 396-1", "강남대로 39-6"].compactMap { RoadAddress($0) }
        #expect(Set(buildings).count == 4)
    }

    private static let restaurants = Project.root
        .appendingPathComponent("../shared/data/restaurants/seoul_model_restaurants.csv").standardized.path
    private static let isThere = FileManager.default.fileExists(atPath: restaurants)

    @Test("The addresses of all model restaurants are read", .enabled(if: isThere, "../shared/data is not here"))
    func readRealAddresses() throws {
        let rows = try CSVReader.rows(of: try String(contentsOfFile: Self.restaurants, encoding: .utf8))
        let column = try #require(rows.first?.fields.firstIndex(of: "road_addr"))
        let addresses = rows.dropFirst().map { $0.fields[column] }
        let unread = addresses.filter { RoadAddress($0)?.district == nil }
        print("road addresses read: \(addresses.count - unread.count) of \(addresses.count)")
        #expect(addresses.count == 3_196)
        #expect(unread == [])
    }
}

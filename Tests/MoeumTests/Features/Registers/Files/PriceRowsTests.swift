import Testing

@testable import Moeum

@Suite(.cleanup)
struct PriceRowsTests {
    private static let header = [
        "시도", "시군", "업종", "업소명", "연락처", "주소", "메뉴1", "메뉴2", "메뉴3", "메뉴4", "가격1", "가격2", "가격3", "가격4",
    ]

    private func read(
        city: String = "서울특별시",
        district: String = "종로구",
        trade: String = "한식",
        address: String = "종로구 지어낸로5길 5",
        dishes: [String] = ["수제 돈까스", "", "", ""],
        prices: [String] = ["7000", "", "", ""]
    ) throws -> RegisterFixture.Reading<PriceRow> {
        let fields = [city, district, trade, "지어낸까스", "02-740-0000", address] + dishes + prices
        return try RegisterFixture.prices(
            try RegisterFixture.file(LicenceLine.csv(Self.header) + LicenceLine.csv(fields))
        )
    }

    @Test("A shop has up to four dishes") func wholeRow() throws {
        let reading = try read(
            dishes: ["김밥", "라면", "우동", "칼국수 &amp; 만두"],
            prices: ["3,500원", " 4000 ", "5,000", "６５００원"]
        )
        let row = try #require(reading.rows.first)
        #expect(row.name == "지어낸까스" && row.address == "종로구 지어낸로5길 5" && row.phone == "02-740-0000")
        #expect(row.dishes.map(\.name) == ["김밥", "라면", "우동", "칼국수 & 만두"])
        #expect(row.dishes.map(\.won) == [3_500, 4_000, 5_000, 6_500])
        #expect(reading.summary == RegisterFileSummary(rows: ["jongno": 1]))
    }

    @Test(
        "What is no price of a dish is left out",
        arguments: ["2500045000", "1000001", "99", "0", "-7000", "7000~9000", "싯가", "7,000원부터", "99999999999999999999"]
    )
    func noPrice(_ text: String) throws {
        let reading = try read(dishes: ["돈까스", "우동", "", ""], prices: [text, "1000000", "5000", ""])
        #expect(reading.rows.first?.dishes == [PriceRow.Dish(name: "우동", won: 1_000_000)])
        #expect(reading.reasons == [.price] && reading.rejections.allSatisfy { $0.isFieldAlone })
    }

    @Test("A shop without a price is a shop all the same") func noDishes() throws {
        let reading = try read(dishes: ["", "", "", ""], prices: ["", "", "", ""])
        #expect(reading.rows.map(\.dishes) == [[]] && reading.rejections == [])
    }

    @Test(
        "Only shops that sell meals are read",
        arguments: [
            ("한식", true), ("중식", true), ("일식", true), ("경양식", true), ("분식점", true), ("기타 요식업", true), ("제과점", true),
            ("커피숍", true), ("미용업", false), ("세탁업", false), ("기타비요식업", false), ("목욕업", false), ("", false),
        ]
    )
    func trades(_ trade: String, _ isRead: Bool) throws {
        let reading = try read(trade: trade)
        #expect(reading.rows.count == (isRead ? 1 : 0))
        #expect(reading.summary.passedOver == (isRead ? 0 : 1) && reading.rejections == [])
    }

    @Test("The columns say where a shop is, else its address") func locations() throws {
        #expect(try read(city: "부산광역시", district: "중구").summary.passedOver == 1)
        #expect(try read(district: "", address: "서울특별시 마포구 지어낸로 1").records.first?.district == "mapo")
        #expect(try read(city: "", address: "서울 중구 지어낸로 1").records.first?.district == "jung")
        #expect(try read(city: "", address: "부산 중구 지어낸로 1").summary.passedOver == 1)
        #expect(try read(district: "", address: "지어낸로 1").reasons == [.missing])
    }
}

import Foundation
import Testing

@testable import Moeum

struct PlacePagesTests {
    private func detail(name: String = "Hill House", phone: String? = "02-000-1234") -> PlaceDetail {
        PlaceDetail(
            card: PlaceCard(
                place: Place(
                    id: 7,
                    kind: .restaurant,
                    name: name,
                    officialName: name,
                    category: "Korean",
                    district: "mapo",
                    dong: nil,
                    roadAddress: "1 Hill Road",
                    lotAddress: nil,
                    phone: phone,
                    menu: nil,
                    description: nil,
                    link: nil,
                    position: .init(latitude: 37.55, longitude: 126.92, precision: .road),
                    designatedOn: nil,
                    hoursText: nil,
                    status: .listed,
                    rating: .init(mean: nil, count: 0),
                    source: PlacesFixture.source,
                    favouriteCount: 0,
                    photoCount: 0,
                    toldHours: nil
                ),
                districtName: "Mapo-gu",
                address: "1 Hill Road",
                categoryName: "Korean",
                syllable: "K"
            ),
            roadAddress: "1 Hill Road",
            lotAddress: nil,
            designatedText: nil,
            source: SourceNote(name: "list", asOf: "2026-01-01"),
            sourceText: "list"
        )
    }

    @Test("A hostile name cannot end the block of structured data") func structuredData() throws {
        let name = "</script><script>alert(1)</script><!-- \" \\"
        let data = StructuredData(place: detail(name: name), url: "https://example.org/places/7")
        let markup = String(decoding: data.markup().bytes, as: UTF8.self)
        #expect(!markup.contains("<"))
        let object = try #require(try JSONSerialization.jsonObject(with: Data(markup.utf8)) as? [String: Any])
        #expect(object["name"] as? String == name)
        #expect(object["@type"] as? String == "Restaurant")
        #expect((object["geo"] as? [String: Any])?["latitude"] as? Double == 37.55)
    }

    @Test("Links to other maps have the name encoded") func mapLinks() {
        let place = detail(name: "A&B?#/\"><x>")
        #expect(place.card.kakaoHref == "https://map.kakao.com/?q=1%20Hill%20Road%20A%26B%3F%23%2F%22%3E%3Cx%3E")
        #expect(place.card.naverHref.hasPrefix("https://map.naver.com/p/search/1%20Hill"))
    }

    @Test("A phone number is dialled as digits") func dialable() {
        #expect(detail(phone: "02-000-1234").dialable == "020001234")
        #expect(detail(phone: "+82 2 000 1234").dialable == "+8220001234")
        #expect(detail(phone: nil).dialable == nil)
    }

    @Test(
        "Only plain web addresses become links",
        arguments: ["javascript:alert(1)", "//example.org", "https://", "http://a@b.example", "https://a b", ""]
    )
    func webLinks(text: String) {
        #expect(WebLink(text) == nil)
    }

    @Test("A link shows its host") func linkHost() {
        #expect(WebLink("https://books.example/shop?x=1")?.host == "books.example")
    }

    @Test("Tiles with equal totals share a shade") func shades() {
        #expect(DistrictTile.shades([10, 50, 10, 30, 20]) == [1, 5, 1, 4, 3])
        #expect(DistrictTile.shades([]) == [])
    }

    @Test(
        "Long English names break after a syllable",
        arguments: [
            ("Gangbuk-gu", "Gang", "buk"), ("Yeongdeungpo-gu", "Yeong", "deungpo"), ("Dongdaemun-gu", "Dong", "daemun"),
            ("Seodaemun-gu", "Seo", "daemun"), ("Gwangjin-gu", "Gwang", "jin"), ("Eunpyeong-gu", "Eun", "pyeong"),
        ]
    )
    func breakNames(name: String, first: String, second: String) {
        let district = District(
            slug: "x",
            name: "X",
            englishName: name,
            code: "1",
            row: 4,
            column: 2,
            latitude: 37.5,
            longitude: 127
        )
        let tile = DistrictTile(
            district: district,
            counts: KindCounts(restaurant: 1, bookshop: 1),
            lines: DistrictTile.lines(of: district.shortName(.english), .english),
            shade: 1,
            tileLabel: name
        )
        #expect(tile.lines.first == first)
        #expect(tile.lines.second == second)
        #expect(tile.left == 100 && tile.top == 314)
    }

    @Test("The form carries on what it has no control for") func hiddenInputs() {
        var query = PlaceQuery()
        query.types = ["Korean"]
        query.cell = PositionCell("37.5,127")
        query.text = "soup"
        query.after = "key"
        let page = PlaceListPage(query: query, effectiveQuery: query, district: nil)
        #expect(page.hidden.map(\.name) == ["type", "near"])
    }
}

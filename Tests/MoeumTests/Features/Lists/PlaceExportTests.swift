import Foundation
import Testing

@testable import Moeum

/// A list as files for other programs.
@Suite(.cleanup)
struct PlaceExportTests {
    private func siteWithList() async throws -> (ListClient, String, [Place.ID]) {
        let site = try await TestSite()
        let ids = try await site.places(2)
        try await site.app.database.write {
            try $0.execute(
                """
                UPDATE places SET latitude = NULL, longitude = NULL, precision_level = NULL WHERE id = \(ids[1])
                """
            )
            try $0.execute(
                """
                UPDATE places SET latitude = 37.5563, longitude = 126.9236, precision_level = 'exact'
                WHERE id = \(ids[0])
                """
            )
        }
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "가람")
        let client = ListClient(browser: browser)
        let list = try await client.make("나의 \"목록\"/../x")
        try await client.put(ids[0], on: list, note: "=HYPERLINK(\"http://x.example\")")
        try await client.put(ids[1], on: list, note: "쉼표, \"따옴표\"\n두 줄")
        return (client, list, ids)
    }

    @Test("CSV contains no formulas")
    func csvWithoutFormulas() async throws {
        let (client, list, ids) = try await siteWithList()
        let file = try await client.browser.get("\(list)/export")
        #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
        let name = file.headers[.contentDisposition] ?? ""
        #expect(name.hasPrefix("attachment; filename=\"moeum.csv\"; filename*=UTF-8''"))
        #expect(!name.contains("/") && !name.dropFirst(40).contains("\""))
        #expect(file.headers[.cacheControl] == "private, no-store")
        #expect(file.text.contains("\"'=HYPERLINK(\"\"http://x.example\"\")\""))
        #expect(file.text.contains("\"쉼표, \"\"따옴표\"\"\n두 줄\""))
        #expect(file.text.contains("\(ids[0]),restaurant,"))
        #expect(file.text.contains("http://moeum.example/places/\(ids[0])"))
    }

    @Test("GeoJSON has longitude first, and no point where none is known")
    func geoJSON() async throws {
        let (client, list, ids) = try await siteWithList()
        let file = try await client.browser.get("\(list)/export?format=geojson")
        #expect(file.headers[.contentType] == "application/geo+json")
        let root = try JSONSerialization.jsonObject(with: Data(buffer: file.body)) as? [String: Any]
        #expect(root?["type"] as? String == "FeatureCollection")
        let features = try #require(root?["features"] as? [[String: Any]])
        let geometry = features[0]["geometry"] as? [String: Any]
        #expect(geometry?["coordinates"] as? [Double] == [126.9236, 37.5563])
        #expect(features[0]["id"] as? Int == Int(ids[0]))
        #expect(features[1]["geometry"] is NSNull)
        let properties = features[1]["properties"] as? [String: Any]
        #expect(properties?["note"] as? String == "쉼표, \"따옴표\"\n두 줄")
        #expect(properties?["position"] as? Int == 2)
    }

    @Test("JSON has the places as they are")
    func json() async throws {
        let (client, list, ids) = try await siteWithList()
        let file = try await client.browser.get("\(list)/export?format=json")
        let root = try JSONSerialization.jsonObject(with: Data(buffer: file.body)) as? [String: Any]
        #expect(root?["title"] as? String == "나의 \"목록\"/../x")
        let places = try #require(root?["places"] as? [[String: Any]])
        #expect(places.map { $0["id"] as? Int } == ids.map { Int($0) })
        #expect(places[0]["note"] as? String == "=HYPERLINK(\"http://x.example\")")
        #expect(places[1]["lat"] is NSNull)
    }
}

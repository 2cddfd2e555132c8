import Foundation
import RouterClient
import Testing

@testable import Moeum
@testable import Web

/// Lists around a reader, as browsers and programs get them: nothing of an answer or of a log has a position finer than a cell.
@Suite(.cleanup)
struct NeighbourhoodRoutesTests {
    private static let exact = "37.556312,126.923645"
    private static let cell = "37.55,126.92"

    @Test("No page and no address has more than two decimals of a position", arguments: TestEngine.available)
    func cutPositions(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        for path in ["/places?near=\(Self.exact)&radius=2000", "/roulette?from=nearby&near=\(Self.exact)"] {
            let answer = try await site.get(path)
            let page = answer.text
            #expect(try page.contains("near=\(Self.cell)") && answer.html.has("input[name=near][value=\(Self.cell)]"))
            for part in ["37.5563", "126.9236", Self.exact] { #expect(!page.contains("near=\(part)"), "\(path)") }
            #expect(!page.contains(Self.exact))
        }
        let canonical: HTMLSelector = "[rel=canonical][href=http://moeum.example/places?near=\(Self.cell)]"
        #expect(try await site.get("/places?near=\(Self.exact)").html.has(canonical))
    }

    @Test("No log line has more of a position, whoever asks for what") func cutLogs() async throws {
        let site = try await TestSite()
        let log = RecordedLog(from: .trace)
        let app = try App(config: site.app.config, database: site.app.database, logger: log.logger)
        let browser = TestBrowser(site, try RouterClient(Routes.router(app), logger: log.logger))
        let paths = ["/places", "/districts/mapo", "/roulette", "/favourites", "/nowhere", "/places/suggest"]
        for path in paths {
            _ = try await browser.get(
                "\(path)?from=nearby&near=\(Self.exact)&q=qqqqq",
                [.referer: "/places?near=\(Self.exact)"]
            )
        }
        #expect(log.lines.count >= paths.count)
        for text in log.texts { #expect(!text.contains("37.5563") && !text.contains("126.9236"), "\(text)") }
    }

    @Test("Programs and scripts get one answer with positions") func answerOnce() async throws {
        let site = try await TestSite()
        let path = "/places?near=\(Self.exact)&radius=5000"
        let json = try await site.json(path)
        let places = try #require(json["places"] as? [[String: Any]])
        #expect(json["next"] is NSNull && places.count > PlaceList.pageSize && places.count <= 300)
        let precisions = places.map { $0["precision"] as? String }
        let located = precisions.prefix { $0 != "dong" }
        #expect(precisions.dropFirst(located.count).allSatisfy { $0 == "dong" })
        let fragment = try await site.get(path, [.fragment: "list"]).html
        #expect(fragment.has("[data-cell=\(Self.cell)][data-radius=5000]"))
        let rows = fragment.all("li[id^=p]")
        #expect(rows.count == places.count && rows.count { $0["data-lat"] != nil } == located.count)
        #expect(!fragment.has("[rel=next]"))
        // The rows of a page that is asked for are those of the one answer.
        let again = try await site.json(path + "&after=x&page=2")
        #expect(again["total"] as? Int == json["total"] as? Int)
    }

    @Test("A list around a station is paged and exact as before") func keepStations() async throws {
        let site = try await TestSite()
        let station = "%EC%8B%9C%EC%B2%AD"
        let json = try await site.json("/places?station=\(station)&radius=5000&near=\(Self.exact)")
        #expect((json["places"] as? [Any])?.count == PlaceList.pageSize && json["next"] is String)
        let page = try await site.get("/places?station=\(station)").html
        #expect(!page.has("[data-cell]"))
    }
}

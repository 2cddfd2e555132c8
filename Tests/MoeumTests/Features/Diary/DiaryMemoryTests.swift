import Foundation
import Testing

@testable import Moeum
@testable import Web

/// What was on this day in earlier years.
@Suite(.cleanup)
struct DiaryMemoryTests {
    private static func memories(_ browser: TestBrowser, _ month: Substring) async throws -> [String] {
        let json = try await browser.json("/diary/\(month)")
        return try #require(json["memories"] as? [[String: Any]]).compactMap { memory in
            let entry = (memory["entry"] as? [String: Any])?["title"] as? String
            return entry ?? ((memory["visit"] as? [String: Any]).map { _ in "visit" })
        }
    }

    @Test("Memories of earlier years are shown until they are hidden", arguments: TestEngine.available)
    func showUntilHidden(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        if scene.today.hasSuffix("-02-29") { scene.site.clock.move(86_400) }
        let (month, rest) = (scene.today.prefix(7), scene.today.dropFirst(4))
        let year = try #require(Int(scene.today.prefix(4)))
        func memories() async throws -> [String] { try await Self.memories(scene.browser, month) }
        #expect(try await memories() == [])
        let cold = try await scene.write("추운 날의 냉면", ["on": "\(year - 1)\(rest)"])
        _ = try await scene.write("오늘", ["on": scene.today])
        try await scene.browser.post("/places/\(scene.places[0])/visits", ["on": "\(year - 2)\(rest)"])
        #expect(try await memories() == ["추운 날의 냉면", "visit"])
        _ = try await scene.write("셋째", ["on": "\(year - 3)\(rest)"])
        _ = try await scene.write("넷째", ["on": "\(year - 4)\(rest)"])
        #expect(try await memories() == ["추운 날의 냉면", "visit", "셋째"])
        let hidden = try await scene.browser.post("/diary/entries/\(cold)/recall", ["on": "0", "next": "/diary"])
        #expect(hidden.status == .seeOther && hidden.location == "/diary")
        #expect(scene.browser.cookies["moeum_flash"] == "diary-memory-hidden.\(cold)")
        // The notice takes it back.
        let undo = try await scene.browser.get("/diary/trash")
        #expect(try undo.html.has("form[action=/diary/entries/\(cold)/recall] input[name=on][value=1]"))
        #expect(try await memories() == ["visit", "셋째", "넷째"])
        try await scene.browser.post("/diary/entries/\(cold)/recall", ["on": "1"])
        #expect(try await memories().first == "추운 날의 냉면")
        try await scene.browser.post("/diary/preferences", ["week_start": "sunday"])
        #expect(try await memories() == [])
    }

    @Test("Nobody hides a memory that is somebody else's")
    func hideOwnAlone() async throws {
        let site = try await TestSite()
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(browser, nickname: "서윤이")
        try await site.logIn(other, nickname: "미르")
        let fields = ["text": "국물", "on": "2026-01-05"]
        _ = try await browser.put("/diary/drafts/\(DiaryScene.key())", fields, DiaryScene.asProgram)
        let days = try await browser.json("/diary/2026-01")["days"] as? [[String: Any]]
        let id = try #require((days?.first?["entries"] as? [[String: Any]])?.first?["id"] as? String)
        #expect(try await other.post("/diary/entries/\(id)/recall", ["on": "0"]).status == .notFound)
        #expect(try await other.post("/visits/1/recall", ["on": "0"]).status == .notFound)
    }

    @Test(
        "A 29 February is remembered on the 28th, in leap years on the 29th alone",
        arguments: [("2030-02-28", true), ("2030-03-01", false), ("2032-02-28", false), ("2032-02-29", true)]
    )
    func rememberLeapDay(_ today: String, _ isRemembered: Bool) async throws {
        let site = try await TestSite()
        let day = try #require(SeoulDay(today))
        site.clock.move(day.start.timeIntervalSince(site.now) + 43_200)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "서윤이")
        let fields = ["text": "윤날", "on": "2028-02-29"]
        _ = try await browser.put("/diary/drafts/\(DiaryScene.key())", fields, DiaryScene.asProgram)
        #expect(try await Self.memories(browser, today.prefix(7)) == (isRemembered ? ["윤날"] : []))
    }
}

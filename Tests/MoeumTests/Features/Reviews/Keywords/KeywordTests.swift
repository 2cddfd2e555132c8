import Foundation
import RouterClient
import Testing

@testable import Moeum

/// The words that reviews are tagged with, and the page on which staff look after them.
@Suite(.cleanup)
struct KeywordTests {
    private func names(_ browser: TestBrowser, _ kind: String, _ tone: String) async throws -> [String] {
        let groups = try #require(try await browser.json("/admin/keywords")["groups"] as? [[String: Any]])
        let group = groups.first { $0["kind"] as? String == kind && $0["tone"] as? String == tone }
        return try #require(group?["keywords"] as? [[String: Any]]).compactMap { $0["korean"] as? String }
    }

    private func id(_ site: TestSite, _ name: String) async throws -> Keyword.ID {
        let all = try await site.app.database.read { try $0.allKeywords() }
        return try #require(all.first { $0.names.korean == name }).id
    }

    @Test("A new site gets keywords; a table that has any is left alone") func loadIntoEmptyTable() async throws {
        let site = try await TestSite()
        let loader = KeywordLoader(directory: Project.root.appendingPathComponent("Data").path)
        let all = try await site.app.database.read { try $0.allKeywords() }
        for kind in Place.Kind.allCases {
            #expect(all.count { $0.kind == kind && $0.tone == .good } == 8)
            #expect(all.count { $0.kind == kind && $0.tone == .bad } == 5)
            let offered = try await site.app.database.read { try $0.offeredKeywords(for: kind) }
            let tones: [Keyword.Tone] = offered.map(\.tone)
            #expect(tones.prefix(8).allSatisfy { $0 == .good } && tones.dropFirst(8).allSatisfy { $0 == .bad })
        }
        #expect(try await loader.load(into: site.app.database) == 0)
        try await site.execute("DELETE FROM keywords WHERE kind = 'bookshop'")
        #expect(try await loader.load(into: site.app.database) == 0)
        try await site.execute("DELETE FROM keywords")
        #expect(try await loader.load(into: site.app.database) == all.count)
    }

    @Test("Staff add keywords, order, retire and restore them", arguments: TestEngine.available)
    func addOrderRetireRestore(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.execute("DELETE FROM keywords")
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "한결", role: .moderator, hasTwoFactor: true)
        for name in ["하나", "둘", "셋"] {
            let answer = try await browser.post(
                "/admin/keywords",
                ["kind": "restaurant", "tone": "good", "name_ko": " \(name) ", "name_en": "\(name) en"]
            )
            #expect(answer.location == "/admin/keywords")
        }
        let two = "/admin/keywords/\(try await id(site, "둘"))"
        #expect(try await browser.post("\(two)/move", ["direction": "up"]).status == .seeOther)
        #expect(try await names(browser, "restaurant", "good") == ["둘", "하나", "셋"])
        // Already the first.
        try await browser.post("\(two)/move", ["direction": "up"])
        #expect(try await names(browser, "restaurant", "good") == ["둘", "하나", "셋"])
        try await browser.post("\(two)/move", ["direction": "down"])
        try await browser.post("\(two)/move", ["direction": "down"])
        #expect(try await names(browser, "restaurant", "good") == ["하나", "셋", "둘"])
        #expect(try await browser.post("\(two)/retire").location == "/admin/keywords")
        let offered = try await site.app.database.read { try $0.offeredKeywords(for: .restaurant) }
        #expect(offered.map(\.names.korean) == ["하나", "셋"])
        #expect(try await names(browser, "restaurant", "good") == ["하나", "셋", "둘"])
        #expect(try await browser.post("\(two)/restore").location == "/admin/keywords")
        #expect(try await site.app.database.read { try $0.offeredKeywords(for: .restaurant) }.count == 3)
        #expect(try await names(browser, "bookshop", "good") == [])
        for path in ["/admin/keywords/1", "/admin/keywords/1/retire", "/admin/keywords/x/move"] {
            let answer = try await browser.post(path, ["direction": "up", "name_ko": "가", "name_en": "a", "rev": "1"])
            #expect(answer.status == .notFound || answer.status == .conflict, "\(path)")
        }
    }

    @Test("A rename that began from an older name is 409 and shows both names", arguments: TestEngine.available)
    func staleRename(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        let path = "/admin/keywords/\(try await id(site, "양이 넉넉해요"))"
        let page = try await browser.get(path)
        #expect(try page.hidden("rev", of: path) == "1")
        let first = ["rev": "1", "name_ko": "양이 많아요", "name_en": "Plenty"]
        #expect(try await browser.post(path, first).location == "/admin/keywords")
        let second = ["rev": "1", "name_ko": "배불러요", "name_en": "Filling"]
        let stale = try await browser.post(path, second)
        #expect(stale.status == .conflict)
        #expect(stale.text.contains("배불러요") && stale.text.contains("양이 많아요"))
        #expect(try stale.hidden("rev", of: path) == "2")
        let asProgram = try await browser.post(
            path,
            second,
            [.secFetchSite: "same-origin", .accept: "application/json"]
        )
        #expect(asProgram.status == .conflict)
        #expect(try await browser.post(path, second.merging(["rev": "2"]) { $1 }).status == .seeOther)
        #expect(try await names(browser, "restaurant", "good").contains("배불러요"))
    }

    @Test("A wrong name is refused beside its field, and nothing is stored", arguments: TestEngine.available)
    func refuseWrongNames(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let before = try await site.count("SELECT COUNT(*) FROM keywords")
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        let wrong: [(korean: String, english: String, field: String, code: String)] = [
            ("", "Nice", "name_ko", "missing"), ("좋아요", " ", "name_en", "missing"),
            (String(repeating: "가", count: 25), "Nice", "name_ko", "too-long"),
            ("좋아\u{200B}요", "Nice", "name_ko", "characters"), ("양이 넉넉해요", "New", "name_ko", "taken"),
            ("새말", "Big portions", "name_en", "taken"),
            (String(repeating: "가", count: 100_000), "Nice", "name_ko", "too-long"),
        ]
        for row in wrong {
            let fields = [
                "kind": "restaurant", "tone": "good", "name_ko": row.korean, "name_en": row.english,
            ]
            let page = try await browser.post("/admin/keywords", fields)
            #expect(page.status == .unprocessableContent, "\(row.code)")
            #expect(try page.html.has("#\(row.field)-error"), "\(row.code)")
            if row.code == "taken" { #expect(page.text.contains(row.english)) }
            let problem = try await browser.post(
                "/admin/keywords",
                fields,
                [.secFetchSite: "same-origin", .accept: "application/json"]
            )
            #expect(problem.text.contains("\"\(row.field)\":\"\(row.code)\""), "\(row.code)")
        }
        let nowhere = ["kind": "bakery", "tone": "so-so", "name_ko": "빵", "name_en": "Bread"]
        #expect(try await browser.post("/admin/keywords", nowhere).status == .unprocessableContent)
        #expect(try await site.count("SELECT COUNT(*) FROM keywords") == before)
    }

    @Test("A kind and tone has so many offered keywords at most; a retired one makes room")
    func limitOffered() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        for number in 1...(KeywordRoutes.maxOffered - 8) {
            let fields = ["kind": "restaurant", "tone": "good", "name_ko": "말 \(number)", "name_en": "word \(number)"]
            #expect(try await browser.post("/admin/keywords", fields).status == .seeOther)
        }
        let fields = ["kind": "restaurant", "tone": "good", "name_ko": "끝", "name_en": "end"]
        let answer = try await browser.post("/admin/keywords", fields)
        #expect(answer.status == .unprocessableContent)
        try await browser.post("/admin/keywords/\(try await id(site, "말 1"))/retire")
        #expect(try await browser.post("/admin/keywords", fields).status == .seeOther)
    }
}

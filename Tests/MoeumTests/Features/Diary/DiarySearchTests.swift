import Foundation
import Testing

@testable import Moeum

/// Finding one's own entries again.
@Suite(.cleanup)
struct DiarySearchTests {
    private static func terms(_ text: String) -> [DiarySearchTerm] { DiarySearchTerm.terms(text) }

    private static func marked(_ excerpt: DiaryExcerpt) -> String {
        excerpt.pieces.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined()
    }

    @Test(
        "Words that are found are marked as they are written",
        arguments: [
            ("비 오는 날의 국물", "국물", "비 오는 날의 [국물]"), ("국물, 또 국물", "국물", "[국물], 또 [국물]"),
            ("ＣＡＦＥ 앞에서", "cafe", "[ＣＡＦＥ] 앞에서"), ("Café au lait", "CAFE\u{301} lait", "[Café] au [lait]"),
            ("오늘은 한결설렁탕", "ㅅㄹㅌ", "오늘은 한결[설렁탕]"), ("옛 집", "ㅇㅈ", "[옛 집]"), ("하하 ㅋㅋㅋ", "ㅋㅋ", "하하 [ㅋㅋ]ㅋ"),
            ("아무것도", "국물", "아무것도"), ("", "국물", ""), ("국물", "", "국물"),
        ]
    )
    func markMatches(_ text: String, _ query: String, _ expected: String) {
        #expect(Self.marked(DiaryExcerpt(of: text, Self.terms(query), withInitials: true)) == expected)
    }

    @Test("An excerpt stands around the first match")
    func cutAroundMatch() {
        let long = String(repeating: "가나다라 ", count: 60) + "국물\n한 숟갈 " + String(repeating: "마바사아 ", count: 60)
        let excerpt = DiaryExcerpt(around: Self.terms("숟갈 국물"), in: long)
        let text = Self.marked(excerpt)
        #expect(text.hasPrefix("…가나다라 ") && text.hasSuffix("…") && text.contains("[국물] 한 [숟갈]"))
        #expect(excerpt.text.count <= 142)
        #expect(Self.marked(DiaryExcerpt(around: Self.terms("국물"), in: "짧은 글\n둘째 줄")) == "짧은 글 둘째 줄")
    }

    @Test("A search takes up to eight words and counts each once")
    func limitWords() {
        func problem(_ words: Int) -> DiarySearchQuery.Problem? {
            DiarySearchQuery.Problem((1...words).map { "\($0) \($0)" }.joined(separator: " "))
        }
        #expect(problem(8) == nil && problem(9) == .tooManyWords)
        #expect(Self.terms("1 2 3 4 5 6 7 8").count == 8)
    }

    @Test("A query is read from its address without invalid values and written back")
    func readAndWriteQuery() {
        let query = DiarySearchQuery([
            ("q", " 국물 & 밥 "), ("kind", "words"), ("from", "2026-02-30"), ("to", "2026-03-01"),
            ("after", "2026-01-01.x"),
        ])
        #expect(query.text == "국물 & 밥" && query.kind == .words && query.from == nil && query.after == nil)
        #expect(query.address() == "/diary/search?q=%EA%B5%AD%EB%AC%BC%20%26%20%EB%B0%A5&kind=words&to=2026-03-01")
        #expect(Self.terms("국물 국물  ㅄ").map(\.initials) == [nil, "ㅂㅅ"])
        #expect(DiarySearchQuery([]).isEmpty && !DiarySearchQuery([("kind", "bookshop")]).isEmpty)
    }

    private func found(_ query: String, _ scene: DiaryScene) async throws -> [String] {
        let encoded = query.queryEncoded.replacing("%26", with: "&").replacing("%3D", with: "=")
        let json = try await scene.browser.json("/diary/search?q=\(encoded)")
        let entries = try #require(json["entries"] as? [[String: Any]])
        #expect(json["total"] as? Int == entries.count)
        return entries.compactMap { $0["title"] as? String }
    }

    @Test("Each word is looked for in an entry's text and its place's name", arguments: TestEngine.available)
    func searchTextAndPlace(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let place = scene.places[0]
        let name = try #require(try await scene.site.app.database.read { try $0.place(place)?.name })
        _ = try await scene.write("첫눈\n100% 국물_뿐", ["on": "2026-01-05"])
        _ = try await scene.write("저녁 산책", ["on": "2026-01-07", "place_id": "\(place)"])
        let gone = try await scene.write("지운 국물", ["on": "2026-01-08"])
        try await scene.browser.post("/diary/entries/\(gone)/delete")
        #expect(try await found("국물", scene) == ["첫눈"])
        #expect(try await found("첫눈 국물", scene) == ["첫눈"])
        #expect(try await found("첫눈 산책", scene) == [])
        // Signs that mean something to databases mean nothing here.
        #expect(try await found("%", scene) == ["첫눈"])
        #expect(try await found("_", scene) == ["첫눈"])
        #expect(try await found("'", scene) == [])
        #expect(try await found("ㅈㄴ ㅅㅊ", scene) == ["저녁 산책"])
        #expect(try await found(name, scene) == ["저녁 산책"])
        #expect(try await found("&kind=words", scene) == ["첫눈"])
        #expect(try await found("&from=2026-01-06", scene) == ["저녁 산책"])
        #expect(try await found("&to=2026-01-06", scene) == ["첫눈"])
        #expect(try await found("", scene) == [])
        let page = try await scene.browser.get("/diary/search?q=%EA%B5%AD%EB%AC%BC")
        #expect(try page.html.has("mark", text: "국물") && page.html.text.contains("100% 국물_뿐"))
        let encoded = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let named = try await scene.browser.get("/diary/search?q=\(encoded)")
        let marks = try named.html.all("mark").map(\.text)
        #expect(marks.contains { $0.hasPrefix(name.split(separator: " ")[0]) })
    }

    @Test("Pages go on by key and nobody else's entries are found", arguments: TestEngine.available)
    func pageOwnResults(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (browser, other) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(browser, nickname: "서윤이")
        try await site.logIn(other, nickname: "미르")
        for day in 1...25 {
            let fields = ["text": "국물 \(day)", "on": "2026-01-\(day < 10 ? "0" : "")\(day)"]
            _ = try await browser.put("/diary/drafts/\(DiaryScene.key())", fields, DiaryScene.asProgram)
        }
        let first = try await browser.json("/diary/search?q=%EA%B5%AD%EB%AC%BC")
        #expect(first["total"] as? Int == 25)
        let next = try #require(first["next"] as? String)
        let second = try await browser.json(next)
        let titles = [first, second].flatMap { $0["entries"] as? [[String: Any]] ?? [] }
            .compactMap { $0["title"] as? String }
        let expected = (1...25).reversed().map { "국물 \($0)" }
        #expect(titles == expected)
        #expect(second["next"] is NSNull || second["next"] == nil)
        #expect(try await other.json("/diary/search?q=%EA%B5%AD%EB%AC%BC")["total"] as? Int == 0)
    }

    @Test(
        "Both searches of one's own texts refuse too long or too many words beside the field",
        arguments: [("/diary/search", "diary-q-error"), ("/saved", "saved-q-error")]
    )
    func refuseTooMuch(_ path: String, _ error: String) async throws {
        let scene = try await DiaryScene()
        for (code, fine, tooMuch) in [
            ("too-long", String(repeating: "a", count: 80), String(repeating: "a", count: 81)),
            ("too-many-words", "a+b+c+d+e+f+g+h", "a+b+c+d+e+f+g+h+i"),
        ] {
            let page = try await scene.browser.get("\(path)?q=\(tooMuch)")
            #expect(page.status == .unprocessableContent)
            #expect(try page.html.has("#\(error)") && page.html.has("[aria-invalid=true]"))
            let program = try await scene.browser.get("\(path)?q=\(tooMuch)", [.accept: "application/json"])
            #expect(program.status == .unprocessableContent && program.text.contains("\"q\":\"\(code)\""))
            let taken = try await scene.browser.get("\(path)?q=\(fine)")
            #expect(try taken.status == .ok && !taken.html.has("[aria-invalid=true]"))
        }
    }

    @Test("A search whose last day is before its first says so")
    func nameReversedDays() async throws {
        let scene = try await DiaryScene()
        let backwards = try await scene.browser.get("/diary/search?from=2025-03-02&to=2025-03-01").text
        #expect(backwards.contains("끝나는 날이 시작하는 날보다 앞서요"))
    }
}

import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// The protocol by which a page saves what is written on it.
@Suite(.cleanup)
struct DiaryAutoSaveTests {
    @Test("Equal states that one form sends at once make one entry", arguments: TestEngine.available)
    func createOnce(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let path = "/diary/drafts/\(DiaryScene.key())"
        let saved = try await withThrowingTaskGroup(of: DiaryScene.Saved.self) { group in
            for _ in 0..<200 { group.addTask { try await scene.put(path, ["text": "첫 글", "on": scene.today]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(saved.filter { $0.status == 201 }.count == 1)
        #expect(Set(saved.map(\.id)).count == 1 && saved.allSatisfy { $0.rev == 1 })
        #expect(try await scene.site.count("SELECT COUNT(*) FROM diary_entries") == 1)
    }

    @Test("A form without visible characters makes no entry")
    func ignoreBlankForm() async throws {
        let scene = try await DiaryScene()
        for text in ["", " \n", "\u{3164}"] {
            let fields = ["text": text, "on": scene.today, "weather": "rain"]
            let saved = try await scene.put("/diary/drafts/\(DiaryScene.key())", fields)
            #expect(saved.status == 204)
        }
        #expect(try await scene.site.count("SELECT COUNT(*) FROM diary_entries") == 0)
    }

    @Test("A save whose answer was lost is no conflict for the next one", arguments: TestEngine.available)
    func continueAfterLostAnswer(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let path = "/diary/drafts/\(DiaryScene.key())"
        let (first, second, third) = (DiaryScene.key(), DiaryScene.key(), DiaryScene.key())
        // Arrives, but its answer does not.
        #expect(try await scene.put(path, ["text": "가", "write": first]).status == 201)
        let again = try await scene.put(path, ["text": "가나", "write": second, "unanswered": first])
        #expect(again.status == 200 && again.rev == 2)
        // One that never arrived besides one that did.
        let form = Form(items: [
            ("text", "가나다"), ("write", third), ("unanswered", DiaryScene.key()), ("unanswered", second),
        ])
        let id = try #require(again.id)
        #expect(try await scene.browser.put("/diary/entries/\(id)", form: form, DiaryScene.asProgram).status == .ok)
        #expect(try await scene.entry(id)?.text == "가나다")
        // Equal content is no conflict, from whatever revision.
        #expect(try await scene.put("/diary/entries/\(id)", ["text": "가나다", "rev": "1"]).rev == 3)
        // Another text from an old revision is one, and changes nothing.
        let stale = try await scene.put("/diary/entries/\(id)", ["text": "다른 글", "rev": "1"])
        #expect(stale.status == 409)
        #expect(try await scene.put(path, ["text": "다른 글"]).status == 409)
        #expect(try await scene.entry(id)?.text == "가나다")
    }

    @Test("Two pages that write one entry end in a comparison that loses no text", arguments: TestEngine.available)
    func compareTwoPages(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let id = try await scene.write("제목\n처음")
        let path = "/diary/entries/\(id)"
        #expect(try await scene.put(path, ["text": "제목\n하나", "rev": "1"]).rev == 2)
        #expect(try await scene.put(path, ["text": "제목\n둘", "rev": "1"]).status == 409)
        let page = try await scene.browser.post(path, ["text": "제목\n둘", "rev": "1", "on": scene.today])
        #expect(page.status == .conflict)
        #expect(try page.html.has("ins", text: "하나") && page.html.has("ins", text: "둘"))
        #expect(page.text.contains("제목\n하나\n둘") || page.text.contains("제목\n둘\n하나"))
        // Kept apart from the versions of sessions.
        let merged = ["text": "제목\n하나\n둘", "mine": "제목\n둘", "rev": "2", "on": scene.today, "keep": "merged"]
        #expect(try await scene.browser.post(path, merged).status == .seeOther)
        #expect(try await scene.entry(id)?.text == "제목\n하나\n둘")
        #expect(Set(try await scene.versions(of: id)) == ["제목\n둘", "제목\n하나"])
        // What is not chosen stays too.
        let theirs = ["text": "", "mine": "제목\n셋", "rev": "2", "on": scene.today, "keep": "theirs"]
        #expect(try await scene.browser.post(path, theirs).status == .seeOther)
        #expect(try await scene.entry(id)?.text == "제목\n하나\n둘")
        #expect(try await scene.versions(of: id).first == "제목\n셋")
        // It needs nothing that an entry could hold.
        let long = String(repeating: "가", count: DiaryText.maxLength + 1)
        let kept = try await scene.browser.post(path, theirs.merging(["text": long, "on": ""]) { $1 })
        #expect(kept.location == "\(path)#kept")
        // Too long together: in the editor, with every word and what is wrong.
        let refused = ["text": long, "mine": "제목\n둘", "rev": "3", "on": scene.today, "keep": "merged"]
        let editor = try await scene.browser.post(path, refused)
        #expect(editor.status == .unprocessableContent)
        #expect(try editor.html.first("textarea[name=text]")?.textContent.hasSuffix(long) == true)
        // Changed once more meanwhile: asked again.
        let late = ["text": "", "mine": "제목\n넷", "rev": "2", "on": scene.today, "keep": "mine"]
        #expect(try await scene.browser.post(path, late).status == .conflict)
    }

    @Test("Each session of writing keeps the text before it, the latest twenty in all")
    func keepSessionVersions() async throws {
        let scene = try await DiaryScene()
        let id = try await scene.write("하나")
        let path = "/diary/entries/\(id)"
        _ = try await scene.put(path, ["text": "둘", "rev": "1"])
        #expect(try await scene.versions(of: id) == [])
        scene.site.clock.move(DiaryEntry.sessionTimeout)
        _ = try await scene.put(path, ["text": "셋", "rev": "2"])
        _ = try await scene.put(path, ["text": "넷", "rev": "3"])
        #expect(try await scene.versions(of: id) == ["둘"])
        // Another device.
        let headers: HTTPFields = [
            .accept: "application/json", .secFetchSite: "same-origin",
            .userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
        ]
        #expect(try await scene.browser.put(path, ["text": "다섯", "rev": "4"], headers).status == .ok)
        #expect(try await scene.versions(of: id) == ["넷", "둘"])
        // Nothing but the latest twenty.
        for rev in 5..<40 {
            scene.site.clock.move(DiaryEntry.sessionTimeout)
            _ = try await scene.put(path, ["text": "글 \(rev)", "rev": String(rev)])
        }
        let versions = try await scene.versions(of: id)
        #expect(versions.count == DiaryEntry.maxVersions && versions.first == "글 38")
    }

    @Test("An entry that is emptied goes to the trash and comes back by writing")
    func emptyAndRewrite() async throws {
        let scene = try await DiaryScene()
        let id = try await scene.write("오래 쓴 글")
        let path = "/diary/entries/\(id)"
        #expect(try await scene.put(path, ["text": " ", "rev": "1"]).state == "blank")
        #expect(try await scene.versions(of: id) == ["오래 쓴 글"])
        #expect(try await scene.browser.get(path).status == .gone)
        #expect(try await scene.browser.get("\(path)/edit").status == .ok)
        // Deleted by hand besides, it can be brought back to where it was.
        try await scene.browser.post("\(path)/delete")
        #expect(try await scene.browser.get("\(path)/edit").status == .gone)
        try await scene.browser.post("\(path)/restore")
        #expect(try await scene.entry(id)?.deletion == .blank)
        let back = try await scene.put(path, ["text": "다시", "rev": "2"])
        #expect(back.state == "saved" && back.rev == 3)
        #expect(try await scene.browser.get(path).status == .ok)
    }

    @Test("No save brings back an entry that its author deleted")
    func keepDeleted() async throws {
        let scene = try await DiaryScene()
        let id = try await scene.write("지울 글")
        let path = "/diary/entries/\(id)"
        #expect(
            try await scene.browser.post("\(path)/delete").location
                == "/diary/\(scene.today.prefix(7))?day=\(scene.today)"
        )
        #expect(try await scene.put(path, ["text": "늦은 글", "rev": "1"]).status == 410)
        #expect(try await scene.browser.get(path).status == .gone)
        #expect(try await scene.browser.get("/diary/trash").text.contains("지울 글"))
        #expect(try await scene.browser.post("\(path)/restore").status == .seeOther)
        #expect(try await scene.entry(id)?.text == "지울 글")
        // A form that is sent after all, without scripts, is found among the earlier texts.
        try await scene.browser.post("\(path)/delete")
        let late = try await scene.browser.post(path, ["text": "늦게 보낸 글", "rev": "1", "on": scene.today])
        #expect(late.status == .gone)
        #expect(try await scene.versions(of: id) == ["늦게 보낸 글"])
        try await scene.browser.post("\(path)/restore")
        // After its time it is gone, with its versions.
        try await scene.browser.post("\(path)/delete")
        scene.site.clock.move(DiaryEntry.trashLifetime + 1)
        let now = scene.site.now
        #expect(try await scene.site.app.database.write { try DiaryEntry.sweep($0, now, 100) } == 1)
        #expect(try await scene.entry(id) == nil)
    }

    @Test(
        "Emptying the trash erases only the member's own entries that the question counted",
        arguments: TestEngine.available
    )
    func emptyTrash(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let kept = try await scene.write("남길 글")
        let gone = try await scene.write("지울 글")
        try await scene.browser.post("/diary/entries/\(gone)/delete")
        let other = TestBrowser(scene.site)
        try await scene.site.logIn(other, nickname: "나래")
        #expect(try await other.post("/diary/trash/empty").location == "/diary/trash")
        #expect(try await scene.entry(gone) != nil)
        #expect(try await scene.browser.get("/diary/trash").html.has("a[href=/diary/trash/empty]"))
        let question = try await scene.browser.get("/diary/trash/empty")
        #expect(question.text.contains("지운 일기 1개"))
        // What is deleted after the question was asked stays.
        scene.site.clock.move(1)
        let late = try await scene.write("나중에 지운 글")
        try await scene.browser.post("/diary/entries/\(late)/delete")
        let until = try #require(try question.hidden("until", of: "/diary/trash/empty"))
        let emptied = try await scene.browser.post("/diary/trash/empty", ["until": until])
        #expect(emptied.location == "/diary/trash")
        #expect(try await scene.entry(late) != nil)
        try await scene.browser.post("/diary/trash/empty")
        #expect(try await scene.entry(late) == nil)
        #expect(try await scene.browser.get("/diary/trash/empty").location == "/diary/trash")
        #expect(try await scene.entry(gone) == nil)
        #expect(try await scene.entry(kept) != nil)
        let used = try await scene.site.app.database.read { [account = scene.account] in
            try $0.storedBytes(of: account)
        }
        #expect(used == "남길 글".utf8.count)
        #expect(try await !scene.browser.get("/diary/trash").text.contains("/diary/trash/empty"))
    }

    @Test(
        "Each invalid value is named at its field, to programs and in the form",
        arguments: [
            (["text": String(repeating: "가", count: 20_001)], "text", "too-long"),
            (["on": "2999-01-01"], "on", "future"), (["on": ""], "on", "required"),
            (["on": "2026-02-30"], "on", "invalid"), (["on": "1899-12-31"], "on", "too-early"),
            (["minute": "25:00"], "minute", "invalid"), (["weather": "hail"], "weather", "unknown"),
            (["place_id": "77"], "place_id", "unknown"), (["text": "가\0"], "text", "control-character"),
        ] as [([String: String], String, String)]
    )
    func nameInvalidFields(_ fields: [String: String], _ field: String, _ code: String) async throws {
        let scene = try await DiaryScene()
        let fields = ["text": "글", "on": scene.today].merging(fields) { $1 }
        let answer = try await scene.put("/diary/drafts/\(DiaryScene.key())", fields)
        #expect(answer.status == 422 && answer.errors[field] == code)
        if code == "control-character" { return }
        let page = try await scene.browser.postFiles("/diary/entries", fields.map { ($0.key, $0.value) })
        #expect(page.status == .unprocessableContent)
        #expect(try page.html.has(".errsum"))
        #expect(try await scene.site.count("SELECT COUNT(*) FROM diary_entries") == 0)
    }
}

import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What the page shows on which one of two states is chosen, and what a choice keeps.
@Suite(.cleanup)
struct DiaryConflictTests {
    /// An entry that was changed elsewhere, and the form of the page that did not know.
    private static func conflict(_ scene: DiaryScene) async throws -> (path: String, form: [String: String]) {
        let id = try await scene.write("제목\n처음", ["on": "2025-03-01", "weather": "rain"])
        let path = "/diary/entries/\(id)"
        let stored = ["text": "제목\n하나", "rev": "1", "on": "2025-03-02", "weather": "snow"]
        #expect(try await scene.put(path, stored).rev == 2)
        let form = [
            "text": "제목\n둘", "rev": "1", "on": "2025-03-01", "minute": "09:30", "weather": "rain",
            "place_id": String(scene.places[0]),
        ]
        return (path, form)
    }

    @Test("Days, places and weather that differ stand beside the texts", arguments: TestEngine.available)
    func showDifferingFacts(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let (path, form) = try await Self.conflict(scene)
        let page = try await scene.browser.post(path, form)
        #expect(page.status == .conflict)
        let place = try #require(try await scene.site.app.database.read { try $0.place(scene.places[0]) }).name
        let (mine, theirs) = ("2025년 3월 1일 토요일 · 09:30 · \(place) · 비", "2025년 3월 2일 일요일 · 시각 없음 · 장소 없음 · 눈")
        for facts in [mine, theirs] {
            // Beside its text, and to choose for both texts together.
            #expect(try page.html.has("ins", text: facts) && page.html.has("label", text: facts))
        }
        #expect(try page.html.has("p.title", text: "제목"))
        // What is the same is not said again; where all is, there is nothing to choose.
        let later = form.merging(["on": "2025-03-02", "place_id": "", "weather": "snow"]) { $1 }
        #expect(try await scene.browser.post(path, later).html.has("ins", text: "09:30"))
        let same = form.merging(["on": "2025-03-02", "minute": "", "place_id": "", "weather": "snow"]) { $1 }
        let texts = try await scene.browser.post(path, same)
        #expect(try texts.status == .conflict && !texts.html.has("[name=facts]"))
    }

    /// - Parameters:
    ///   - choice: the button, and what is ticked beside the merged text.
    ///   - day: that is kept.
    @Test(
        "A choice keeps the day, place and weather that it shows",
        arguments: [
            ("mine", "", "2025-03-01"), ("theirs", "mine", "2025-03-02"), ("merged", "", "2025-03-02"),
            ("merged", "theirs", "2025-03-02"), ("merged", "mine", "2025-03-01"),
        ]
    )
    func keepShownFacts(_ choice: String, _ facts: String, _ day: String) async throws {
        let scene = try await DiaryScene()
        let (path, form) = try await Self.conflict(scene)
        let chosen = ["keep": choice, "facts": facts, "mine": "제목\n둘", "text": "제목\n하나\n둘", "rev": "2"]
        #expect(try await scene.browser.post(path, form.merging(chosen) { $1 }).location == "\(path)#kept")
        let id = try #require(path.split(separator: "/").last.flatMap { DiaryEntry.ID($0) })
        let entry = try #require(try await scene.entry(id))
        let isMine = day == "2025-03-01"
        #expect(entry.day == day && entry.minute == (isMine ? 570 : nil))
        #expect(entry.place == (isMine ? scene.places[0] : nil))
        #expect(entry.weather.kind == (isMine ? .rain : .snow))
    }

    @Test("Photos of both texts are shown and stay", arguments: TestEngine.available)
    func keepPhotosOfBoth(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let (path, form) = try await Self.conflict(scene)
        let theirs = try await scene.site.photo(by: scene.account)
        let mine = try await scene.site.photo(by: scene.account)
        let stored = ["text": "제목\n하나", "rev": "2", "on": "2025-03-02", "photo_id": "\(theirs)", "alt": "저장한 그릇"]
        #expect(try await scene.put(path, stored).rev == 3)
        let page = try await scene.browser.post(path, form.merging(["photo_id": "\(mine)", "alt": "이 기기의 그릇"]) { $1 })
        #expect(page.status == .conflict)
        for alt in ["저장한 그릇", "이 기기의 그릇"] { #expect(try page.html.has("img[alt=\(alt)]")) }
        #expect(Set(try page.html.values(of: "photo_id")) == ["\(mine)", "\(theirs)"])
    }

    @Test("A photo that one of two pages took out stays out", arguments: TestEngine.available)
    func keepPhotoOut(_ engine: TestEngine) async throws {
        let scene = try await DiaryScene(on: engine)
        let photos = [try await scene.site.photo(by: scene.account), try await scene.site.photo(by: scene.account)]
        let id = try await scene.write("하나", ["photo_id": "\(photos[0])", "alt": ""])
        let path = "/diary/entries/\(id)"
        let form = ["on": scene.today, "place_id": "", "weather": "none"]
        func hidden(_ sent: [String: String]) async throws -> [String] {
            let page = try await scene.browser.post(path, form.merging(sent) { $1 })
            #expect(page.status == .conflict)
            return try page.html.values(of: "photo_id")
        }
        // Taken out elsewhere, and still on this page.
        #expect(try await scene.put(path, form.merging(["text": "둘", "rev": "1"]) { $1 }).rev == 2)
        #expect(try await hidden(["text": "셋", "rev": "1", "photo_id": "\(photos[0])", "alt": ""]).isEmpty)
        // Taken out here, and still stored; what is only not known here stays.
        let stored = ["text": "둘", "rev": "2", "photo_id": "\(photos[1])", "alt": ""]
        #expect(try await scene.put(path, form.merging(stored) { $1 }).rev == 3)
        #expect(try await hidden(["text": "셋", "rev": "2"]) == ["\(photos[1])"])
        #expect(try await hidden(["text": "셋", "rev": "2", "taken_out": "\(photos[1])"]).isEmpty)
    }

    @Test("A text that was thrown away is kept among the earlier ones")
    func keepThrownText() async throws {
        let scene = try await DiaryScene()
        let id = try await scene.write("하나")
        let form = ["text": "하나", "on": scene.today, "rev": "1", "thrown": "이 기기의 글"]
        #expect(try await scene.put("/diary/entries/\(id)", form).rev == 1)
        #expect(try await scene.versions(of: id) == ["이 기기의 글"])
    }

    @Test("An earlier text can be restored whatever was written since")
    func restoreEarlierText() async throws {
        let scene = try await DiaryScene()
        let id = try await scene.write("하나")
        let path = "/diary/entries/\(id)"
        scene.site.clock.move(DiaryEntry.sessionTimeout)
        #expect(try await scene.put(path, ["text": "둘", "rev": "1", "on": scene.today]).rev == 2)
        let page = try await scene.browser.get("\(path)/versions")
        let actions = try page.html.all("form").compactMap { $0["action"] }
        let restore = try #require(actions.first { $0.hasSuffix("restore") })
        #expect(try await scene.put(path, ["text": "셋", "rev": "2", "on": scene.today]).rev == 3)
        #expect(try await scene.browser.post(restore, [:]).status == .seeOther)
        #expect(try await scene.entry(id)?.text == "하나")
        #expect(try await scene.versions(of: id).first == "셋")
    }

    @Test("A choice for an entry that was deleted meanwhile keeps every word")
    func chooseAfterDeletion() async throws {
        let scene = try await DiaryScene()
        let (path, form) = try await Self.conflict(scene)
        #expect(try await scene.browser.post("\(path)/delete", [:]).status == .seeOther)
        let chosen = ["keep": "merged", "mine": "제목\n둘", "text": "제목\n하나\n둘", "rev": "2"]
        let answer = try await scene.browser.post(path, form.merging(chosen) { $1 })
        #expect(try answer.status == .gone && answer.html.has("form[action=\(path)/restore]"))
        let id = try #require(path.split(separator: "/").last.flatMap { DiaryEntry.ID($0) })
        #expect(Set(try await scene.versions(of: id)).isSuperset(of: ["제목\n둘", "제목\n하나\n둘"]))
    }

    @Test("A refused choice goes on in the editor and loses no text")
    func continueRefusedChoice() async throws {
        let scene = try await DiaryScene()
        let (path, form) = try await Self.conflict(scene)
        let long = String(repeating: "가", count: DiaryText.maxLength + 1)
        let chosen = ["keep": "merged", "mine": "제목\n둘", "text": long, "rev": "2"]
        let refused = try await scene.browser.post(path, form.merging(chosen) { $1 })
        #expect(refused.status == .unprocessableContent)
        let shorter = form.merging(["text": "제목\n짧게", "rev": "2"]) { $1 }
        #expect(try await scene.browser.post(path, shorter).status == .seeOther)
        let id = try #require(path.split(separator: "/").last.flatMap { DiaryEntry.ID($0) })
        #expect(try await scene.entry(id)?.text == "제목\n짧게")
        #expect(Set(try await scene.versions(of: id)).isSuperset(of: ["제목\n하나", "제목\n둘"]))
    }

    @Test("Each page of a deleted entry offers to bring it back", arguments: ["", "/edit", "/delete", "/versions"])
    func offerRestoring(_ page: String) async throws {
        let scene = try await DiaryScene()
        let path = "/diary/entries/\(try await scene.write("하나"))"
        #expect(try await scene.browser.post("\(path)/delete", [:]).status == .seeOther)
        let answer = try await scene.browser.get(path + page)
        #expect(try answer.status == .gone && answer.html.has("form[action=\(path)/restore]"))
    }
}

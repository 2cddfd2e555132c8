import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What the photos of a review show, as their author says by one tap.
@Suite(.cleanup)
struct ReviewPhotoKindTests {
    /// The kinds of a review's photos, in order.
    private func kinds(of review: Review.ID, _ site: TestSite) async throws -> [String] {
        try await site.app.database.read { try $0.reviewPictures(of: review).map(\.kind) }
    }

    /// What is chosen beside a photo; nil where nothing is.
    private func chosen(_ photo: Photo.ID, _ page: TestResponse) throws -> String? {
        try page.html.first("input[name=kind-\(photo)][checked]")?["value"]
    }

    @Test("A kind is sent beside a photo, by a program or by the page's radios", arguments: TestEngine.available)
    func sendKinds(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        for (nickname, isPage) in [("가람", true), ("별하", false)] {
            let client = try await TestBrowser(site).reviewer(nickname)
            var photos: [Photo.ID] = []
            for _ in 1...3 { photos.append(try await site.photo(by: client.account)) }
            let names = photos.map(String.init)
            let byPage = ["kind-\(photos[0])": ["menu"], "kind-\(photos[1])": [""]]
            let kinds = isPage ? byPage : ["kind": ["menu", ""]]
            let review = try await client.publish(kinds.merging(["photo_id": names]) { $1 })
            #expect(try await self.kinds(of: review, site) == ["menu", "", ""])
            let photo = try #require(try await site.json("/photos/\(photos[0])")["photo"] as? [String: Any])
            #expect(photo["kind"] as? String == "menu")
            let other = try #require(try await site.json("/photos/\(photos[1])")["photo"] as? [String: Any])
            #expect(other["kind"] is NSNull)
            let list = try await site.json("/places/\(client.place)/reviews")
            let reviews = try #require(list["reviews"] as? [[String: Any]])
            let shown = try #require(reviews.first { $0["id"] as? Int == Int(review) }?["photos"] as? [[String: Any]])
            #expect(shown.map { $0["kind"] as? String } == ["menu", nil, nil])
        }
    }

    @Test("An edit changes a kind or takes it back, and the versions tell", arguments: TestEngine.available)
    func changeKind(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photo = try await site.photo(by: client.account)
        let review = try await client.publish(["photo_id": ["\(photo)"], "kind": ["menu"]])
        #expect(try chosen(photo, try await browser.get("/reviews/\(review)/edit")) == "menu")
        func edit(_ kind: String, rev: Int) async throws -> TestResponse {
            let fields = client.fields(["rev": ["\(rev)"], "photo_id": ["\(photo)"], "kind-\(photo)": [kind]])
            return try await browser.postFiles("/reviews/\(review)", fields)
        }
        // The same once more is no edit.
        #expect(try await edit("menu", rev: 1).status == .seeOther)
        #expect(try await client.review()?.rev == 1)
        for (index, (kind, told)) in [("food", "메뉴판 → 음식"), ("", "음식 → 없음")].enumerated() {
            #expect(try await edit(kind, rev: index + 1).status == .seeOther)
            #expect(try await kinds(of: review, site) == [kind])
            let page = try await browser.get("/reviews/\(review)/versions")
            let changes = try #require(try page.html.first("article")).all("li").map(\.text)
            #expect(changes.contains("1번 사진 종류 \(told)"), "\(changes)")
        }
        #expect(try chosen(photo, try await browser.get("/reviews/\(review)/edit")) == "")
    }

    @Test("A kind that there is not is refused, and nothing of the form is lost", arguments: TestEngine.available)
    func refuseUnknown(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photos = [try await site.photo(by: client.account), try await site.photo(by: client.account)]
        let fields = client.fields([
            "photo_id": photos.map(String.init), "alt": ["국물", "간판"], "kind": ["<b>soup", "outside"],
        ])
        let page = try await browser.postFiles(client.path, fields)
        #expect(page.status == .unprocessableContent && page.text.contains(ReviewClient.words))
        #expect(try page.html.values(of: "alt") == ["국물", "간판"])
        #expect(try page.html.has("#kind-\(photos[0])-error") && !page.html.has("#kind-\(photos[1])-error"))
        #expect(try page.html.has(".errsum a[href=#kind-\(photos[0])]"))
        #expect(try page.html.has("fieldset#kind-\(photos[0])[aria-invalid=true]"))
        #expect(try chosen(photos[0], page) == nil && chosen(photos[1], page) == "outside")
        #expect(try await client.review() == nil)
        // What was right is in the draft.
        let form = try await client.form("\(client.path)/new")
        let kept = try #require(form["photos"] as? [[String: Any]])
        #expect(kept.map { $0["kind"] as? String } == ["<b>soup", "outside"])
        let program = try await browser.postFiles(client.path, fields, TestBrowser.asProgram)
        let problem = try #require(try JSONSerialization.jsonObject(with: Data(program.text.utf8)) as? [String: Any])
        #expect(problem["errors"] as? [String: String] == ["kind": "unknown"])
    }

    @Test("Photos of a bookshop show its inside or outside") func offerToBookshop() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let bookshop = try await site.places(1, .bookshop)[0]
        let client = try await browser.reviewer(of: bookshop)
        let photo = try await site.photo(by: client.account)
        let refused = try await browser.postFiles(
            client.path,
            client.fields(["photo_id": ["\(photo)"], "kind": ["menu"]])
        )
        #expect(refused.status == .unprocessableContent)
        #expect(try refused.html.all("[name=kind-\(photo)]").map { $0["value"] } == ["", "inside", "outside"])
        let review = try await client.publish(["photo_id": ["\(photo)"], "kind": ["inside"]])
        #expect(try await kinds(of: review, site) == ["inside"])
    }

    @Test("A draft and a form that only uploads keep what was chosen") func keepChosen() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photo = try await site.photo(by: client.account)
        let draft = client.fields(["photo_id": ["\(photo)"], "kind-\(photo)": ["inside"], "kind-new-1": ["food"]])
        let saved = try await browser.put("\(client.path)/draft", form: Form(items: draft))
        #expect(saved.status == .noContent)
        #expect(try chosen(photo, try await browser.get("\(client.path)/new")) == "inside")
        // Of a file that comes along, behind those of the photos before it.
        let fields = client.fields(["act": ["upload"], "photo_id": ["\(photo)"], "kind": ["outside", "food"]])
        let page = try await browser.postFiles(client.path, fields, files: [("photos[]", PictureFixture.png(red: 90))])
        let ids = try page.html.values(of: "photo_id").compactMap { Photo.ID($0) }
        #expect(try page.status == .ok && ids.map { try chosen($0, page) } == ["outside", "food"])
    }

    @Test("Each photo's radios are one group with a legend, also in the template for scripts") func formGroups()
        async throws
    {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photo = try await site.photo(by: client.account)
        let page = try await browser.postFiles(
            client.path,
            client.fields(["act": ["upload"], "photo_id": ["\(photo)"]])
        )
        let values = try page.html.all("fieldset input[type=radio][name=kind-\(photo)]").map { $0["value"] }
        #expect(values == ["", "food", "menu", "inside", "outside"])
        #expect(try chosen(photo, page) == "")
        #expect(try page.html.all("fieldset[data-kind] legend").map(\.text) == ["사진 1 종류"])
        #expect(page.text.contains("name=\"kind-\" value=\"menu\""))
        // The diary asks nothing of its photos.
        #expect(try await !browser.get("/diary/entries/new").text.contains("data-kind"))
    }

    @Test("What was chosen is none of the words that are shown before a form is sent again") func showWordsAlone()
        throws
    {
        let form = Form(items: [("rating", "4"), ("photo_id", "7"), ("kind-7", "menu"), ("alt", "국물")])
        let pending = try #require(PendingForm("/places/1/reviews", form))
        #expect(pending.typed.map(\.name) == ["rating", "alt"])
        #expect(pending.form["kind-7"] == "menu")
    }

    @Test("A photo of the diary has no kind") func withoutKindInDiary() async throws {
        let scene = try await DiaryScene()
        let photo = try await scene.site.photo(by: scene.account)
        let entry = try await scene.write("국물", ["photo_id": "\(photo)", "alt": "그릇", "kind": "menu"])
        let pictures = try await scene.site.app.database.read { try $0.diaryPictures(of: entry) }
        #expect(pictures == [AttachedPhoto(id: photo, alt: "그릇")])
        #expect(try await scene.site.count("SELECT COUNT(*) FROM photos WHERE photo_kind IS NOT NULL") == 0)
    }
}

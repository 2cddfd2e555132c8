import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What a review said before its edits.
@Suite(.cleanup)
struct ReviewVersionsTests {
    @Test(
        "A difference has all words of both texts",
        arguments: [
            ("a b c", "a b c"), ("", "new words"), ("old words", ""), ("one two three", "one 2 three four"),
            ("첫 줄\n둘째 줄", "첫 줄\n\n셋째 줄"),
        ]
    )
    func holdBothTexts(_ old: String, _ new: String) {
        let pieces = WordDifference(from: old, to: new).pieces
        #expect(
            pieces.filter { $0.change != .added }.map(\.text).joined().split(whereSeparator: \.isWhitespace)
                == old.split(whereSeparator: \.isWhitespace)
        )
        #expect(pieces.filter { $0.change != .removed }.map(\.text).joined() == new)
    }

    @Test("Only changed words are marked") func markChanges() {
        let pieces = WordDifference(from: "국물이 맑고 깊어요", to: "국물이 아주 맑고 깊어요").pieces
        #expect(pieces.map(\.change) == [.kept, .added, .kept])
        #expect(pieces[1].text == "아주 ")
    }

    @Test("As many words are kept as the usual algorithm finds") func keepMostWords() {
        var random = SeededGenerator(state: 7)
        for _ in 0..<200 {
            func text() -> String {
                (0..<random.below(150)).map { _ in "w\(random.below(12)) " }.joined()
            }
            let (old, new) = (text(), text())
            let pieces = WordDifference(from: old, to: new).pieces
            #expect(pieces.filter { $0.change != .added }.map(\.text).joined() == old)
            #expect(pieces.filter { $0.change != .removed }.map(\.text).joined() == new)
            let words = [old, new].map { $0.split(separator: " ") }
            let gone = words[1].difference(from: words[0]).removals.count
            let kept = pieces.filter { $0.change == .kept }.flatMap { $0.text.split(separator: " ") }
            #expect(kept.count == words[0].count - gone)
        }
    }

    /// A thousand words, as many as a review can have; what nobody has in common costs no more than what everybody has.
    @Test("A text with all words changed costs about as much to compare as an equal one") func compareCost() {
        func seconds(_ old: String, _ new: String) -> Double {
            (0..<5).map { _ in
                let start = ContinuousClock.now
                #expect(!WordDifference(from: old, to: new).pieces.isEmpty)
                let elapsed = (ContinuousClock.now - start).components
                return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
            }.min() ?? 0
        }
        let messages = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        let one = (0..<1_000).map { messages[$0 % 26] }.joined(separator: " ")
        let other = (0..<1_000).map { messages[($0 * 7 + $0 / 26) % 26].uppercased() }.joined(separator: " ")
        #expect(seconds(one, other) < 12 * seconds(one, one))
    }

    @Test("Versions are compared apart from requests: where that is full they get 503, others go on")
    func compareApart() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "글쓴이")
        let id = try await site.review(place, by: account, try ReviewsFixture.input("made-up words", stars: 3))
        let path = "/reviews/\(id)/versions"
        try await site.whileLongWorkIsFull {
            let (versions, review) = (try await browser.get(path), try await browser.get("/reviews/\(id)"))
            #expect(versions.status == .serviceUnavailable && review.status == .ok)
        }
        #expect(try await browser.get(path).status == .ok)
    }

    @Test("The author and staff see what an edit changed; others do not", arguments: TestEngine.available)
    func showChanges(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try await site.places(1)[0]
        let keyword = try await site.app.database.read { try $0.offeredKeywords(for: .restaurant)[0] }
        let (author, other, staff) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        let account = try await site.logIn(author, nickname: "글쓴이")
        try await site.logIn(other, nickname: "지나가는 이")
        try await site.logIn(staff, nickname: "살피는 이", role: .moderator, hasTwoFactor: true)
        let id = try await site.review(place, by: account, try ReviewsFixture.input("국물이 <b>맑고</b> 깊어요.", stars: 3))
        let edit = try ReviewsFixture.input(
            "국물이 아주 <i>맑고</i> 깊어요.",
            stars: 5,
            visitedOn: "2026-11-20",
            keywords: [keyword.id]
        )
        let later = site.now + 60
        try await site.app.database.write { _ = try $0.updateReview(id, to: edit, from: 1, at: later) }
        let page = try await author.get("/reviews/\(id)/versions")
        #expect(page.text.contains("별점 3점 → 5점"))
        #expect(page.text.contains("다녀온 날 없음 → 2026년 11월 20일"))
        #expect(page.text.contains("키워드 없음 → \(keyword.names.korean)"))
        #expect(try page.html.all("ins").map(\.textContent).contains("아주 <i>맑고</i> "))
        #expect(try page.html.all("del").map(\.textContent).contains("<b>맑고</b> "))
        let json = try await staff.json("/reviews/\(id)/versions")
        let versions = try #require(json["versions"] as? [[String: Any]])
        #expect(versions.map { $0["stars"] as? Int } == [5, 3])
        #expect(try await other.get("/reviews/\(id)/versions").status == .notFound)
        #expect(try await site.get("/reviews/\(id)/versions").status == .seeOther)
        let shown = try await site.get("/reviews/\(id)").text
        #expect(shown.contains("수정됨") && !shown.contains("/versions"))
        #expect(try await author.get("/reviews/\(id)").text.contains("/reviews/\(id)/versions"))
        #expect(try await author.get("/reviews/1/versions").status == .notFound)
    }

    private typealias Picture = AttachedPhoto

    @Test("As few photos as possible count as moved") func movedPhotos() {
        let old = [
            Picture(id: 1, alt: "a"), Picture(id: 2, alt: ""), Picture(id: 3, alt: "c"), Picture(id: 4, alt: "d"),
        ]
        let new = [
            Picture(id: 4, alt: "d"), Picture(id: 1, alt: "b"), Picture(id: 5, alt: ""),
            Picture(id: 2, alt: "", kind: "menu"),
        ]
        let difference = PictureDifference(from: old, to: new)
        #expect(difference.added == [.init(position: 3, picture: new[2])])
        #expect(difference.removed == [.init(position: 3, picture: old[2])])
        #expect(difference.moved == [.init(position: 1, picture: new[0])])
        #expect(difference.described == [.init(position: 2, old: "a", new: "b")])
        #expect(difference.ofOtherKind == [.init(position: 4, old: "", new: "menu")])
        let none = PictureDifference(from: old, to: old)
        #expect(none.added + none.removed + none.moved == [] && none.described + none.ofOtherKind == [])
    }

    @Test("Photos of a version are read as they were stored") func storePhotoLines() {
        let pictures = [
            Picture(id: 7, alt: "창가 자리,  둘"), Picture(id: 8, alt: ""), Picture(id: 9, alt: "9 x"),
            Picture(id: 10, alt: "a: b", kind: "menu"), Picture(id: 11, alt: "", kind: "inside"),
        ]
        #expect([Picture](lines: pictures.lines) == pictures)
        // As versions were stored before photos had kinds.
        #expect([Picture](lines: "7 a:b\n8 ") == [Picture(id: 7, alt: "a:b"), Picture(id: 8, alt: "")])
        #expect([Picture](lines: "") == [] && [Picture](lines: [Picture]().lines) == [])
    }

    @Test("Photos added, removed, moved or described otherwise are named", arguments: TestEngine.available)
    func showPhotoChanges(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        var photos: [String] = []
        for _ in 0..<3 { photos.append("\(try await site.photo(by: client.account))") }
        let id = try await client.publish(["photo_id": [photos[0], photos[1]], "alt": ["창가", ""]])
        let edits: [(photo: [String], alt: [String], told: [String])] = [
            ([photos[1], photos[0]], ["", "창가"], ["순서를 바꾼 사진: 2번 사진(“창가”)"]),
            ([photos[1], photos[0]], ["마당", "창가"], ["1번 사진 설명 “없음” → “마당”"]),
            (
                [photos[1], photos[2]], ["마당", "차림표"],
                ["추가한 사진: 2번 사진(“차림표”)", "뺀 사진: 2번 사진(“창가”)"]
            ),
        ]
        for (index, edit) in edits.enumerated() {
            let fields = client.fields(["photo_id": edit.photo, "alt": edit.alt, "rev": ["\(index + 1)"]])
            #expect(try await browser.postFiles("/reviews/\(id)", fields).status == .seeOther)
            let page = try await browser.get("/reviews/\(id)/versions")
            let told = try #require(try page.html.first("article")).all("li").map(\.text)
            #expect(edit.told.allSatisfy(told.contains), "\(told)")
        }
    }

    @Test("Many versions come in pages, and each is compared with the one before it", arguments: TestEngine.available)
    func pageVersions(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let place = try await site.places(1)[0]
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "글쓴이")
        let id = try await site.review(place, by: account, try ReviewsFixture.input("made-up words 1", stars: 3))
        let count = 2 * ReviewVersionsPage.maxShown + 1
        let now = site.now
        try await site.app.database.write { transaction in
            for rev in 1..<count {
                let input = try ReviewsFixture.input("made-up words \(rev + 1)", stars: 3)
                _ = try transaction.updateReview(id, to: input, from: rev, at: now)
            }
        }
        var (revs, pages): ([Int], Int) = ([], 0)
        var next: String? = "/reviews/\(id)/versions"
        while let path = next {
            let json = try await browser.json(path)
            revs += try #require(json["versions"] as? [[String: Any]]).compactMap { $0["rev"] as? Int }
            next = json["next"] as? String
            pages += 1
            let page = try await browser.get(path)
            #expect(page.text.contains("지금 글") == (pages == 1) && page.text.contains("처음 쓴 글") == (pages == 3))
            // The last one of a page is compared with the first of the next one.
            #expect(try page.html.all("ins").count == (pages == 3 ? 0 : ReviewVersionsPage.maxShown))
        }
        #expect(revs == (1...count).reversed() && pages == 3)
        #expect(try await browser.json("/reviews/\(id)/versions?after=1")["next"] is NSNull)
    }
}

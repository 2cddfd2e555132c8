import Foundation
import HummingbirdTesting
import Testing

@testable import Moeum

/// What a review said before its edits.
struct ReviewVersionsTests {
    @Test(arguments: [
        ("a b c", "a b c"), ("", "new words"), ("old words", ""), ("one two three", "one 2 three four"),
        ("첫 줄\n둘째 줄", "첫 줄\n\n셋째 줄"),
    ])
    func aDifferenceHoldsBothTexts(_ old: String, _ new: String) {
        let pieces = WordDifference(from: old, to: new).pieces
        #expect(
            pieces.filter { $0.fate != .added }.map(\.text).joined().split(whereSeparator: \.isWhitespace)
                == old.split(whereSeparator: \.isWhitespace)
        )
        #expect(pieces.filter { $0.fate != .removed }.map(\.text).joined() == new)
    }

    @Test func onlyWhatChangedIsMarked() {
        let pieces = WordDifference(from: "국물이 맑고 깊어요", to: "국물이 아주 맑고 깊어요").pieces
        #expect(pieces.map(\.fate) == [.kept, .added, .kept])
        #expect(pieces[1].text == "아주 ")
    }

    @Test(arguments: TestEngine.available)
    func theAuthorAndStaffSeeWhatAnEditChanged(_ engine: TestEngine) async throws {
        try await TestSite.withSample(on: engine) { site in
            let place = try await site.places(1)[0]
            let keyword = try await site.app.database.read { try $0.offeredKeywords(for: .restaurant)[0] }
            try await site.withBrowsers { open in
                let (author, other, staff) = (open(), open(), open())
                let account = try await site.logIn(author, nickname: "글쓴이")
                try await site.logIn(other, nickname: "지나가는 이")
                try await site.logIn(staff, nickname: "살피는 이", role: .moderator, hasTwoFactor: true)
                let id = try await site.review(
                    place,
                    by: account,
                    try MadeUpReviews.draft("국물이 <b>맑고</b> 깊어요.", stars: 3)
                )
                let edit = try MadeUpReviews.draft(
                    "국물이 아주 <i>맑고</i> 깊어요.",
                    stars: 5,
                    visitedOn: "2026-11-20",
                    keywords: [keyword.id]
                )
                let later = site.now + 60
                try await site.app.database.write { _ = try $0.update(id, to: edit, from: 1, at: later) }
                let page = try await author.get("/reviews/\(id)/versions").text
                #expect(page.contains("별점 3점 → 5점"))
                #expect(page.contains("다녀온 날 없음 → 2026년 11월 20일"))
                #expect(page.contains("키워드 없음 → \(keyword.names.korean)"))
                #expect(page.contains("<ins>아주 &lt;i&gt;맑고&lt;/i&gt; </ins>"))
                #expect(page.contains("<del>&lt;b&gt;맑고&lt;/b&gt; </del>"))
                let twin = try await staff.twin("/reviews/\(id)/versions")
                let versions = try #require(twin["versions"] as? [[String: Any]])
                #expect(versions.map { $0["stars"] as? Int } == [5, 3])
                #expect(try await other.get("/reviews/\(id)/versions").status == .notFound)
                #expect(try await site.get("/reviews/\(id)/versions").status == .seeOther)
                let shown = try await site.get("/reviews/\(id)").text
                #expect(shown.contains("고침") && !shown.contains("/versions"))
                #expect(try await author.get("/reviews/\(id)").text.contains("/reviews/\(id)/versions"))
                #expect(try await author.get("/reviews/1/versions").status == .notFound)
            }
        }
    }
}

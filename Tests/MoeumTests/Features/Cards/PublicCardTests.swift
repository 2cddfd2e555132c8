import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// A public card: what others see of it, and when it is gone.
@Suite(.cleanup)
struct PublicCardTests {
    private static let picture = "/wide.jpg"

    @Test("A public card shows nothing of an entry but what the sheet named", arguments: TestEngine.available)
    func showNamedAlone(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let (own, link) = try await scene.publish(["look": "frame", "weather": "1", "line": "한 줄"])
        let page = try await scene.reader.get(link)
        #expect(page.status == .ok && page.headers[.robots] == "noindex")
        #expect(page.text.contains("\(link)/wide.jpg") && page.text.contains("og:image"))
        for secret in [
            "속마음", "둘째 줄", "국물은", "서윤이", "11월 14일", "2025. 11. 14", "18:30", "/diary/entries", own,
            "name\(scene.photos[0])", "name\(scene.photos[1])", "만두",
        ] {
            #expect(!page.text.contains(secret), "\(secret)")
        }
        let json = try await scene.reader.json(link)
        #expect(Set(json.keys) == ["name", "where", "line", "date", "alt", "src"])
        #expect(json["line"] as? String == "한 줄" && json["date"] as? String == "비")
    }

    @Test(
        "A card that is withdrawn, hidden or deleted is gone at once, with its picture",
        arguments: TestEngine.available
    )
    func endAtOnce(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let gone: [@Sendable (String) async throws -> Void] = [
            { own in _ = try await scene.maker.post("\(own)/withdraw") },
            { own in
                let id = try #require(own.split(separator: "/").last.flatMap { Card.ID($0) })
                try await scene.site.app.database.write { try $0.setCardHidden(id, at: scene.site.now) }
            },
            { _ in _ = try await scene.maker.post("\(scene.path)/delete") },
        ]
        for end in gone {
            let (own, link) = try await scene.publish()
            #expect(try await scene.status(link) == .ok)
            try await end(own)
            for path in [link, link + Self.picture] { #expect(try await scene.status(path) == .gone, "\(path)") }
        }
    }

    @Test("The card of an entry that is restored is public again", arguments: TestEngine.available)
    func restoreWithEntry(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        #expect(try await scene.maker.json("\(scene.path)/delete")["isShared"] as? Bool == false)
        let (_, link) = try await scene.publish()
        #expect(try await scene.maker.json("\(scene.path)/delete")["isShared"] as? Bool == true)
        #expect(try await scene.maker.get("\(scene.path)/delete").text.contains("공개한 링크"))
        _ = try await scene.maker.post("\(scene.path)/delete")
        #expect(try await scene.status(link) == .gone)
        _ = try await scene.maker.post("\(scene.path)/restore")
        #expect(try await scene.status(link) == .ok)
        // The scene's photos have no files to draw from.
        #expect(try await scene.status(link + Self.picture) != .gone)
    }

    @Test("A photo that is taken out of its entry takes its card along", arguments: TestEngine.available)
    func endWithPhoto(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let (_, link) = try await scene.publish()
        let (_, words) = try await scene.publish(["look": "words", "line": "글만"])
        try await scene.site.execute("UPDATE photos SET entry_id = NULL WHERE id = \(scene.photos[0])")
        #expect(try await scene.status(link) == .gone)
        #expect(try await scene.status(words) == .ok)
    }

    @Test("Cards of reviews and visits go with them and leave no words", arguments: TestEngine.available)
    func endWithSource(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let place = scene.diary.places[2]
        let account = scene.diary.account
        let review = try await scene.site.review(place, by: account, try ReviewsFixture.input())
        let (_, reviewed) = try await scene.publish(at: "/reviews/\(review)")
        try await scene.site.app.database.write { try $0.hideReview(review, at: scene.site.now) }
        #expect(try await scene.status(reviewed) == .gone)
        #expect(try await scene.maker.post("/reviews/\(review)/cards", ["look": "words"]).status == .notFound)
        try await scene.site.app.database.write { try $0.restoreReview(review) }
        #expect(try await scene.status(reviewed) == .ok)
        _ = try await scene.maker.post("/reviews/\(review)/delete")
        #expect(try await scene.status(reviewed) == .gone)
        _ = try await scene.maker.post("/places/\(place)/visits", ["on": "2025-01-02"])
        let noted = try await scene.site.app.database.read {
            try $0.visitID(of: account, at: place, on: "2025-01-02")
        }
        let visit = try #require(noted)
        let (_, visited) = try await scene.publish(["look": "words"], at: "/visits/\(visit)")
        _ = try await scene.maker.post("/visits/\(visit)/delete")
        #expect(try await scene.status(visited) == .gone)
        let left = try await scene.site.app.database.read { transaction in
            try transaction.rows("SELECT name, line, alt FROM cards ORDER BY id").map { row in
                try (0...2).map { try row.string($0) }.joined()
            }
        }
        #expect(left == ["", ""], "of what was deleted no words are left")
    }

    @Test("The links of an account that leaves or is suspended are gone", arguments: TestEngine.available)
    func endWithAccount(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let (_, link) = try await scene.publish()
        let account = scene.diary.account
        try await scene.site.execute("UPDATE accounts SET leaving_at = 1 WHERE id = \(account)")
        #expect(try await scene.status(link) == .notFound)
        #expect(try await scene.status(link + Self.picture) == .notFound)
        try await scene.site.execute("UPDATE accounts SET leaving_at = NULL WHERE id = \(account)")
        #expect(try await scene.status(link) == .ok)
        try await scene.site.app.database.write { try $0.suspend(account) }
        #expect(try await scene.status(link) == .notFound)
    }

    @Test("A card is checked as a review is", arguments: TestEngine.available)
    func checkLikeReview(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        func refused(_ fields: [String: String]) async throws -> HTTPResponse.Status {
            let all = ["look": "frame", "once": DiaryScene.key()].merging(fields) { $1 }
            return try await scene.maker.post("\(scene.path)/cards", all, DiaryScene.asProgram).status
        }
        try await scene.site.app.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO removed_pictures (hash, removed_at) SELECT blob_hash, 1 FROM photos
                WHERE id = \(scene.photos[0])
                """
            )
        }
        #expect(try await refused([:]) == .unprocessableContent)
        try await scene.site.execute("DELETE FROM removed_pictures WHERE removed_at = 1")
        #expect(try await refused(["line": String(repeating: "가", count: 61)]) == .unprocessableContent)
        #expect(
            try await refused(["line": "한 줄", "alt": String(repeating: "가", count: 201)]) == .unprocessableContent
        )
        try await scene.site.execute(
            """
            INSERT INTO sanctions (id, account_id, kind, reason, note, starts_at)
            VALUES (1, \(scene.diary.account), 'no-posting', 'spam', 'made up', 1)
            """
        )
        #expect(try await refused([:]) == .forbidden)
        // What only its maker sees is still made.
        #expect(try await scene.maker.get("\(scene.path)/card").status == .ok)
    }

    @Test("Nothing is made public that its maker has not been shown", arguments: TestEngine.available)
    func publishShownAlone(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let page = try await scene.maker.get("\(scene.path)/card")
        let seen = try #require(try page.html.first("input[name=seen]")?["value"])
        // The day was on the card that was shown, and is not ticked now.
        let fields = ["look": "frame", "line": "비 오는 날의 국물은 왜 더 맛있을까.", "weather": "1", "seen": seen]
        let refused = try await scene.maker.post("\(scene.path)/cards", fields)
        #expect(refused.status == .conflict && refused.text.contains("아직 공개하지 않았어요"))
        let count = try await scene.site.app.database.read { [account = scene.diary.account] in
            try $0.cardCount(of: account)
        }
        #expect(count == 0)
        #expect(
            try await scene.maker.post("\(scene.path)/cards", fields.merging(["date": "1"]) { $1 }).location != nil
        )
        let again = try await scene.maker.post("\(scene.path)/cards", fields.merging(["act": "preview"]) { $1 })
        #expect(again.location?.hasPrefix("\(scene.path)/card?look=frame&") == true)
        #expect(again.location?.contains("csrf") == false && again.location?.contains("date") == false)
    }

    @Test("The same form makes one card", arguments: TestEngine.available)
    func publishOnce(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let key = DiaryScene.key()
        let one = try await scene.publish(["once": key, "look": "frame"])
        let other = try await scene.publish(["once": key, "look": "full"])
        #expect(one == other)
    }

    @Test("Staff can hide a reported card and its maker learns of it", arguments: TestEngine.available)
    func hideReported(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let (own, link) = try await scene.publish(["look": "frame", "line": "신고할 만한 말"])
        let id = try #require(own.split(separator: "/").last.map(String.init))
        try await scene.site.logIn(scene.reader, nickname: "신고하는이")
        #expect(try await scene.reader.get(link).text.contains("/reports/new?target=card:\(id)"))
        #expect(try await scene.reader.get("/reports/new?target=card:\(id)").status == .ok)
        let report = ["target": "card:\(id)", "reason": "abuse"]
        #expect(try await scene.reader.post("/reports", report).status == .seeOther)
        let staff = TestBrowser(scene.site)
        try await scene.site.logIn(staff, nickname: "살피는이", role: .moderator, hasTwoFactor: true)
        let page = try await staff.get("/admin/cards/\(id)")
        #expect(page.status == .ok && page.text.contains("신고할 만한 말") && !page.text.contains("속마음"))
        let hide = ["action": "hide", "reason": "abuse"]
        #expect(try await staff.post("/admin/cards/\(id)/actions", hide).status == .seeOther)
        for path in [link, link + Self.picture] { #expect(try await scene.status(path) == .gone, "\(path)") }
        #expect(try await scene.maker.get(own).text.contains("운영진이 가렸어요"))
        let kinds = try await scene.site.app.database.read { [account = scene.diary.account] in
            try $0.sanctions(of: account).map(\.kind)
        }
        #expect(kinds == [.hiddenCard])
        #expect(try await scene.maker.get("/my/standing").text.contains("포토카드 숨김"))
        #expect(try await staff.post("/admin/cards/\(id)/actions", ["action": "restore"]).status == .seeOther)
        #expect(try await scene.status(link) == .ok)
        for gone in ["/admin/cards/1", "/admin/cards/1/card.jpg"] {
            #expect(try await staff.get(gone).status == .notFound)
        }
    }

    @Test("A held card is gone until staff release it", arguments: TestEngine.available)
    func holdUntilReview(_ engine: TestEngine) async throws {
        let scene = try await CardScene(on: engine)
        let (own, link) = try await scene.publish()
        let id = try #require(own.split(separator: "/").last.flatMap { Card.ID($0) })
        let audit = AuditContext(actor: .site, at: scene.site.now, emailRenderer: scene.site.app.emailRenderer)
        try await scene.site.app.database.write { transaction in
            try transaction.recordChange(.hold, on: .card(id), .cardHold, audit) {
                $0.adding(.reports, since: scene.site.now)
            }
        }
        #expect(try await scene.status(link) == .gone)
        #expect(try await scene.maker.get("/my/standing").text.contains("/cards/\(id)"))
        try await scene.site.app.database.write { transaction in
            try transaction.recordChange(.unhold, on: .card(id), .cardHold, audit) { _ in HoldState() }
        }
        #expect(try await scene.status(link) == .ok)
    }

    @Test("An account has at most two hundred public cards")
    func limitCount() async throws {
        let scene = try await CardScene()
        try await scene.site.app.database.write {
            [account = scene.diary.account, entry = scene.entry] transaction in
            for number in 1...Card.maxCount {
                try transaction.execute(
                    """
                    INSERT INTO cards (id, token, account_id, entry_id, picture, once, look, subject, name, place, line, date, brand,
                        alt, created_at)
                    VALUES (\(number), \("t\(number)"), \(account), \(entry), '', \("o\(number)"), 'words', 'words', '', '',
                        '', '', '', '', 1)
                    """
                )
            }
        }
        let answer = try await scene.maker.post("\(scene.path)/cards", ["look": "words", "line": "한 줄"])
        #expect(answer.status == .conflict && answer.text.contains("200장까지"))
    }

    @Test("A public link has pictures in the three sizes alone")
    func serveSizesAlone() async throws {
        let scene = try await CardScene()
        let (_, link) = try await scene.publish()
        for path in ["\(link)/huge.jpg", "\(link)/wide.png", "/c/none", "/c/none/wide.jpg"] {
            #expect(try await scene.status(path) == .notFound, "\(path)")
        }
    }
}

extension HTTPField.Name {
    fileprivate static let robots = HTTPField.Name("X-Robots-Tag") ?? .server
}

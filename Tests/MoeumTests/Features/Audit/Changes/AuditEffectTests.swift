import Foundation
import RouterClient
import Testing

@testable import Moeum

/// What each audit entry does to what people see and get by mail, and that undoing it brings all of that back.
@Suite(.cleanup)
struct AuditEffectTests {
    /// Everything that a stranger sees of somebody's review with a photo.
    private struct Seen: Equatable {
        var place = ""
        var reviews = ""
        var review = 0
        var photo = 0
        var media: [Int] = []
        var member = ""
        var home = ""

        var count: Int? {
            let json = try? JSONSerialization.jsonObject(with: Data(place.utf8)) as? [String: Any]
            return (json?["rating"] as? [String: Any])?["count"] as? Int
        }
    }

    private struct Stage: Sendable {
        let site: TestSite
        let staff: TestBrowser
        let moderator: Account.ID
        let stranger: TestBrowser
        let author: Account.ID
        let email: String
        let place: Place.ID
        let review: Review.ID
        let photo: Photo.ID
        let photoName: String

        func seen() async throws -> Seen {
            func json(_ path: String) async throws -> String {
                try await stranger.get(path, [.accept: "application/json"]).text
            }
            var seen = Seen()
            seen.place = try await json("/places/\(place)")
            seen.reviews = try await json("/places/\(place)/reviews")
            seen.review = Int(try await stranger.get("/reviews/\(review)").status.code)
            seen.photo = Int(try await stranger.get("/photos/\(photo)").status.code)
            for size in PhotoSize.allCases {
                seen.media.append(Int(try await stranger.get("/media/\(photoName)\(size.ending)").status.code))
            }
            seen.member = try await json("/members/\(author)")
            seen.home = try await json("/")
            return seen
        }

        func perform(_ body: @escaping @Sendable (Transaction, AuditContext) throws -> Void) async throws {
            let audit = AuditContext(
                actor: .staff(moderator),
                reason: .abuse,
                note: "made-up reason",
                at: site.now,
                emailRenderer: site.app.emailRenderer
            )
            try await site.app.database.write { try body($0, audit) }
        }
    }

    private func stage(_ engine: TestEngine, _ language: Language) async throws -> Stage {
        let site = try await TestSite(on: engine)
        let (staff, writer) = (TestBrowser(site), TestBrowser(site))
        let moderator = try await site.logIn(staff, nickname: "다솜", role: .moderator, hasTwoFactor: true)
        let client = try await writer.reviewer("가람")
        let other = try #require(try await site.people(1).first)
        try await site.review(client.place, by: other, try ReviewsFixture.input(stars: 2))
        let sent = try await writer.send(file: PictureFixture.png(), to: "/uploads")
        let upload = try JSONDecoder().decode(PhotoRoutesTests.Uploaded.self, from: Data(buffer: sent.body))
        let review = try await client.publish(["photo_id": [upload.id], "rating": ["5"]])
        try await site.execute("UPDATE accounts SET language = \(language.rawValue) WHERE id = \(client.account)")
        let email = try #require(
            try await site.app.database.read { try $0.account(client.account)?.email }
        )
        let stage = Stage(
            site: site,
            staff: staff,
            moderator: moderator,
            stranger: TestBrowser(site),
            author: client.account,
            email: email,
            place: client.place,
            review: review,
            photo: try #require(Photo.ID(upload.id)),
            photoName: upload.name
        )
        return stage
    }

    /// Does something, maxRead at what a stranger sees, undoes it by the page's form and finds everything as before.
    private func check(
        _ stage: Stage,
        _ action: AuditEntry.Action,
        target: AuditEntry.Target,
        messages: (EmailMessage.Kind, EmailMessage.Kind),
        _ language: Language,
        during: (Seen, _ before: Seen) -> Void,
        _ body: @escaping @Sendable (Transaction, AuditContext) throws -> Void
    ) async throws {
        func subject(_ kind: EmailMessage.Kind) -> String {
            stage.site.app.views.text("mail.\(kind.rawValue).subject", [:], language)
        }
        let before = try await stage.seen()
        #expect(before.review == 200 && before.photo == 200 && before.media == [200, 200, 200, 200])
        try await stage.perform(body)
        during(try await stage.seen(), before)
        let mail = try #require(try await stage.site.mail(to: stage.email))
        #expect(mail.kind == messages.0.rawValue && mail.subject.contains(subject(messages.0)))
        #expect(mail.text.contains("made-up reason"))
        let entry = try #require(try await entries(stage).first)
        #expect(entry["action"] as? String == action.rawValue && entry["target"] as? String == target.description)
        #expect(entry["actor"] as? String == "다솜" && entry["reason"] as? String == "abuse")
        #expect(entry["undoable"] as? Bool == true && entry["person"] as? Int == Int(stage.author))
        let id = try #require(entry["id"] as? Int)
        let answer = try await stage.staff.post("/admin/audit/\(id)/undo", ["reason": "meant another"])
        #expect(answer.status == .seeOther)
        #expect(try await stage.seen() == before)
        let second = try #require(try await stage.site.mail(to: stage.email))
        #expect(second.kind == messages.1.rawValue && second.subject.contains(subject(messages.1)))
        // Why staff took it back is their business.
        #expect(!second.text.contains("meant another"))
        let undo = try #require(try await entries(stage).first)
        #expect(undo["action"] as? String == "undo" && undo["undoes"] as? Int == id)
        #expect(undo["note"] as? String == "meant another")
        #expect(try await stage.staff.post("/admin/audit/\(id)/undo", ["reason": "again"]).status == .conflict)
        #expect(try await stage.site.app.database.read { try $0.driftedCounts() } == [])
    }

    private func entries(_ stage: Stage) async throws -> [[String: Any]] {
        try #require(try await stage.staff.json("/admin/audit")["entries"] as? [[String: Any]])
    }

    @Test("Hiding a review removes it for readers, and undoing brings it back", arguments: TestEngine.available)
    func hideReview(_ engine: TestEngine) async throws {
        let stage = try await stage(engine, .korean)
        let target = AuditEntry.Target.review(stage.review)
        try await check(
            stage,
            .hide,
            target: target,
            messages: (.contentHidden, .contentRestored),
            .korean,
            during: { seen, before in
                #expect(seen.review != 200 && seen.photo == 404 && seen.media == [404, 404, 404, 404])
                #expect(seen.count == 1 && before.count == 2)
                #expect(seen.home != before.home && seen.member != before.member)
            },
            { transaction, audit in
                try transaction.recordChange(.hide, on: target, .reviewVisibility, audit) { _ in
                    VisibilityState(hiddenAt: audit.at)
                }
            }
        )
    }

    @Test("Hiding a photo leaves its review, and undoing brings the photo back", arguments: TestEngine.available)
    func hidePhoto(_ engine: TestEngine) async throws {
        let stage = try await stage(engine, .english)
        let target = AuditEntry.Target.photo(stage.photo)
        try await check(
            stage,
            .hide,
            target: target,
            messages: (.contentHidden, .contentRestored),
            .english,
            during: { seen, before in
                #expect(seen.review == 200 && seen.photo == 404 && seen.media == [404, 404, 404, 404])
                #expect(seen.count == 2 && seen.place != before.place)
            },
            { transaction, audit in
                try transaction.recordChange(.hide, on: target, .photoVisibility, audit) { _ in
                    VisibilityState(hiddenAt: audit.at)
                }
            }
        )
    }

    @Test("A held review is not shown until the hold is undone", arguments: TestEngine.available)
    func holdReview(_ engine: TestEngine) async throws {
        let stage = try await stage(engine, .korean)
        let target = AuditEntry.Target.review(stage.review)
        try await check(
            stage,
            .hold,
            target: target,
            messages: (.contentHeld, .contentReleased),
            .korean,
            during: { seen, before in
                #expect(seen.review != 200 && seen.media == [404, 404, 404, 404] && seen.count == 1)
            },
            { transaction, audit in
                try transaction.recordChange(.hold, on: target, .reviewHold, audit) { _ in
                    HoldState([.reports: audit.at])
                }
            }
        )
    }

    @Test("A suspension hides the member's reviews until it is undone", arguments: TestEngine.available)
    func suspend(_ engine: TestEngine) async throws {
        let stage = try await stage(engine, .english)
        try await check(
            stage,
            .suspend,
            target: AuditEntry.Target.user(stage.author),
            messages: (.suspended, .sanctionLifted),
            .english,
            during: { seen, before in
                #expect(seen.review != 200 && seen.media == [404, 404, 404, 404] && seen.count == 1)
                #expect(seen.member != before.member)
            },
            { transaction, audit in try transaction.imposeSanction(.suspension, on: stage.author, audit) }
        )
    }

    @Test(
        "A warning and a posting restriction hide nothing",
        arguments: TestEngine.available,
        [(Sanction.Kind.warning, EmailMessage.Kind.warned), (.noPosting, .postingRestricted)]
    )
    func warnOrRestrict(_ engine: TestEngine, _ pair: (Sanction.Kind, EmailMessage.Kind)) async throws {
        let stage = try await stage(engine, .korean)
        try await check(
            stage,
            pair.0.action,
            target: AuditEntry.Target.user(stage.author),
            messages: (pair.1, .sanctionLifted),
            .korean,
            during: { #expect($0 == $1) },
            { transaction, audit in try transaction.imposeSanction(pair.0, on: stage.author, audit) }
        )
    }
}

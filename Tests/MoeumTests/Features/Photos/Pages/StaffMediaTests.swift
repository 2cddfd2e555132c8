import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Staff see photos of reviews whatever their state; what is hidden is gone for everybody at their own addresses.
@Suite(.cleanup)
struct StaffMediaTests {
    @Test(
        "Staff see hidden and held photos of reviews, and none that was never in one",
        arguments: TestEngine.available
    )
    func showHidden(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (author, staff, stranger) = (
            try await TestBrowser(site).reviewer("글쓴이"), TestBrowser(site), TestBrowser(site)
        )
        try await site.logIn(staff, nickname: "살피는이", role: .moderator, hasTwoFactor: true)
        let photo = try await site.ingest(PictureFixture.png(), by: author.account)
        let now = site.now.milliseconds
        func staffSee(_ state: String) async throws {
            for size in PhotoSize.allCases {
                let answer = try await staff.get("/admin/media/\(photo.name)\(size.ending)")
                #expect(answer.status == .ok, "\(state) \(size)")
                #expect(answer.headers[.contentType] == size.type)
                #expect(answer.headers[.cacheControl] == "private, no-store")
                #expect(answer.headers[.contentSecurityPolicy] == "sandbox; default-src 'none'")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                #expect(
                    try await author.browser.get("/admin/media/\(photo.name)\(size.ending)").status == .forbidden
                )
            }
        }
        func isGone(_ state: String) async throws {
            for size in PhotoSize.allCases {
                for browser in [author.browser, staff, stranger] {
                    let answer = try await browser.get("/media/\(photo.name)\(size.ending)")
                    #expect(answer.status == .notFound, "\(state) \(size)")
                }
            }
        }
        // What was never in a review may be for a diary.
        #expect(try await staff.get("/admin/media/\(photo.name).jpg").status == .notFound)
        // Before it is anywhere its sender may look at it, until it is hidden.
        #expect(try await author.browser.get("/media/\(photo.name).jpg").status == .ok)
        try await site.execute("UPDATE photos SET hidden_for_reason_at = \(now) WHERE id = \(photo.id)")
        try await isGone("waiting and held")
        try await site.execute(
            "UPDATE photos SET hidden_for_reason_at = NULL, hidden_at = \(now) WHERE id = \(photo.id)"
        )
        try await isGone("waiting and hidden")
        try await site.execute("UPDATE photos SET hidden_at = NULL WHERE id = \(photo.id)")
        let review = try await author.publish(["photo_id": ["\(photo.id)"]])
        #expect(try await stranger.get("/media/\(photo.name).jpg").status == .ok)
        try await staffSee("shown")
        try await site.app.database.write { try $0.hidePhoto(photo.id, at: .now) }
        try await isGone("hidden")
        try await staffSee("hidden")
        try await site.app.database.write { try $0.restorePhoto(photo.id) }
        try await site.app.database.write { transaction in
            try transaction.execute(
                """
                UPDATE photos SET hidden_for_reason_at = \(now), is_shown = 0, is_cover = 0 WHERE id = \(photo.id)
                """
            )
            try transaction.recountPhotos(of: review)
        }
        try await isGone("held")
        try await staffSee("held")
        #expect(try await site.count("SELECT photo_count FROM reviews WHERE id = \(review)") == 0)
        #expect(try await site.app.database.read { try $0.driftedCounts() } == [])
        let form = try await author.browser.get("/reviews/\(review)/edit")
        #expect(form.text.contains(site.app.views.text("review-form.photo-hidden-for-reason", [:], .korean)))
        #expect(!form.text.contains("/media/\(photo.name)"))
        try await site.app.database.write { transaction in
            try transaction.execute("UPDATE photos SET hidden_for_reason_at = NULL WHERE id = \(photo.id)")
            try transaction.recountPhotos(of: review)
        }
        #expect(try await stranger.get("/media/\(photo.name).jpg").status == .ok)
        #expect(try await site.count("SELECT photo_count FROM reviews WHERE id = \(review)") == 1)
        #expect(try await staff.get("/admin/media/\(SystemRandom.name())-640.webp").status == .notFound)
        #expect(try await staff.get("/admin/media/\(photo.name)-641.webp").status == .notFound)
    }

    @Test("A photo of a report's snapshot stays and is seen by staff alone", arguments: TestEngine.available)
    func keepReported(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (author, staff) = (try await TestBrowser(site).reviewer("글쓴이"), TestBrowser(site))
        try await site.logIn(staff, nickname: "살피는이", role: .moderator, hasTwoFactor: true)
        let photo = try await site.ingest(PictureFixture.png(), by: author.account)
        let review = try await author.publish(["photo_id": ["\(photo.id)"]])
        let name = SystemRandom.name()
        try await site.app.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO report_cases (id, target_kind, target_id, state, opened_at, reported_at)
                VALUES (1, 'photo', \(photo.id), 'open', 1, 1)
                """
            )
            try transaction.execute(
                """
                INSERT INTO report_snapshots (id, case_id, fingerprint, body, taken_at)
                VALUES (1, 1, 'made-up', '', 1)
                """
            )
            try transaction.execute(
                """
                INSERT INTO snapshot_photos (name, snapshot_id, position, photo_id, blob_hash, alt)
                SELECT \(name), 1, 0, id, blob_hash, alt FROM photos WHERE id = \(photo.id)
                """
            )
        }
        #expect(try await author.browser.post("/reviews/\(review)/delete").status == .seeOther)
        let sweep = PhotoSweep(
            database: site.app.database,
            storage: site.app.photos.storage,
            uploads: "/none",
            start: .distantFuture
        )
        try await sweep.run()
        #expect(try await site.count("SELECT COUNT(*) FROM photos") == 0)
        for size in PhotoSize.allCases {
            let seen = try await staff.get("/admin/media/\(name)\(size.ending)")
            #expect(seen.status == .ok && seen.headers[.cacheControl] == "private, no-store")
            #expect(try await staff.get("/admin/media/\(photo.name)\(size.ending)").status == .notFound)
            for browser in [author.browser, staff] {
                #expect(try await browser.get("/media/\(name)\(size.ending)").status == .notFound)
            }
            #expect(try await author.browser.get("/admin/media/\(name)\(size.ending)").status == .forbidden)
        }
        // Gone with the report that kept it.
        try await site.execute("DELETE FROM report_snapshots")
        try await sweep.run()
        #expect(try await site.count("SELECT COUNT(*) FROM photo_blobs") == 0)
        #expect(try await staff.get("/admin/media/\(name).jpg").status == .notFound)
    }

    @Test("The database refuses a hidden photo that is shown", arguments: TestEngine.available)
    func refuseShownHidden(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let account = try await site.account()
        let photo = try await site.photo(by: account)
        try await site.publish(photo, by: account)
        await #expect(throws: DatabaseError.self) {
            try await site.execute("UPDATE photos SET hidden_for_reason_at = 1 WHERE id = \(photo)")
        }
    }
}

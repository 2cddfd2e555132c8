import RouterClient
import Testing

@testable import Moeum

/// Photos that look like one that staff removed.
@Suite(.cleanup)
struct LikePictureTests {
    /// A photo of a picture of its own with these looks, in no review yet.
    private static func photo(_ looks: Int64, by account: Account.ID, _ site: TestSite) async throws -> Photo.ID {
        let id = Photo.ID.next()
        try await site.execute(
            """
            INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, perceptual_hash, created_at)
            VALUES (\("hash\(id)"), \("file\(id)"), 4, 3, '#ffffff', '', \(looks), 1)
            """
        )
        try await site.execute(
            """
            INSERT INTO photos (id, name, blob_hash, account_id, created_at)
            VALUES (\(id), \("name\(id)"), \("hash\(id)"), \(account), 1)
            """
        )
        return id
    }

    @Test("Photos like a removed one are held once until staff have looked", arguments: TestEngine.available)
    func holdOnce(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let staff = try await site.people(1, "운영")[0]
        let (removed, like, other) = (
            try await Self.photo(0, by: staff, site), try await Self.photo(0b1111, by: client.account, site),
            try await Self.photo(-1, by: client.account, site)
        )
        try await site.app.database.write { try $0.hidePhoto(removed, at: site.now) }
        let review = try await client.publish(["photo_id": ["\(like)", "\(other)"]])
        func causes(_ photo: Photo.ID) async throws -> [HiddenReason] {
            try await site.app.database.read { try Array($0.hiddenReasons(of: .photo(photo)).keys) }
        }
        #expect(try await site.causes(review) == [])
        #expect(try await causes(like) == [.picture])
        #expect(try await causes(other) == [])
        #expect(try await site.drift() == [])
        // Staff see beside it what it is like, and of the other nothing.
        for (photo, name) in [(like, "name\(removed)"), (other, nil)] {
            let picture = try await site.app.database.read { try $0.removedPicture(like: photo) }
            #expect(picture?.name == name)
        }
        try await site.dismiss(AuditEntry.Target.photo(like), by: staff)
        #expect(try await causes(like) == [])
        // Staff have looked at it: an edit of the review does not hold it again.
        let fields = client.fields(["photo_id": ["\(like)", "\(other)"], "rating": ["2"]]) + [("rev", "1")]
        #expect(try await browser.postFiles("/reviews/\(review)", fields).status == .seeOther)
        #expect(try await client.review()?.stars == 2)
        #expect(try await causes(like) == [])
        #expect(try await site.drift() == [])
    }

    @Test("The rule is as staff set it") func followSettings() async throws {
        for (name, value) in [(SiteSettings.Name.holdsLikePhotos, 0), (.photoLikeness, 3)] {
            let site = try await TestSite()
            try await site.set(name, to: value)
            let browser = TestBrowser(site)
            let client = try await browser.reviewer()
            let removed = try await Self.photo(0, by: client.account, site)
            let like = try await Self.photo(0b1111, by: client.account, site)
            try await site.app.database.write { try $0.hidePhoto(removed, at: site.now) }
            try await client.publish(["photo_id": ["\(like)"]])
            let causes = try await site.app.database.read { try $0.hiddenReasons(of: .photo(like)) }
            #expect(causes.isEmpty)
        }
    }
}

import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// What staff removed does not come back, by whichever way somebody sends it.
@Suite(.cleanup)
struct RemovedPictureTests {
    private static let picture = PictureFixture.scene(7, width: 90, height: 60)

    private static func files(_ site: TestSite) -> [String] {
        ["photos", "uploads"].flatMap { folder -> [String] in
            let path = "\(site.app.config.dataDirectory)/\(folder)"
            return ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).filter { $0.contains(".") }
        }.sorted()
    }

    private static func upload(_ browser: TestBrowser, _ bytes: [UInt8] = picture) async throws -> Photo.ID {
        let answer = try await browser.send(file: bytes, to: "/uploads")
        #expect(answer.status == .created, "\(answer.text)")
        let photo = try JSONDecoder().decode(PhotoRoutesTests.Uploaded.self, from: Data(buffer: answer.body))
        return try #require(Photo.ID(photo.id))
    }

    private static func hide(_ photo: Photo.ID, _ site: TestSite) async throws {
        let now = site.now
        try await site.app.database.write { try $0.hidePhoto(photo, at: now) }
    }

    @Test(
        "An equal picture is refused, also after its review is deleted and its files are gone",
        arguments: TestEngine.available
    )
    func refuseEqual(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (author, other) = (try await TestBrowser(site).reviewer("글쓴이"), try await TestBrowser(site).reviewer("다른이"))
        let photo = try await Self.upload(author.browser)
        let review = try await author.publish(["photo_id": ["\(photo)"]])
        try await Self.hide(photo, site)
        func isRefused() async throws {
            let (before, photos) = (Self.files(site), try await site.count("SELECT COUNT(*) FROM photos"))
            for client in [author, other] {
                let answer = try await client.browser.send(file: Self.picture, to: "/uploads")
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains(#""errors":{"file":"removed"}"#), "\(answer.text)")
                #expect(answer.text.contains(site.app.views.text("error.photo-removed.title", [:], .korean)))
            }
            let files = [("photos[]", PictureFixture.png(red: 9)), ("photos[]", Self.picture)]
            let page = try await other.browser.postFiles(other.path, other.fields(), files: files)
            #expect(page.status == .unprocessableContent && page.text.contains(ReviewClient.words))
            let words = site.app.views.text("review-form.file-removed", ["position": .integer(2)], .korean)
            #expect(page.text.contains(words))
            #expect(try page.html.values(of: "photo_id").count == 1)
            let problem = try await other.browser.postFiles(
                other.path,
                other.fields(),
                files: files,
                TestBrowser.asProgram
            )
            #expect(problem.status == .unprocessableContent)
            #expect(problem.text.contains("\"photos.2\":\"removed\""))
            #expect(try await other.review() == nil)
            // The other photo of the form alone came in, with its four files where it was new.
            #expect(try await site.count("SELECT COUNT(*) FROM photos") == photos + 2)
            #expect([0, PhotoSize.allCases.count].contains(Self.files(site).count - before.count))
        }
        try await isRefused()
        #expect(try await author.browser.post("/reviews/\(review)/delete").status == .seeOther)
        try await isRefused()
        try await PhotoSweep(database: site.app.database, storage: site.app.photos.storage, uploads: "/none").run()
        let hash = PhotoIntakeHash.of(Self.picture)
        #expect(try await site.app.database.read { try $0.photoFile(of: hash) } == nil)
        try await isRefused()
    }

    @Test("With the rule off it may be sent and published") func ruleOff() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        try await Self.hide(try await Self.upload(browser), site)
        #expect(try await browser.send(file: Self.picture, to: "/uploads").status == .unprocessableContent)
        try await site.app.database.write { try $0.saveSiteSetting(0, for: .rejectsRemovedPhotos) }
        let again = try await Self.upload(browser)
        try await site.app.database.write { try $0.saveSiteSetting(nil, for: .rejectsRemovedPhotos) }
        let refused = try await browser.postFiles(client.path, client.fields(["photo_id": ["\(again)"]]))
        #expect(refused.status == .unprocessableContent)
        try await site.app.database.write { try $0.saveSiteSetting(0, for: .rejectsRemovedPhotos) }
        let review = try await client.publish(["photo_id": ["\(again)"]])
        #expect(try await site.app.database.read { try $0.reviewPictures(of: review) }.map(\.id) == [again])
    }

    @Test("A restored picture may be sent again") func sendRestored() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photo = try await Self.upload(browser)
        try await Self.hide(photo, site)
        #expect(try await browser.send(file: Self.picture, to: "/uploads").status == .unprocessableContent)
        try await site.app.database.write { try $0.restorePhoto(photo) }
        try await client.publish(["photo_id": ["\(try await Self.upload(browser))"]])
    }

    @Test(
        "A waiting photo of a removed picture is not published, and nothing else is lost",
        arguments: TestEngine.available
    )
    func refuseWaiting(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (author, other) = (try await TestBrowser(site).reviewer("글쓴이"), try await TestBrowser(site).reviewer("다른이"))
        let (waiting, fine) = (
            try await Self.upload(other.browser),
            try await Self.upload(other.browser, PictureFixture.png(red: 5))
        )
        let photo = try await Self.upload(author.browser)
        let review = try await author.publish(["photo_id": ["\(photo)"]])
        try await Self.hide(photo, site)
        let fields = other.fields(["photo_id": ["\(waiting)", "\(fine)"], "alt": ["내린 것", "남는 것"]])
        let page = try await other.browser.postFiles(other.path, fields)
        #expect(page.status == .unprocessableContent)
        let words = site.app.views.text("form-error.review-photos.removed", [:], .korean)
        #expect(page.text.contains(words) && page.text.contains(ReviewClient.words))
        let left = try page.html.values(of: "photo_id")
        #expect(left == ["\(fine)"] && page.text.contains("남는 것"))
        let problem = try await other.browser.postFiles(other.path, fields, TestBrowser.asProgram)
        #expect(problem.text.contains(#""errors":{"photos":"removed"}"#), "\(problem.text)")
        #expect(try await other.review() == nil)
        let own = try await other.publish(["photo_id": ["\(fine)"]])
        // Nor by an edit.
        let edit = other.fields(["rev": ["1"], "photo_id": ["\(fine)", "\(waiting)"]])
        let refused = try await other.browser.postFiles("/reviews/\(own)", edit)
        #expect(refused.status == .unprocessableContent && refused.text.contains(words))
        #expect(try await site.app.database.read { try $0.reviewPictures(of: own) }.map(\.id) == [fine])
        // Who has it in a review, hidden, may still change the words.
        let change = author.fields(["rev": ["1"], "rating": ["2"], "photo_id": ["\(photo)"]])
        #expect(try await author.browser.postFiles("/reviews/\(review)", change).status == .seeOther)
        #expect(try await author.review()?.stars == 2)
    }

    @Test("A form loses photos of removed pictures, and is refused with the reason", arguments: TestEngine.available)
    func cleanForm(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let account = try await site.account()
        let photo = try await site.ingest(Self.picture, by: account)
        try await Self.hide(photo.id, site)
        let second = try await site.ingest(PictureFixture.png(red: 8), by: account)
        let place = try await site.places(1)[0]
        /// The photos that stay in a form, and why others do not.
        func cleaned(_ photos: [Photo.ID], rejectsRemoved: Bool) async throws -> (ReviewForm, error: String?) {
            try await site.app.database.read { transaction in
                var form = ReviewForm(pictures: photos.map { AttachedPhoto(id: $0, alt: "") })
                let place = try #require(try transaction.place(place))
                let error = try form.removeUnavailablePhotosAndKeywords(
                    of: account,
                    at: place,
                    in: nil,
                    rejectsRemoved: rejectsRemoved,
                    transaction
                )
                return (form, error)
            }
        }
        let strict = try await cleaned([photo.id, second.id, 7], rejectsRemoved: true)
        #expect(strict.0.pictures.map(\.id) == [second.id] && strict.error == "removed")
        let mild = try await cleaned([photo.id, second.id, 7], rejectsRemoved: false)
        #expect(mild.0.pictures.map(\.id) == [photo.id, second.id] && mild.error == "gone")
        var state = ReviewFormState(.empty, for: .write(at: 1))
        let (form, error) = try await cleaned([photo.id, second.id], rejectsRemoved: true)
        #expect(form.pictures.map(\.id) == [second.id])
        state.form = form
        #expect(state.input(at: .restaurant, today: "2026-01-01", photoError: error) == nil)
        #expect(state.status == .unprocessableContent && state.errors["photos"] == "removed")
    }

    @Test("A picture removed while a worker has it is not kept; with the rule off it is")
    func removedMeanwhile() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        let path = "\(site.app.config.dataDirectory)/picture"
        try Data(Self.picture).write(to: URL(filePath: path))
        func intake(_ rejectsRemoved: @escaping @Sendable (Transaction) throws -> Bool) -> PhotoIntake {
            PhotoIntake(
                database: site.app.database,
                storage: site.app.photos.storage,
                workers: site.app.photos.workers,
                folder: site.app.photos.intake.folder,
                rejectsRemoved: rejectsRemoved,
                clock: site.app.clock
            )
        }
        try await site.execute(
            "INSERT INTO removed_pictures (hash, removed_at) VALUES (\(PhotoIntakeHash.of(Self.picture)), 1)"
        )
        // As if the mark came after the first look.
        let late = intake { transaction in
            try transaction.first("SELECT COUNT(*) FROM photo_blobs") { try $0.int(0) } == 1
        }
        await #expect(throws: PhotoRejection.removed) { try await late.ingest(path, from: account) }
        #expect(Self.files(site) == [])
        #expect(try await site.count("SELECT COUNT(*) FROM photo_blobs") == 0)
        #expect(try await site.count("SELECT COUNT(*) FROM photos") == 0)
        _ = try await intake { _ in false }.ingest(path, from: account)
        #expect(Self.files(site).count == PhotoSize.allCases.count)
        // Its files are here now, and it is refused all the same.
        await #expect(throws: PhotoRejection.removed) {
            try await site.app.photos.intake.ingest(path, from: account)
        }
        #expect(try await site.count("SELECT COUNT(*) FROM photos") == 1)
    }
}

/// The hash by which equal uploads are told.
enum PhotoIntakeHash {
    static func of(_ bytes: [UInt8]) -> String { Hexadecimal.text(SHA256.digest(of: bytes)) }
}

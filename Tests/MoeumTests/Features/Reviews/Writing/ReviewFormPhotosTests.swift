import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// Files that come with a review's form: each becomes a photo of it or is refused by itself, and nothing is sent twice.
@Suite(.cleanup)
struct ReviewFormPhotosTests {
    private static func photos(_ page: TestResponse) throws -> [(id: String, alt: String)] {
        Array(zip(try page.html.values(of: "photo_id"), try page.html.values(of: "alt")))
    }

    private static func png(_ red: UInt8) -> (field: String, bytes: [UInt8]) {
        ("photos[]", PictureFixture.png(red: red))
    }

    @Test("Photos of a refused form stay and need not be sent again") func keepThroughRefusal() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let before = try await site.photo(by: client.account)
        let fields =
            client.fields([
                "body": ["짧아요"], "photo_id": ["\(before)"], "alt": ["먼저"],
            ]) + [("alt", "첫째"), ("alt", "글 파일"), ("alt", "둘째")]
        let files = [Self.png(10), ("photos[]", Array("no picture".utf8)), Self.png(20)]
        let page = try await browser.postFiles(client.path, fields, files: files)
        #expect(page.status == .unprocessableContent)
        let shown = try Self.photos(page)
        #expect(shown.map(\.alt) == ["먼저", "첫째", "둘째"])
        #expect(try page.html.has("#photos-error") && page.html.has("#body-error"))
        // The file that was none is named by its place among the chosen ones.
        let words = site.app.views.text("review-form.file-not-a-photo", ["position": .integer(2)], .korean)
        #expect(page.text.contains(words))
        for photo in shown.dropFirst() {
            let sources = try page.html.all("img").compactMap { $0["src"] }
            let thumb = try #require(sources.first { $0.wholeMatch(of: /\/media\/[0-9a-f]{32}-320\.webp/) != nil })
            #expect(try await browser.get(thumb).status == .ok, "\(photo.id)")
        }
        try await client.publish(["photo_id": shown.map(\.id), "alt": shown.map(\.alt)])
        let review = try #require(try await client.review())
        let pictures = try await site.app.database.read { try $0.reviewPictures(of: review.id) }
        #expect(pictures.map { "\($0.id)" } == shown.map(\.id) && pictures.map(\.alt) == shown.map(\.alt))
    }

    @Test("A field that names photos to remove is refused: they are removed by not being named")
    func refuseRemoveField() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let photo = try await site.photo(by: client.account)
        let fields = client.fields(["photo_id": ["\(photo)"]]) + [("remove[]", "\(photo)")]
        let refused = try await browser.postFiles(client.path, fields, TestBrowser.asProgram)
        #expect(refused.status == .unprocessableContent && refused.text.contains("\"photos\":\"remove\""))
        #expect(try await browser.postFiles(client.path, fields).html.has("#photos-error"))
        #expect(try await client.review() == nil)
    }

    @Test("A review is not published without a file that was refused") func refuseWrongFile() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let large = PictureFixture.png() + [UInt8](repeating: 0, count: Int(PhotoLimits.bytes))
        let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 40)
        let wrong: [(bytes: [UInt8], code: String, status: HTTPResponse.Status)] = [
            (Array("GIF89a no photo".utf8), "not-a-photo", .unsupportedMediaType),
            (heic, "heic", .unsupportedMediaType), (large, "too-large", .contentTooLarge),
            (PictureFixture.bomb(width: 60_000, height: 60_000), "too-many-pixels", .unprocessableContent),
        ]
        for each in wrong {
            let files = [Self.png(30), ("photos[]", each.bytes)]
            let page = try await browser.postFiles(client.path, client.fields(), files: files)
            #expect(page.status == each.status, "\(each.code)")
            #expect(page.text.contains(ReviewClient.words) && page.text.contains("2026-11-14"))
            #expect(try Self.photos(page).count == 1, "\(each.code)")
            let problem = try await browser.postFiles(client.path, client.fields(), files: files, TestBrowser.asProgram)
            #expect(problem.status == each.status)
            #expect(problem.text.contains("\"photos.2\":\"\(each.code)\""), "\(each.code)")
        }
        #expect(try await client.review() == nil)
    }

    @Test("Of more than six files six are kept, and all words") func tooManyFiles() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let files = (1...8).map { Self.png(UInt8($0 * 10)) }
        let page = try await browser.postFiles(client.path, client.fields(), files: files)
        #expect(page.status == .contentTooLarge)
        #expect(try Self.photos(page).count == Review.maxPhotos)
        #expect(page.text.contains(ReviewClient.words))
        #expect(try await client.review() == nil)
        try await client.publish(["photo_id": try Self.photos(page).map(\.id)])
    }

    @Test("Files are sent with the review, before it, or with an edit, and once", arguments: TestEngine.available)
    func sendFiles(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let first = try await browser.postFiles(
            client.path,
            client.fields(["act": ["upload"], "body": ["아직"]]),
            files: [Self.png(40)]
        )
        #expect(try first.status == .ok && Self.photos(first).count == 1)
        #expect(try first.text.contains("아직") && !first.html.has(".errsum"))
        let once = SystemRandom.name()
        let fields = client.fields(once: once, ["photo_id": try Self.photos(first).map(\.id)]) + [("alt", "새로")]
        for _ in 1...2 {
            let answer = try await browser.postFiles(client.path, fields, files: [Self.png(50)])
            #expect(answer.status == .seeOther)
        }
        let review = try #require(try await client.review())
        let pictures = try await site.app.database.read { try $0.reviewPictures(of: review.id) }
        #expect(pictures.map(\.alt) == ["", "새로"])
        // Sent again, nothing of it was taken in.
        #expect(try await site.count("SELECT COUNT(*) FROM photos") == 2)
        let edit = client.fields(["rev": ["1"], "photo_id": ["\(pictures[1].id)"], "alt": ["새로"]])
        let edited = try await browser.postFiles("/reviews/\(review.id)", edit, files: [Self.png(60)])
        #expect(edited.status == .seeOther)
        let now = try await site.app.database.read { try $0.reviewPictures(of: review.id) }
        #expect(now.count == 2 && now[0].id == pictures[1].id)
        #expect(try await site.count("SELECT photo_count FROM places WHERE id = \(client.place)") == 2)
    }

    @Test("A failing disk loses no words") func failingDisk() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        let uploads = URL(filePath: "\(site.app.config.dataDirectory)/uploads")
        try? FileManager.default.removeItem(at: uploads)
        try Data().write(to: uploads)
        let before = try await site.photo(by: client.account)
        let fields = client.fields(["photo_id": ["\(before)"], "alt": ["먼저"]])
        let page = try await browser.postFiles(client.path, fields, files: [Self.png(70)])
        #expect(page.status == .serviceUnavailable)
        #expect(page.text.contains(ReviewClient.words) && page.text.contains("저희 쪽 문제로 저장하지 못했어요"))
        #expect(try Self.photos(page).map(\.alt) == ["먼저"])
    }

    @Test("An account has so many unused photos at most, and is told so") func limitUnused() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        for _ in 1..<Photo.maxUnused { _ = try await site.photo(by: client.account) }
        let upload = client.fields(["act": ["upload"]])
        let last = try await browser.postFiles(client.path, upload, files: [Self.png(70)])
        #expect(try last.status == .ok && Self.photos(last).count == 1)
        let page = try await browser.postFiles(client.path, client.fields(), files: [Self.png(80)])
        #expect(page.status == .tooManyRequests && page.text.contains(ReviewClient.words))
        let words = site.app.views.text("review-form.file-too-many-waiting", ["position": .integer(1)], .korean)
        #expect(page.text.contains(words))
        let alone = try await browser.send(file: PictureFixture.png(), to: "/uploads")
        #expect(alone.status == .tooManyRequests && alone.text.contains("too-many-waiting"))
        // In a review they wait no more.
        try await client.publish(["photo_id": try Self.photos(last).map(\.id)])
        #expect(try await browser.send(file: PictureFixture.png(), to: "/uploads").status == .created)
    }

    @Test("An account sends only a few forms with files at the same time") func limitUploadSlots() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer()
        for _ in 1...UploadSlots.capacity { #expect(site.app.photos.uploadSlots.acquire(client.account)) }
        let page = try await browser.postFiles(client.path, client.fields(), files: [Self.png(70)])
        #expect(page.status == .tooManyRequests && page.text.contains(ReviewClient.words))
        let alone = try await browser.send(file: PictureFixture.png(), to: "/uploads")
        #expect(alone.status == .tooManyRequests && alone.text.contains("\"busy\""))
        #expect(try await site.count("SELECT COUNT(*) FROM photos") == 0)
        site.app.photos.uploadSlots.release(client.account)
        for _ in 1...2 {
            let answer = try await browser.send(file: PictureFixture.png(), to: "/uploads")
            #expect(answer.status == .created)
        }
    }

    @Test("No file is taken from an account that may not publish") func refuseUnverified() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let client = try await browser.reviewer(isVerified: false)
        let page = try await browser.postFiles(client.path, client.fields(), files: [Self.png(70)])
        #expect(page.status == .forbidden && page.text.contains(ReviewClient.words))
        #expect(try await site.count("SELECT COUNT(*) FROM photos") == 0)
    }
}

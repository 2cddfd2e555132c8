import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import RouterClient
import Testing

@testable import Moeum

/// Photos sent and looked at, by those who may and those who may not.
@Suite(.cleanup)
struct PhotoRoutesTests {
    /// The answer to an upload.
    struct Uploaded: Decodable {
        let id: String
        let thumb: String
        let w: Int
        let h: Int
        let colour: String
        let placeholder: String

        var name: String { String(thumb.dropFirst("/media/".count).prefix(32)) }
    }

    private static func upload(_ browser: TestBrowser, _ bytes: [UInt8]) async throws -> Uploaded {
        let answer = try await browser.send(file: bytes, to: "/uploads")
        #expect(answer.status == .created, "\(answer.text)")
        return try JSONDecoder().decode(Uploaded.self, from: Data(buffer: answer.body))
    }

    @Test(
        "A photo is served to its sender, once published to everybody, and hidden to nobody",
        arguments: TestEngine.available
    )
    func serveFiles(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let (sender, other, stranger) = (TestBrowser(site), TestBrowser(site), TestBrowser(site))
        let account = try await site.logIn(sender, nickname: "보내는이")
        try await site.logIn(other, nickname: "다른이")
        let photo = try await Self.upload(sender, PictureFixture.png())
        #expect((photo.w, photo.h) == (40, 30))
        #expect(photo.colour.hasPrefix("#c8643"))
        #expect(photo.placeholder.hasPrefix("data:image/webp;base64,"))
        #expect(photo.placeholder.utf8.count < 1_000)
        for size in PhotoSize.allCases {
            let path = "/media/\(photo.name)\(size.ending)"
            let own = try await sender.get(path)
            #expect(own.status == .ok)
            #expect(own.headers[.contentType] == size.type)
            #expect(own.headers[.cacheControl] == "private, no-store")
            for browser in [other, stranger] { #expect(try await browser.get(path).status == .notFound) }
        }
        let review = try await site.publish(Photo.ID(photo.id), by: account)
        let path = "/media/\(photo.name)-640.webp"
        let seen = try await stranger.get(path)
        #expect(seen.status == .ok)
        #expect(seen.headers[.cacheControl] == "public, no-cache")
        #expect(seen.headers[.contentSecurityPolicy] == "sandbox; default-src 'none'")
        #expect(seen.headers[.xContentTypeOptions] == "nosniff")
        let tag = try #require(seen.headers[.eTag])
        #expect(try await stranger.get(path, [.ifNoneMatch: tag]).status == .notModified)
        // Hidden, it is gone at every size for everybody, whatever they know of it.
        try await site.app.database.write {
            try $0.execute("UPDATE photos SET is_shown = 0 WHERE review_id = \(review)")
        }
        for size in PhotoSize.allCases {
            for browser in [sender, other, stranger] {
                let gone = try await browser.get("/media/\(photo.name)\(size.ending)", [.ifNoneMatch: tag])
                #expect(gone.status == .notFound)
            }
        }
    }

    @Test("A file that the browser has is not read") func notModified() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "보내는이")
        let path = try await Self.upload(browser, PictureFixture.png()).thumb
        try FileManager.default.removeItem(atPath: "\(site.app.config.dataDirectory)/photos")
        let tag = "\"\(path.dropFirst("/media/".count))\""
        #expect(try await browser.get(path, [.ifNoneMatch: tag]).status == .notModified)
        #expect(try await browser.get(path).status == .notFound)
    }

    @Test("Ranges of a file are served") func serveRanges() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "보내는이")
        let path = try await Self.upload(browser, PictureFixture.png()).thumb
        let whole = try await browser.get(path)
        let bytes = Array(buffer: whole.body)
        let tag = try #require(whole.headers[.eTag])
        for (range, expected) in [
            ("bytes=0-3", 0..<4), ("bytes=4-", 4..<bytes.count), ("bytes=-5", bytes.count - 5..<bytes.count),
            ("bytes=2-99999999", 2..<bytes.count),
        ] {
            let part = try await browser.get(path, [.range: range, .ifRange: tag])
            #expect(part.status == .partialContent)
            #expect(Array(buffer: part.body) == Array(bytes[expected]))
            #expect(
                part.headers[.contentRange] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/\(bytes.count)"
            )
        }
        for range in ["bytes=\(bytes.count)-", "bytes=-0"] {
            let outside = try await browser.get(path, [.range: range])
            #expect(outside.status == .rangeNotSatisfiable)
            #expect(outside.headers[.contentRange] == "bytes */\(bytes.count)")
        }
        for headers: HTTPFields in [
            [.range: "bytes=0-1,4-5"], [.range: "bytes=3-1"], [.range: "lines=0-1"], [.range: "bytes=-"],
            [.range: "bytes=0-3", .ifRange: "\"other\""],
        ] {
            let all = try await browser.get(path, headers)
            #expect(all.status == .ok && all.body == whole.body)
        }
    }

    @Test("Other addresses under /media are 404") func refuseOtherPaths() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "보내는이")
        let name = try await Self.upload(browser, PictureFixture.png()).name
        for path in ["-321.webp", "-640.png", ".jpeg", ".JPG", "", "-640.webp%00"] {
            #expect(try await browser.get("/media/\(name)\(path)").status == .notFound, "\(path)")
        }
        for path in ["..%2f..%2fmoeum.sqlite", "%2e%2e.jpg", "a.jpg", ".jpg", "'.jpg"] {
            #expect(try await browser.get("/media/\(path)").status == .notFound, "\(path)")
        }
    }

    @Test("A file that is no photo is refused with its code and leaves nothing") func refuseWrongFiles() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        try await site.logIn(browser, nickname: "보내는이")
        let heic = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 40)
        let large = [UInt8](repeating: 1, count: Int(PhotoLimits.bytes) + 1)
        for (bytes, status, code) in [
            (Array("GIF89a".utf8), 415, "not-a-photo"), ([], 415, "not-a-photo"), (heic, 415, "heic"),
            (Array(PictureFixture.png().dropLast(40)), 422, "damaged"), (large, 413, "too-large"),
            (PictureFixture.bomb(width: 50_000, height: 1_001), 422, "too-many-pixels"),
            (PictureFixture.bomb(width: 1_000, height: 1_000), 422, "damaged"),
        ] {
            let answer = try await browser.send(file: bytes, to: "/uploads")
            #expect(answer.status.code == status)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.text.contains(#""errors":{"file":"\#(code)"}"#), "\(answer.text)")
            #expect(!answer.text.contains("error.photo"))
        }
        let none = try await browser.send(file: [], named: "other", to: "/uploads")
        #expect(none.status == .unprocessableContent)
        for folder in ["uploads", "photos"] {
            let path = "\(site.app.config.dataDirectory)/\(folder)"
            #expect(((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []) == [])
        }
    }

    @Test("Only accounts that may publish send photos, and within the rate limit") func refuseSenders() async throws {
        let site = try await TestSite()
        let (nobody, unverified, suspended, member) = (
            TestBrowser(site), TestBrowser(site), TestBrowser(site), TestBrowser(site)
        )
        try await site.logIn(unverified, nickname: "미확인", isVerified: false)
        try await site.logIn(suspended, nickname: "정지", isSuspended: true)
        let account = try await site.logIn(member, nickname: "회원")
        let picture = PictureFixture.png()
        #expect(try await nobody.send(file: picture, to: "/uploads").status == .unauthorized)
        for browser in [unverified, suspended] {
            #expect(try await browser.send(file: picture, to: "/uploads").status == .forbidden)
        }
        let foreign = try await member.send(file: picture, to: "/uploads", [.secFetchSite: "cross-site"])
        #expect(foreign.status == .forbidden)
        let limit = try #require(site.app.limits.uploads)
        try await site.app.database.write { transaction in
            for _ in 1...limit.burst {
                _ = try transaction.consumeRateLimit(limit, for: String(account), at: site.now.milliseconds)
            }
        }
        let often = try await member.send(file: picture, to: "/uploads")
        #expect(often.status == .tooManyRequests)
        #expect(often.headers[.retryAfter] != nil)
    }
}

extension TestBrowser {
    /// Sends a file as a script of this site would.
    func send(
        file: [UInt8],
        named name: String = "file",
        to path: String,
        _ headers: HTTPFields = [.secFetchSite: "same-origin"]
    ) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "multipart/form-data; boundary=xyz"
        headers[.accept] = "application/json"
        let head = "--xyz\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a.jpg\"\r\n\r\n"
        return try await send(
            .post,
            path,
            headers,
            ByteBuffer(bytes: Array(head.utf8) + file + Array("\r\n--xyz--".utf8))
        )
    }
}

extension TestSite {
    /// Puts a photo into a review that readers see.
    /// - Returns: the review.
    @discardableResult
    func publish(_ photo: Photo.ID?, by account: Account.ID) async throws -> Review.ID {
        let now = now.milliseconds
        return try await app.database.write { transaction in
            let place = try transaction.listedPlaceIDs(limit: 1).first
            let review = Review.ID.next()
            try transaction.execute(
                """
                INSERT INTO reviews (id, place_id, account_id, stars, body, language, created_at)
                VALUES (\(review), \(place), \(account), 5, 'A made-up visit.', 'en', \(now))
                """
            )
            try transaction.execute(
                "UPDATE photos SET review_id = \(review), place_id = \(place), is_shown = 1 WHERE id = \(photo)"
            )
            return review
        }
    }
}

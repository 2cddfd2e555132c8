import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum
@testable import Web

/// Which answers are kept, for whom, and how long.
@Suite(.cleanup)
struct ResponseCacheTests {
    /// How many answers of a body's requests came from memory.
    private static func hits(_ site: TestSite, _ body: () async throws -> Void) async throws -> Int {
        let before = site.app.responseCache?.statistics.hits ?? 0
        try await body()
        return (site.app.responseCache?.statistics.hits ?? 0) - before
    }

    @Test(
        "The second answer is the first",
        arguments: ["/", "/about", "/places?q=%EB%83%89%EB%A9%B4", "/districts/mapo", "/photos"]
    )
    func keepAnswer(_ path: String) async throws {
        let site = try await TestSite()
        let first = try await site.get(path)
        let count = try await Self.hits(site) {
            let second = try await site.get(path)
            #expect(first.status == .ok && second.status == .ok)
            #expect(first.body == second.body && first.headers == second.headers)
        }
        #expect(count == 1)
    }

    @Test("Assets are kept too") func keepAssets() async throws {
        let site = try await TestSite()
        let path = try #require(site.app.assets.names["asset.app.css"])
        let count = try await Self.hits(site) { for _ in 1...2 { _ = try await site.get(path) } }
        #expect(count == 1)
    }

    /// Each of these is another answer, and none may be taken for another's.
    @Test("Languages, themes, formats and encodings are kept apart") func keepVariants() async throws {
        let site = try await TestSite()
        let variants: [HTTPFields] = [
            [:], [.acceptLanguage: "en"], [.cookie: "moeum_lang=en"], [.cookie: "moeum_theme=dark"],
            [.accept: "application/json"], [.acceptEncoding: "gzip"], [.cookie: "moeum_kind=bookshop"],
            [.fragment: "list"],
        ]
        for path in ["/places", "/places?lang=en"] {
            let uncached = try await site.uncached()
            for headers in variants + variants {
                let (kept, made) = (try await site.get(path, headers), try await uncached.get(path, headers))
                #expect(kept.body == made.body && kept.headers == made.headers, "\(path) \(headers)")
            }
        }
    }

    /// Anyone who sends a field twice gets the answer of both together, and nobody else gets that.
    @Test("A field sent twice changes nobody else's page") func ignoreRepeated() async throws {
        let fields: [(HTTPField.Name, [String])] = [
            (.acceptEncoding, ["identity", "gzip"]), (.accept, ["text/html;q=0.1", "application/json"]),
            (.acceptLanguage, ["xx", "en"]), (.fragment, ["bogus", "list"]),
            (.cookie, ["moeum_lang=en", "moeum_theme=dark"]),
        ]
        let site = try await TestSite()
        let uncached = try await site.uncached()
        for (name, values) in fields {
            var twice = HTTPFields()
            for value in values { twice.append(HTTPField(name: name, value: value)) }
            _ = try await site.get("/places", twice)
            for value in values {
                let (kept, made) = (
                    try await site.get("/places", [name: value]), try await uncached.get("/places", [name: value])
                )
                #expect(kept.body == made.body && kept.headers == made.headers, "\(name) \(value)")
            }
        }
    }

    @Test("Long addresses and made-up cookies and fragments are not kept") func keepNothingMadeUp() async throws {
        let site = try await TestSite()
        let long = String(repeating: "x", count: 2_000)
        let requests: [(String, HTTPFields)] = [
            ("/about?\(long)", [:]), ("/about", [.cookie: "moeum_x=1"]), ("/about", [.fragment: long]),
            ("/about", [.cookie: "moeum_kind=\(long)"]),
        ]
        for (path, headers) in requests {
            _ = try await site.get(path, headers)
            let kept = try await Self.hits(site) { _ = try await site.get(path, headers) }
            #expect(kept == 0, "\(path.prefix(20)) \(headers.count)")
        }
    }

    @Test("A reader's own page is never another's") func keepNoOwnPage() async throws {
        let site = try await TestSite()
        let (member, visitor) = (TestBrowser(site), TestBrowser(site))
        try await site.logIn(member, nickname: "가람")
        let count = try await Self.hits(site) {
            for _ in 1...2 {
                let (own, others) = (try await member.get("/").text, try await visitor.get("/").text)
                #expect(own.contains("가람") && !others.contains("가람"))
            }
        }
        // The visitor's second page alone.
        #expect(count == 1)
        for cookie in [CookieRules.flashName, site.app.config.cookies.formName] {
            let other = TestBrowser(site)
            other.setCookie(cookie, "made-up")
            let kept = try await Self.hits(site) { _ = try await other.get("/") }
            #expect(kept == 0)
        }
    }

    @Test("A conditional request is answered from memory too") func answerCondition() async throws {
        let site = try await TestSite()
        // Also where the first who asks has the page from before.
        let unknown = try await site.get("/", [.ifNoneMatch: "\"made-up\""])
        let tag = try #require(unknown.headers[.eTag])
        let known = try await site.get("/", [.ifNoneMatch: tag])
        #expect(unknown.status == .ok && known.status == .notModified && known.body.readableBytes == 0)
        #expect(known.headers[.eTag] == tag && known.headers[.cacheControl] == unknown.headers[.cacheControl])
        let fresh = try await site.get("/about", [.ifNoneMatch: "*"])
        #expect(fresh.status == .notModified)
        let head = try await site.client.execute(uri: "/", method: .head)
        #expect(head.status == .ok && head.body.readableBytes == 0 && head.headers[.eTag] == tag)
    }

    @Test("An answer ends with its minute") func endWithMinute() async throws {
        let site = try await TestSite()
        _ = try await site.get("/")
        site.clock.move(60)
        let made = try await Self.hits(site) { _ = try await site.get("/") }
        let kept = try await Self.hits(site) { _ = try await site.get("/") }
        #expect(made == 0 && kept == 1)
    }

    /// Sessions, limits, mails and counts are written all the time.
    @Test("Writes that no page shows empty nothing", arguments: TestEngine.available)
    func ignoreHiddenWrites(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        try await site.app.database.changes.untilKnown()
        let place = try #require(try await site.places(1).first)
        let paths = ["/", "/about", "/places/\(place)", "/districts/mapo", "/photos"]
        for path in paths { _ = try await site.get(path) }
        let browser = TestBrowser(site)
        try await browser.post("/login", ["email": "nobody@haneul.example", "password": "made up words"])
        try await browser.post("/recover", ["email": "nobody@haneul.example"])
        try await site.app.statistics.save()
        try await site.app.database.checkWritable(within: .seconds(60))
        let count = try await Self.hits(site) { for path in paths { _ = try await site.get(path) } }
        #expect(count == paths.count)
    }

    /// What is hidden is gone with the next request, also by a command beside the server.
    @Test("A hidden review is gone with the next request") func dropHidden() async throws {
        let site = try await TestSite()
        let place = try #require(try await site.places(1).first)
        let author = try #require(try await site.people(1).first)
        let review = try await site.review(place, by: author, try ReviewsFixture.input("둘도 없는 말이에요."))
        let path = "/places/\(place)"
        for _ in 1...2 { #expect(String(buffer: try await site.get(path).body).contains("둘도 없는 말이에요")) }
        let file = try await site.app.database.read { transaction in
            try transaction.first("SELECT file FROM pragma_database_list WHERE name = 'main'") { try $0.string(0) }
        }
        let command = try SQLiteDatabase(path: try #require(file), role: .command)
        let now = site.now
        try await command.write { _ = try $0.hideReview(review, at: now) }
        #expect(try await !String(buffer: site.get(path).body).contains("둘도 없는 말이에요"))
        await command.close()
    }

    @Test("An empty search is counted each time") func countSearches() async throws {
        let site = try await TestSite()
        let agent: HTTPFields = [.userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"]
        for _ in 1...3 { _ = try await site.get("/places?q=qqqqq", agent) }
        try await site.app.statistics.save()
        let count = try await site.app.database.read { transaction in
            try transaction.first("SELECT SUM(count) FROM empty_searches") { try $0.int(0) }
        }
        #expect(count == 3)
    }

    @Test("A size of zero turns it off") func turnOff() async throws {
        let site = try await TestSite(settings: ["MOEUM_PAGE_CACHE": "0"])
        #expect(site.app.responseCache == nil)
        let (first, second) = (try await site.get("/"), try await site.get("/"))
        #expect(first.status == .ok && first.body == second.body)
    }
}

import Foundation
import HTTPTypes
import RouterClient
import Synchronization
import Testing

@testable import Moeum

/// The site's map for search engines: long, asked for by anybody, and made seldom.
struct SitemapTests {
    /// A site of its own on the rows of another, whose clock is told what time it is.
    private static func client(_ site: TestSite, _ time: Time) throws -> RouterClient {
        let app = try App(
            config: site.app.config,
            resources: try Resources(config: site.app.config),
            database: site.app.database,
            logger: site.app.logger
        ) { time.now }
        return try RouterClient(Routes.router(app))
    }

    @Test func itIsMadeOnceForEverybodyAndAnewAfterAWhile() async throws {
        try await TestSite.withSample { site in
            let time = Time(site.now)
            let client = try Self.client(site, time)
            let place = try await site.places(1)[0]
            func map(_ headers: HTTPFields = [:]) async throws -> TestResponse {
                try await client.execute(uri: "/sitemap.xml", method: .get, headers: headers)
            }
            let first = try await map()
            #expect(first.text.contains("/places/\(place)</loc>") && first.text.hasSuffix("</urlset>\n"))
            try await site.app.database.write {
                try $0.execute("UPDATE places SET status = 'closed' WHERE id = \(place)")
            }
            #expect(try await map().body == first.body)
            time.now = site.now + 601
            let later = try await map()
            #expect(!later.text.contains("/places/\(place)</loc>") && later.text.hasSuffix("</urlset>\n"))
            let tag = try #require(later.headers[.eTag])
            #expect(try await map([.ifNoneMatch: tag]).status == .notModified)
            let smaller = try await map([.acceptEncoding: "gzip"])
            #expect(smaller.headers[.contentEncoding] == "gzip")
            #expect(smaller.body.readableBytes * 4 < later.body.readableBytes)
        }
    }

    @Test func publicListsAreFoundByAnIndex() async throws {
        try await TestSite.withSample { site in
            let plan = try await site.app.database.read { transaction in
                try transaction.rows(
                    """
                    EXPLAIN QUERY PLAN SELECT l.id FROM lists l JOIN accounts a ON a.id = l.account_id
                    WHERE l.visibility = \("public") AND l.entry_count > 0
                    ORDER BY l.changed_at DESC, l.id DESC LIMIT 100
                    """
                ).map { try $0.string(3) }
            }
            #expect(plan.contains { $0.contains("lists_by_visibility") }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}

/// What time it is on a site.
private final class Time: Sendable {
    private let moment: Mutex<Date>

    init(_ now: Date) { moment = Mutex(now) }

    var now: Date {
        get { moment.withLock { $0 } }
        set { moment.withLock { $0 = newValue } }
    }
}

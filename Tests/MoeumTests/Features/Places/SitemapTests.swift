import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// The site's map for search engines: long, asked for by anybody, and made seldom.
@Suite(.cleanup)
struct SitemapTests {
    @Test("The sitemap is made once, and again when places change") func cacheSitemap() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        func map(_ headers: HTTPFields = [:]) async throws -> TestResponse {
            try await site.get("/sitemap.xml", headers)
        }
        let first = try await map()
        #expect(first.text.contains("/places/\(place)</loc>") && first.text.hasSuffix("</urlset>\n"))
        #expect(try await map().body == first.body)
        try await site.app.database.write {
            try $0.execute("UPDATE places SET status = 'closed' WHERE id = \(place)")
        }
        let later = try await map()
        #expect(!later.text.contains("/places/\(place)</loc>") && later.text.hasSuffix("</urlset>\n"))
        let tag = try #require(later.headers[.eTag])
        #expect(try await map([.ifNoneMatch: tag]).status == .notModified)
        let smaller = try await map([.acceptEncoding: "gzip"])
        #expect(smaller.headers[.contentEncoding] == "gzip")
        #expect(smaller.body.readableBytes * 4 < later.body.readableBytes)
    }

    @Test("Public lists are found by an index") func listsByIndex() async throws {
        let site = try await TestSite()
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

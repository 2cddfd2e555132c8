import Foundation
import HTTPTypes
import RouterClient
import Testing

@testable import Moeum

/// `docs/json.md` says what programs get of every page.
@Suite(.cleanup)
struct JSONReferenceTests {
    /// Writes the file instead where `WRITE_DOCS` is set (see CONTRIBUTING.md).
    @Test("The document is what the pages say") func matchPages() async throws {
        let made = try JSONReference(try await JSONExample.all()).text()
        if ProcessInfo.processInfo.environment["WRITE_DOCS"] != nil {
            return try Data(made.utf8).write(to: Project.root.appending(path: JSONReference.path))
        }
        let lines = made.split(separator: "\n", omittingEmptySubsequences: false)
        let kept = try Project.text(JSONReference.path).split(separator: "\n", omittingEmptySubsequences: false)
        let old = zip(kept, lines).first { $0 != $1 }.map { "\($0) is now \($1)" }
        #expect(old == nil, "write docs/json.md: WRITE_DOCS=1 Scripts/test --filter JSONReference")
        #expect(kept.count == lines.count)
    }

    @Test("Every page has its place in the document") func placePages() {
        let placed = JSONPages.sections.flatMap(\.pages).map { ObjectIdentifier($0.type) }
        let all = Routes.pages.map { ObjectIdentifier($0) }
        let without = JSONPages.withoutJSON.map { ObjectIdentifier($0) }
        #expect(Set(placed).count == placed.count)
        #expect(Set(placed).isDisjoint(with: without))
        #expect(Set(placed).union(without).isSuperset(of: all))
    }

    @Test("Every address has its place in the document") func placeAddresses() {
        let routes = JSONPages.sections.flatMap(\.pages).flatMap(\.routes)
        let known = AccessContractTests.rows.keys
        #expect(Set(routes).isDisjoint(with: JSONPages.others))
        #expect(Set(routes).subtracting(known) == [])
        let read = Set(known.filter { $0.hasPrefix("GET ") })
        #expect(read.symmetricDifference(JSONPages.others.union(routes.filter { $0.hasPrefix("GET ") })) == [])
    }

    /// What an admin with a place, a list, a review and a visit can read has the fields that the document names.
    @Test("Addresses answer with the fields that the document names") func answerAddresses() async throws {
        let site = try await TestSite()
        let browser = TestBrowser(site)
        let account = try await site.logIn(browser, nickname: "한결", role: .admin, hasTwoFactor: true)
        let places = try await site.places(2)
        let ids = try await Self.ids(of: account, places, site)
        let entries = JSONPages.sections.flatMap(\.pages)
        let routes = Set(entries.flatMap(\.routes)).filter { $0.hasPrefix("GET ") }
        var answered = 0
        for route in routes.sorted() {
            let pattern = String(route.dropFirst(4))
            let id = ids.first { pattern.hasPrefix($0.prefix) }?.id ?? "\(places[0])"
            let path = pattern.replacing("{id}", with: id).replacing("{slug}", with: "mapo")
                .replacing("{period}", with: "2026-11").replacing(/\{[^}]*\}/, with: "1")
            let answer = try await browser.get(path, [.accept: "application/json"])
            guard answer.status == .ok else { continue }
            let object = try JSONSerialization.jsonObject(with: Data(buffer: answer.body))
            let names = Set((object as? [String: Any] ?? [:]).keys)
            // A page that has no sense now only says where to go on.
            if names == ["next", "message"] { continue }
            answered += 1
            let pages = entries.filter { $0.routes.contains(route) }.map {
                Set($0.type.schema.shown.map(\.name))
            }
            #expect(pages.contains(names), "\(route)")
        }
        #expect(answered > 70)
    }

    /// What stands for the ids of addresses that begin so, the longest beginning first; elsewhere a place's do.
    private static func ids(
        of account: Account.ID,
        _ places: [Place.ID],
        _ site: TestSite
    ) async throws -> [(prefix: String, id: String)] {
        let review = try await site.review(places[0], by: account, try ReviewsFixture.input())
        return try await site.app.database.write { transaction in
            let input = NamedList.Details(title: "주말", note: "", visibility: .private)
            let list = try #require(try transaction.insertNamedList(input, by: account, at: site.now))
            let visit = try transaction.insertVisit(places[0], on: "2026-01-01", by: account, at: site.now)
            return [
                ("/lists/", "\(list)"), ("/visits/", "\(visit)"), ("/reviews/", "\(review)"),
                ("/admin/reviews/", "\(review)"), ("/members/", "\(account)"), ("/admin/users/", "\(account)"),
            ]
        }
    }
}

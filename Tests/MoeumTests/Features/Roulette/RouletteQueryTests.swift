import Foundation
import Testing

@testable import Moeum

/// Addresses of the roulette: one order, nothing that its source does not know.
struct RouletteQueryTests {
    private func query(_ text: String, hasAccount: Bool = true) throws -> RouletteQuery {
        RouletteQuery(try Form(text.utf8).items, districts: PlacesFixture.districts, hasAccount: hasAccount)
    }

    @Test(
        "An address has one canonical form",
        arguments: [
            (
                "pick=7&not=9&not=3&unvisited=30&district=mapo&tag=b-1&tag=a-1&kind=bookshop&from=favourites&rating=4&q=x&radius=500",
                "/roulette?from=favourites&tag=a-1&tag=b-1&q=x&kind=bookshop&district=mapo&rating=4&unvisited=30&not=3&not=9&pick=7"
            ),
            (
                "from=nearby&near=37.5,126.9&radius=500&type=한식&district=mapo&tag=a-1",
                "/roulette?from=nearby&type=%ED%95%9C%EC%8B%9D&near=37.50,126.90&radius=500"
            ),
            (
                "from=district&district=mapo&district=nowhere&near=37.5,126.9&list=4",
                "/roulette?from=district&district=mapo"
            ),
            ("from=list&list=12&district=mapo&q=x", "/roulette?from=list&list=12"),
            ("from=moon&unvisited=0&not=x&pick=-1&rating=9", "/roulette"),
            ("from=district&unvisited=30&unvisited=all", "/roulette?from=district&unvisited=all"),
            ("from=list&list=%3Cb%3E", "/roulette?from=list"),
        ]
    )
    func canonicalAddress(_ typed: String, _ address: String) throws {
        let canonical = try query(typed).narrowed.address
        #expect(canonical == address)
        let again = try query(String(canonical.split(separator: "?").dropFirst().first ?? "")).narrowed
        #expect(again.address == address)
    }

    @Test("The filter for visits needs an account")
    func visitsNeedAccount() throws {
        #expect(
            try query("from=district&unvisited=all", hasAccount: false).narrowed.address == "/roulette?from=district"
        )
    }

    @Test("Favourites are filtered as on their own page")
    func filtersFavourites() throws {
        // 211 bytes, and a blank before it.
        let long = String(repeating: "가", count: 30) + "-" + String(repeating: "🍜", count: 30)
        let many = (1...58).map { "tag=n-\($0)" }.joined(separator: "&")
        let text = "from=favourites&tag= \(long)&tag=odd&\(many)&rating= 4&kind=bookshop&q=x&near=37.5,126.9&radius=500"
        let form = try Form(text.utf8)
        let own = FavouriteQuery(form.items, districts: PlacesFixture.districts)
        let roulette = try query(text).narrowed.favourites
        #expect(own.tags.contains { $0.text == long } && own.tags.count == 59 && own.oddTags == ["odd"])
        #expect(Set(roulette.tags) == Set(own.tags) && roulette.oddTags == own.oddTags)
        #expect(roulette.rating == 4)
        #expect(roulette.address("/favourites") == own.address("/favourites"))
    }

    @Test("The pool's key depends on the filters, not on picks")
    func poolKey() throws {
        let pool = try query("from=district&district=mapo").poolKey
        #expect(try query("from=district&district=mapo&not=4&pick=9").poolKey == pool)
        #expect(try query("from=district&district=jung").poolKey != pool)
        #expect(try query("from=district&district=mapo&unvisited=all").poolKey != pool)
        let near = try query("from=nearby&near=37.55631,126.92362").poolKey
        #expect(try query("from=nearby&near=37.55999,126.92001").poolKey == near)
        #expect(try query("from=nearby&near=37.56,126.9236").poolKey != near)
    }
}

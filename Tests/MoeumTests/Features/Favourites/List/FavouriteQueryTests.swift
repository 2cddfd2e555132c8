import Foundation
import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// The address of one's favourites, read and written.
struct FavouriteQueryTests {
    private func query(_ address: String) throws -> FavouriteQuery {
        FavouriteQuery(try Form(address.utf8).items, districts: PlacesFixture.districts)
    }

    @Test(
        "An address has one canonical form",
        arguments: [
            ("", "/favourites"),
            ("tag=종류-양식&tag=지역-수원역&tag=종류-양식", "/favourites?tag=종류-양식&tag=지역-수원역"),
            ("sort=newest&kind=bookshop&q= 국물 ", "/favourites?q=국물&kind=bookshop&sort=newest"),
            ("radius=1000&near=37.5,127&rating=4", "/favourites?rating=4&near=37.50,127.00"),
            ("near=37.5,127&radius=300&sort=distance", "/favourites?near=37.50,127.00&radius=300&sort=distance"),
            ("unvisited=30&district=mapo&district=nowhere", "/favourites?district=mapo&unvisited=30"),
            ("unvisited=all", "/favourites?unvisited=all"),
            (
                "unvisited=0&rating=6&kind=cafe&sort=price&district=x&near=1&open=1&view=map&type=한식",
                "/favourites?view=map"
            ),
            ("unvisited=3651&rating=0", "/favourites"),
            ("tag=수원역&tag=-&tag=", "/favourites?tag=-&tag=수원역"),
        ]
    )
    func canonicalAddress(_ given: String, _ canonical: String) throws {
        let query = try query(given)
        let address = query.address("/favourites")
        #expect(address.removingPercentEncoding == canonical)
        let again = try self.query(String(address.dropFirst("/favourites".count + (address.contains("?") ? 1 : 0))))
        #expect(again.address("/favourites") == address)
    }

    @Test("An invalid tag can be removed like any filter")
    func removesOddTags() throws {
        let query = try query("tag=수원역&tag=지역-수원역&tag=지역-마포&q=국물")
        #expect(query.oddTags == ["수원역"])
        #expect(query.filters == [.group("지역"), .oddTag("수원역"), .text])
        #expect(query.without(.oddTag("수원역")).oddTags == [])
        #expect(query.without(.group("지역")).tags == [])
    }

    @Test("Each filter is removed without the others")
    func removesOneFilter() throws {
        var query = try query(
            "q=a&tag=b-c&tag=d&kind=restaurant&district=mapo&rating=3&unvisited=7&near=37,127&radius=200&after=x"
        )
        #expect(query.filters.count == 8)
        for filter in query.filters {
            let rest = query.without(filter)
            #expect(Set(rest.filters) == Set(query.filters).subtracting([filter]))
            #expect(rest.after == nil)
        }
        for filter in query.filters { query = query.without(filter) }
        #expect(query == FavouriteQuery())
    }

    @Test("Sorting by distance needs a point")
    func distanceNeedsPoint() throws {
        #expect(try query("sort=distance").effectiveSort == .newest)
        #expect(try query("near=37,127").effectiveSort == .distance)
        #expect(try query("near=37,127&sort=newest").effectiveSort == .newest)
    }

    @Test("The period without visits begins on a day of Seoul")
    func unvisitedSince() throws {
        // Nine in the morning of 1 March in Seoul.
        let now = try #require(ISO8601DateFormatter().date(from: "2026-03-01T00:00:00Z"))
        #expect(FavouriteQuery.UnvisitedPeriod("1")?.since(now) == "2026-02-28")
        #expect(FavouriteQuery.UnvisitedPeriod("365")?.since(now) == "2025-03-01")
        #expect(FavouriteQuery.UnvisitedPeriod("all")?.since(now) == nil)
    }
}

import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// The photos by which reviews are shown.
@Suite(.cleanup)
struct WallTests {
    /// Reviews with two photos each, the oldest first, of restaurants and bookshops in turn.
    private struct Scene {
        let site: TestSite
        let author: Account.ID
        var reviews: [(id: Review.ID, photos: [Photo.ID], place: Place.ID)] = []

        /// The ids of a page's photos.
        func ids(_ path: String = "/photos") async throws -> [Int] {
            (try await site.json(path)["photos"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
        }

        /// The covers of reviews, newest first.
        func covers(_ numbers: [Int]) -> [Int] { numbers.map { Int(reviews[$0].photos[0]) } }
    }

    private func sceneWithReviews(_ count: Int, on engine: TestEngine = .sqlite) async throws -> Scene {
        let site = try await TestSite(on: engine)
        let author = try #require(try await site.people(1).first)
        var scene = Scene(site: site, author: author)
        let (restaurants, bookshops) = (try await site.places(count), try await site.places(count, .bookshop))
        for number in 0..<count {
            let place = number.isMultiple(of: 2) ? restaurants[number] : bookshops[number]
            let photos = [try await site.photo(by: author), try await site.photo(by: author)]
            let review = try await site.review(place, by: author, try ReviewsFixture.input(photos: photos))
            scene.reviews.append((review, photos, place))
        }
        return scene
    }

    @Test("Each review is shown by its first photo, newest first", arguments: TestEngine.available)
    func showsCovers(_ engine: TestEngine) async throws {
        let scene = try await sceneWithReviews(3, on: engine)
        #expect(try await scene.ids() == scene.covers([2, 1, 0]))
        #expect(try await scene.ids("/photos?kind=bookshop") == scene.covers([1]))
        #expect(try await scene.ids("/photos?kind=restaurant") == scene.covers([2, 0]))
        for (number, review) in scene.reviews.enumerated() {
            let place = try #require(try await scene.site.app.database.read { try $0.place(review.place) })
            let here = try await scene.ids("/photos?district=\(place.district)&kind=\(place.kind.rawValue)")
            #expect(here.contains(scene.covers([number])[0]))
        }
        let first = try #require(try await scene.site.json("/photos")["photos"] as? [[String: Any]]).first
        #expect(first?["shape"] as? Int == 18)
        #expect(first?["saved"] is NSNull)
        let place = try #require(first?["place"] as? [String: Any])
        #expect(place["id"] as? Int == Int(scene.reviews[2].place))
        #expect(Set(place.keys) == ["id", "kind", "name"])
    }

    @Test("A hidden photo is replaced by the review's next one", arguments: TestEngine.available)
    func replacesHidden(_ engine: TestEngine) async throws {
        let scene = try await sceneWithReviews(2, on: engine)
        let (old, new) = (scene.reviews[0], scene.reviews[1])
        try await scene.site.app.database.write { try $0.hidePhoto(new.photos[0], at: scene.site.now) }
        #expect(try await scene.ids() == [Int(new.photos[1]), Int(old.photos[0])])
        try await scene.site.app.database.write { try $0.restorePhoto(new.photos[0]) }
        #expect(try await scene.ids() == scene.covers([1, 0]))
        try await scene.site.app.database.write { try $0.hideReview(new.id, at: scene.site.now) }
        #expect(try await scene.ids() == scene.covers([0]))
        try await scene.site.app.database.write { try $0.restoreReview(new.id) }
        try await scene.site.app.database.write {
            try $0.hideReviews(of: scene.author, for: .suspension, at: scene.site.now)
        }
        #expect(try await scene.ids() == [])
        try await scene.site.app.database.write { try $0.unhideReviews(of: scene.author, for: .suspension) }
        _ = try await scene.site.app.database.write { try $0.deleteReview(old.id, at: scene.site.now) }
        #expect(try await scene.ids() == scene.covers([1]))
    }

    @Test("Photos follow their place to another district", arguments: TestEngine.available)
    func followsPlace(_ engine: TestEngine) async throws {
        let scene = try await sceneWithReviews(1, on: engine)
        let place = scene.reviews[0].place
        try await scene.site.execute("UPDATE places SET district = 'dobong', kind = 'bookshop' WHERE id = \(place)")
        try await scene.site.app.database.write { try $0.savePhotoFilters(of: place) }
        #expect(try await scene.ids("/photos?district=dobong&kind=bookshop") == scene.covers([0]))
        #expect(try await scene.ids("/photos?kind=restaurant") == [])
    }

    @Test("A page begins behind a photo, or with one", arguments: TestEngine.available)
    func beginsAtPhoto(_ engine: TestEngine) async throws {
        let scene = try await sceneWithReviews(4, on: engine)
        let all = scene.covers([3, 2, 1, 0])
        func photos(_ query: WallQuery) async throws -> [Int] {
            try await scene.site.app.database.read { try $0.wallPhotos(query).map { Int($0.id) } }
        }
        var query = WallQuery()
        query.start = .after(Photo.ID(rawValue: Int64(all[1])))
        #expect(try await photos(query) == [all[2], all[3]])
        query.start = .from(Photo.ID(rawValue: Int64(all[1])))
        #expect(try await photos(query) == [all[1], all[2], all[3]])
        let newer = try await scene.site.app.database.read { [query] in
            try $0.newerWallPhotoCount(than: Photo.ID(rawValue: Int64(all[1])), query, atMost: 9)
        }
        #expect(newer == 1)
        #expect(try await scene.site.get("/photos?from=\(all[1])").text.contains("새 사진 1장 보기"))
        // Where the photo is gone, the nearest after it.
        try await scene.site.app.database.write { try $0.hideReview(scene.reviews[2].id, at: scene.site.now) }
        #expect(try await photos(query) == [all[2], all[3]])
    }

    @Test("An address is read with its bounds")
    func readsAddress() {
        let districts = Districts([])
        func query(_ items: [(String, String)]) -> WallQuery {
            WallQuery(items.map { (name: $0, value: $1) }, districts)
        }
        #expect(query([("pages", "8")]).limit == 8 * WallQuery.pageSize)
        #expect(query([("pages", "900")]).pages == WallQuery.maxPages)
        #expect(query([("pages", "x"), ("kind", "x"), ("after", "x"), ("district", "x")]) == WallQuery())
        #expect(query([("after", "7"), ("from", "9")]).start == .after(Photo.ID(rawValue: 7)))
        #expect(query([("kind", "bookshop")]).address(after: Photo.ID(rawValue: 7)) == "/photos?kind=bookshop&after=7")
    }

    @Test("Visitors get the same bytes")
    func sameForVisitors() async throws {
        let scene = try await sceneWithReviews(2)
        let (one, other) = (try await scene.site.get("/photos"), try await scene.site.get("/photos"))
        #expect(one.headers[.eTag] != nil && one.headers[.eTag] == other.headers[.eTag])
        #expect(one.headers[.setCookie] == nil)
        #expect(one.text.contains("h18") && !one.text.contains("csrf"))
    }
}

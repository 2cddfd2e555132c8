import Foundation
import Testing

@testable import Moeum

/// A place's newest menu board stands first, and its photos can be narrowed to one kind.
@Suite(.cleanup)
struct PhotoKindPageTests {
    /// A place and its photos, in the order of its gallery: newest first.
    private struct Gallery {
        let site: TestSite
        let place: Place.ID
        let photos: [Photo.ID]
        /// Of each photo.
        let reviews: [Review.ID]

        /// - Parameter reviews: how many photos each has, the newest review first.
        init(_ engine: TestEngine = .sqlite, reviews counts: [Int]) async throws {
            site = try await TestSite(on: engine)
            place = try await site.places(1)[0]
            var (photos, reviews): ([Photo.ID], [Review.ID]) = ([], [])
            for (index, account) in try await site.people(counts.count).enumerated() {
                var own: [Photo.ID] = []
                for _ in 0..<counts[counts.count - 1 - index] { own.append(try await site.photo(by: account)) }
                let review = try await site.review(place, by: account, ReviewsFixture.input(photos: own))
                photos = own + photos
                reviews = own.map { _ in review } + reviews
            }
            (self.photos, self.reviews) = (photos, reviews)
        }

        /// - Parameter age: how long ago it was uploaded, in seconds.
        func set(_ kind: PhotoKind, of number: Int, age: TimeInterval = 0) async throws {
            let sentAt = (site.now - age).milliseconds
            try await site.execute(
                """
                UPDATE photos SET photo_kind = \(kind.rawValue), created_at = \(sentAt) WHERE id = \(photos[number])
                """
            )
        }

        /// The photos at the top of the place's page; the last link may lead to all.
        func front() async throws -> [String?] {
            try await site.get("/places/\(place)").html.all(".gallery a").map { $0["id"] }
        }

        func ids(_ numbers: [Int]) -> [String?] { numbers.map { "photo-\(photos[$0])" } }

        /// The numbers of the photos that a page of all has.
        func numbers(_ json: [String: Any]) -> [Int?] {
            (json["photos"] as? [[String: Any]] ?? []).map { photo in
                photos.firstIndex { Int($0) == photo["id"] as? Int }
            }
        }
    }

    @Test("The newest menu board stands first on a place, the others as before", arguments: TestEngine.available)
    func showBoardFirst(_ engine: TestEngine) async throws {
        let gallery = try await Gallery(engine, reviews: [2, 2, 3])
        let (site, place) = (gallery.site, gallery.place)
        #expect(try await gallery.front() == gallery.ids([0, 1, 2, 3, 4]))
        // The older review got the newer photo, by an edit.
        try await gallery.set(.menu, of: 5, age: 100)
        try await gallery.set(.menu, of: 3, age: 200)
        try await gallery.set(.food, of: 0)
        #expect(try await gallery.front() == gallery.ids([5, 0, 1, 2, 3]))
        let page = try await site.get("/places/\(place)")
        let day = SeoulTime(site.now - 100).isoDay.suffix(5)
        #expect(
            try page.html.all(".gallery .cap").map(\.text) == [
                "메뉴판 · \(day)", "음식 · \(SeoulTime(site.now).isoDay.suffix(5))",
            ]
        )
        // What other sites show and the pages of photos stay in their order.
        #expect(
            try page.html.has("meta[property=og:image][content^=http://moeum.example/media/name\(gallery.photos[0])]")
        )
        let json = try await site.json("/places/\(place)/photos")
        #expect(gallery.numbers(json) == Array(0..<7))
        #expect((json["photos"] as? [[String: Any]])?[5]["kind"] as? String == "menu")
        #expect(
            try await site.json("/photos/\(gallery.photos[5])")["previous"] as? String == "/photos/\(gallery.photos[4])"
        )
        // A photo leads back to where the place shows it.
        for number in 0..<7 {
            let isInFront = [5, 0, 1, 2, 3].contains(number)
            let anchor = isInFront ? "photo-\(gallery.photos[number])" : "r\(gallery.reviews[number])"
            let photo = try await site.get("/photos/\(gallery.photos[number])")
            #expect(try photo.html.has("a[href=/places/\(place)#\(anchor)]"), "\(number)")
        }
        // A hidden one gives its place to the next.
        let (board, now) = (gallery.photos[5], site.now)
        try await site.app.database.write { try $0.hidePhoto(board, at: now) }
        #expect(try await gallery.front() == gallery.ids([3, 0, 1, 2, 4]))
    }

    @Test("A menu board of an earlier year says its year") func sayYear() async throws {
        let gallery = try await Gallery(reviews: [1])
        try await gallery.set(.menu, of: 0, age: 400 * 86_400)
        let day = SeoulTime(gallery.site.now - 400 * 86_400).isoDay
        let page = try await gallery.site.get("/places/\(gallery.place)")
        #expect(try page.html.all(".gallery .cap").map(\.text) == ["메뉴판 · \(day)"])
        let photo = try await gallery.site.get("/photos/\(gallery.photos[0])")
        #expect(try photo.html.first("figcaption")?.text.contains("메뉴판 · ") == true)
    }

    @Test("Photos of several kinds can be narrowed to one", arguments: TestEngine.available)
    func narrowToKind(_ engine: TestEngine) async throws {
        let gallery = try await Gallery(engine, reviews: [2, 3])
        let (site, path) = (gallery.site, "/places/\(gallery.place)/photos")
        func filters(_ address: String) async throws -> [String] {
            try await site.get(address).html.all("nav.chips .chip").map(\.text)
        }
        #expect(try await filters(path) == [])
        try await gallery.set(.menu, of: 4)
        #expect(try await filters(path) == [])
        try await gallery.set(.food, of: 1)
        try await gallery.set(.food, of: 3)
        #expect(try await filters(path) == ["모두", "메뉴판 1", "음식 2"])
        let json = try await site.json("\(path)?kind=food")
        #expect(gallery.numbers(json) == [1, 3] && json["total"] as? Int == 2)
        let page = try await site.get("\(path)?kind=food")
        #expect(try page.html.first("nav.chips .chip[aria-current=page]")?.text == "음식 2")
        #expect(try page.html.all("#list .cap").count == 2)
        #expect(try page.html.has("link[rel=canonical][href=http://moeum.example\(path)?kind=food]"))
        // None of a kind: said, with a way back; what is no kind is ignored.
        #expect(try await site.json("\(path)?kind=outside")["total"] as? Int == 0)
        let none = try await site.get("\(path)?kind=outside")
        #expect(try none.html.has("nav.chips .chip[href=\(path)]") && none.html.has(".empty"))
        #expect(gallery.numbers(try await site.json("\(path)?kind=soup")) == Array(0..<5))
    }

    @Test("All photos of a kind come once each, over all pages", arguments: TestEngine.available)
    func pageThroughKind(_ engine: TestEngine) async throws {
        let gallery = try await Gallery(engine, reviews: Array(repeating: 6, count: 6))
        try await gallery.site.execute("UPDATE photos SET photo_kind = 'inside'")
        try await gallery.set(.food, of: 7)
        var (path, seen, pages): (String?, [Int?], Int) = ("/places/\(gallery.place)/photos?kind=inside", [], 0)
        while let address = path {
            let json = try await gallery.site.json(address)
            seen += gallery.numbers(json)
            pages += 1
            #expect(json["total"] as? Int == 35)
            path = json["next"] as? String
        }
        #expect(pages == 2 && seen == Array(0..<36).filter { $0 != 7 })
    }
}

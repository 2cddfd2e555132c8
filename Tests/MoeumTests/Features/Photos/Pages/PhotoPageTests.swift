import Foundation
import HTTPTypes
import Testing

@testable import Moeum

/// Looking at photos: each on its own page, and all of a place.
@Suite(.cleanup)
struct PhotoPageTests {
    /// A place with as many photos, the older the smaller its number, in one review of somebody called haneul.
    private func siteWithGallery(_ engine: TestEngine = .sqlite, photos: Int) async throws -> (TestSite, Place.ID) {
        let site = try await TestSite(on: engine)
        let place = try await site.app.database.read { try $0.listedPlaceIDs(limit: 1)[0] }
        let author = try await TestPerson(email: "haneul@moeum.example", nickname: "haneul").exist(
            on: site,
            hash: "none"
        )
        let now = site.now
        try await site.app.database.write { transaction in
            try transaction.execute(
                """
                INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, created_at)
                VALUES ('made-up', 'made-up', 1000, 500, '#a1b2c3', 'data:image/webp;base64,AAAA', 1)
                """
            )
            for (number, chunk) in stride(from: 1, through: photos, by: 6).enumerated() {
                let ids = (chunk..<min(chunk + 6, photos + 1)).map { Photo.ID(rawValue: Int64($0)) }
                try transaction.addReview(by: number == 0 ? author : nil, of: place, photos: ids, at: now)
            }
        }
        return (site, place)
    }

    private func ids(_ json: [String: Any]) -> [Int] {
        (json["photos"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
    }

    @Test("A photo's JSON has its neighbours, size, place and author", arguments: TestEngine.available)
    func showPhoto(_ engine: TestEngine) async throws {
        let (site, place) = try await siteWithGallery(engine, photos: 3)
        let json = try await site.json("/photos/2")
        #expect(json["previous"] as? String == "/photos/3")
        #expect(json["next"] as? String == "/photos/1")
        let photo = try #require(json["photo"] as? [String: Any])
        #expect(photo["id"] as? Int == 2)
        #expect(photo["src"] as? String == "/media/name2-1280.webp")
        // Nothing is enlarged, and the ratio is kept.
        #expect(photo["width"] as? Int == 1_000)
        #expect(photo["height"] as? Int == 500)
        #expect(photo["alt"] as? String == "photo 2")
        #expect((photo["place"] as? [String: Any])?["id"] as? Int == Int(place))
        let review = try #require(photo["review"] as? [String: Any])
        #expect((review["author"] as? [String: Any])?["nickname"] as? String == "haneul")
        #expect(try await site.json("/photos/3")["previous"] is NSNull)
        #expect(try await site.json("/photos/1")["next"] is NSNull)
    }

    @Test("A page and its fragment have the same links") func sameLinksInFragment() async throws {
        let (site, place) = try await siteWithGallery(photos: 3)
        let page = try await site.get("/photos/2")
        let part = try await site.get("/photos/2", [.fragment: "photo"])
        #expect(try page.html.has("html") && !part.html.has("html"))
        let links: [HTMLSelector] = [
            "a[href=/photos/3][rel=prev]", "a[href=/photos/1][rel=next]", "[data-first=/photos/3]",
            "[data-last=/photos/1]", "a[href=/places/\(place)#photo-2]", "img[alt=photo 2]",
            "img[srcset=/media/name2-320.webp 320w, /media/name2-640.webp 640w, /media/name2-1280.webp 1000w]",
        ]
        for link in links { #expect(try page.html.has(link) && part.html.has(link), "\(link)") }
    }

    @Test("A suspended author is not named beside a photo", arguments: TestEngine.available)
    func hideSuspendedName(_ engine: TestEngine) async throws {
        let (site, place) = try await siteWithGallery(engine, photos: 1)
        func author() async throws -> [String: Any]? {
            let photo = try await site.json("/photos/1")["photo"] as? [String: Any]
            return (photo?["review"] as? [String: Any])?["author"] as? [String: Any]
        }
        let id = try #require(try await author()?["id"] as? Int)
        try await site.app.database.write { try $0.suspend(Account.ID(rawValue: Int64(id))) }
        #expect(try await author() == nil)
        for path in ["/photos/1", "/places/\(place)/photos", "/places/\(place)"] {
            #expect(try await !site.get(path).text.contains("haneul"), "\(path)")
        }
    }

    @Test("Without scripts a photo leads back to where the place shows it") func leadBack() async throws {
        let (site, place) = try await siteWithGallery(photos: 6)
        let review = try await site.json("/photos/1")["photo"] as? [String: Any]
        let id = try #require((review?["review"] as? [String: Any])?["id"] as? Int)
        #expect(try await site.get("/photos/2").html.has("a[href=/places/\(place)#photo-2]"))
        #expect(try await site.get("/photos/1").html.has("a[href=/places/\(place)#r\(id)]"))
        let page = try await site.get("/places/\(place)")
        #expect(try page.html.has("#photo-2") && page.html.has("#r\(id)"))
    }

    @Test("A shared page brings a picture") func sharePicture() async throws {
        let (site, place) = try await siteWithGallery(photos: 2)
        let review = try await site.json("/photos/1")["photo"] as? [String: Any]
        let id = try #require((review?["review"] as? [String: Any])?["id"] as? Int)
        for (path, photo) in [("/places/\(place)", 2), ("/photos/1", 1), ("/reviews/\(id)", 2)] {
            let page = try await site.get(path)
            for (name, content) in [
                ("", "http://moeum.example/media/name\(photo).jpg"), (":width", "1000"), (":height", "500"),
                (":alt", "photo \(photo)"),
            ] {
                #expect(try page.html.has("meta[property=og:image\(name)][content=\(content)]"), "\(path)")
            }
        }
        let page = try await site.get("/places/\(place)").text
        #expect(page.contains("\"image\":\"http://moeum.example/media/name2.jpg\""))
        #expect(try await !site.get("/places/\(site.places(2)[1])").html.has("meta[property^=og:image]"))
    }

    @Test("A colour or a tiny picture stands in until a photo is loaded") func showPlaceholder() async throws {
        let (site, place) = try await siteWithGallery(photos: 2)
        for path in ["/places/\(place)", "/photos/1"] {
            let page = try await site.get(path)
            #expect(try page.html.has("image[href=data:image/webp;base64,AAAA]"), "\(path)")
        }
        for path in ["/places/\(place)", "/places/\(place)/photos", "/places/\(place)/reviews"] {
            #expect(try await site.get(path).html.has("[fill=#a1b2c3]"), "\(path)")
        }
    }

    @Test("The page of a place with many photos stays small") func limitPageSize() async throws {
        let site = try await TestSite()
        let place = try await site.places(1)[0]
        let words = ["국물이", "맑고", "깊어서", "소금을", "거의", "안", "넣었어요.", "창가", "자리가", "조용하고", "다시", "가고", "싶어요."]
        for (number, account) in try await site.people(20).enumerated() {
            let body = (0..<40).map { words[($0 * $0 * (number + 3) + number) % words.count] }
            let now = site.now
            let photos = try await site.app.database.write { transaction in
                try (0..<3).map { _ in try transaction.addPhoto(by: account, at: now) }
            }
            let input = try ReviewsFixture.input(body.joined(separator: " "), photos: photos)
            try await site.review(place, by: account, input, age: Double(number))
        }
        let page = try await site.get("/places/\(place)", [.acceptEncoding: "gzip"])
        #expect(page.headers[.contentEncoding] == "gzip")
        #expect(page.body.readableBytes <= 25_000, "\(page.body.readableBytes)")
        #expect(try await site.get("/places/\(place)").html.all(".tint").count == 65)
    }

    @Test(
        "Files have the widths that srcset says",
        arguments: [
            (1_000, 500, "320w 640w 1000w", 1_000, 500), (200, 100, "200w", 200, 100),
            (640, 640, "320w 640w", 640, 640),
            // Where the height is the limit.
            (1_000, 40_000, "320w 409w", 409, 16_360), (4_000, 3_000, "320w 640w 1280w", 1_280, 960),
        ]
    )
    func widthsOfFiles(
        _ width: Int,
        _ height: Int,
        _ widths: String,
        _ shownWidth: Int,
        _ shownHeight: Int
    ) {
        let files = PhotoFiles(name: "a", width: width, height: height)
        let said = files.sources().split(separator: ", ").compactMap { $0.split(separator: " ").last }
        #expect(said.joined(separator: " ") == widths)
        #expect(files.width(.large) == shownWidth)
        #expect(files.height(.large) == shownHeight)
        #expect(!files.sources(upTo: .medium).contains("-1280"))
    }

    @Test("A hidden or unknown photo is on no page", arguments: TestEngine.available)
    func hidePhoto(_ engine: TestEngine) async throws {
        let (site, place) = try await siteWithGallery(engine, photos: 3)
        try await site.app.database.write { try $0.hidePhoto(2, at: site.now) }
        #expect(try await site.get("/photos/2").status == .notFound)
        #expect(try await site.json("/photos/3")["next"] as? String == "/photos/1")
        #expect(ids(try await site.json("/places/\(place)/photos")) == [3, 1])
        let page = try await site.get("/places/\(place)").text
        #expect(page.contains("/photos/3") && !page.contains("/photos/2"))
        for path in ["/photos/9", "/photos/x", "/photos/99999999999999999999", "/places/9/photos"] {
            #expect(try await site.get(path).status == .notFound, "\(path)")
        }
    }

    @Test("All photos of a place come once each, over all pages", arguments: TestEngine.available)
    func pageThroughPhotos(_ engine: TestEngine) async throws {
        let count = PhotoPageRoutes.maxShown * 2 + 3
        let (site, place) = try await siteWithGallery(engine, photos: count)
        var (path, seen, pages): (String?, [Int], Int) = ("/places/\(place)/photos", [], 0)
        while let address = path {
            let json = try await site.json(address)
            seen += ids(json)
            pages += 1
            #expect(json["total"] as? Int == count)
            path = json["next"] as? String
        }
        #expect(pages == 3)
        #expect(seen == Array((1...count).reversed()))
        // A key that somebody made up begins again.
        let made = try await site.json("/places/\(place)/photos?after=x-1")
        #expect(ids(made).first == count)
    }

    @Test(
        "A place shows its newest photos, and a link where there are more",
        arguments: [(0, 0, false), (1, 1, false), (5, 5, false), (6, 5, true)]
    )
    func showNewest(_ photos: Int, _ shown: Int, _ isCovered: Bool) async throws {
        let (site, place) = try await siteWithGallery(photos: photos)
        let page = try await site.get("/places/\(place)")
        let photos = try page.html.all("[id^=photo-]").filter { $0["id"]?.wholeMatch(of: /photo-\d+/) != nil }
        #expect(photos.count == shown)
        #expect(try page.html.has(".gallery.gallery--\(shown)") == (shown > 0))
        #expect(try page.html.has(".noshot") == (shown == 0))
        #expect(try page.html.has("[href=/places/\(place)/photos]") == isCovered)
        #expect(try page.html.all("[fetchpriority=high]").count == min(shown, 1))
    }
}

extension Transaction {
    /// A review with photos, those with large numbers first; their ids are their numbers.
    fileprivate func addReview(by author: Account.ID?, of place: Place.ID, photos: [Photo.ID], at now: Date) throws {
        let id = Review.ID.next()
        try execute(
            """
            INSERT INTO reviews (id, place_id, account_id, stars, body, language, created_at)
            VALUES (\(id), \(place), \(author), 4, 'made up words', 'en', \(now.milliseconds))
            """
        )
        for photo in photos {
            try execute(
                """
                INSERT INTO photos (id, name, blob_hash, account_id, review_id, place_id, position, alt, created_at)
                VALUES (\(photo), \("name\(photo)"), 'made-up', \(author), \(id), \(place), \(1_000 - photo.rawValue),
                    \("photo \(photo)"), 1)
                """
            )
        }
        try recountPhotos(of: id)
    }
    /// A photo with a name, a colour and a tiny copy of its own.
    fileprivate func addPhoto(by author: Account.ID, at now: Date) throws -> Photo.ID {
        let (id, hash) = (Photo.ID.next(), SystemRandom.name())
        let tiny = Data((0..<150).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        let colour = "#" + (0..<6).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
        try execute(
            """
            INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, created_at)
            VALUES (\(hash), \(hash), 4000, 3000, \(colour), \("data:image/webp;base64,\(tiny)"), 1)
            """
        )
        try execute(
            """
            INSERT INTO photos (id, name, blob_hash, account_id, created_at)
            VALUES (\(id), \(SystemRandom.name()), \(hash), \(author), \(now.milliseconds))
            """
        )
        return id
    }
}

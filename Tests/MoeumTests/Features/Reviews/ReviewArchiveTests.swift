import Foundation
import Testing

@testable import Moeum

/// What of reviews, photos and votes leaves with a person's archive, and that nothing of others does.
@Suite(.cleanup)
struct ReviewArchiveTests {
    /// What two people say of the same two places, the second with words that only they know.
    private struct Story {
        let site: ArchiveSite
        let places: [Place.ID]
        let mine: Review.ID
        let theirs: Review.ID
        let keyword: Keyword

        init(_ site: ArchiveSite) async throws {
            self.site = site
            let now = site.now
            places = try await site.app.database.read { try $0.listedPlaceIDs(limit: 2) }
            (mine, theirs, keyword) = try await site.app.database.write { [places] transaction in
                let kind = try #require(try transaction.place(places[0])).kind
                let names = try Keyword.Names(korean: "made-up word", english: "made-up word too")
                let id = Keyword.ID.next()
                try transaction.addKeyword(names, kind, .good, as: id, at: now)
                let keyword = try #require(try transaction.keyword(id))
                try transaction.addPhotos(now)
                let theirs = try transaction.insertReview(
                    input("their private words", photo: 21),
                    by: 2,
                    on: places[0],
                    at: now
                )
                let mine = try transaction.insertReview(
                    input("my first words", keyword: id, photo: 11),
                    by: 1,
                    on: places[0],
                    at: now
                )
                let edited = try transaction.updateReview(
                    mine,
                    to: input("my second words", keyword: id, photo: 11),
                    from: 1,
                    at: now + 60
                )
                #expect(edited == .saved)
                try transaction.execute(
                    """
                    INSERT INTO review_drafts (account_id, place_id, form, saved_at)
                    VALUES (1, \(places[1]), \("rating=2&body=my+draft&keyword=\(id)&photo_id=12&alt="), 5),
                        (2, \(places[1]), 'body=their+draft', 6)
                    """
                )
                try transaction.execute(
                    """
                    INSERT INTO review_votes (review_id, account_id, created_at)
                    VALUES (\(theirs), 1, 7), (\(mine), 2, 8)
                    """
                )
                try transaction.execute("UPDATE reviews SET helpful_count = 1")
                return (mine, theirs, keyword)
            }
        }

        func rows(_ part: ArchivePart, of account: Account.ID = 1) async throws -> [[ArchiveValue]] {
            try await site.app.database.read { try part.rows($0, account) }
        }
    }

    @Test(
        "An archive has all reviews, versions, photos, drafts and votes of its account",
        arguments: TestEngine.available
    )
    func archiveOwn(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let story = try await Story(site)
        let (now, word) = (site.now, ArchiveValue.texts(["made-up word"]))
        let place = try #require(try await site.app.database.read { try $0.place(story.places[0]) })
        let other = try #require(try await site.app.database.read { try $0.place(story.places[1]) })
        let (review, id) = (ArchiveValue.integer(story.mine.rawValue), ArchiveValue.integer(place.id.rawValue))
        #expect(
            try await story.rows(.reviews) == [
                [
                    review, id, .text(place.name), .integer(4), .text("my second words"), .text("2026-01-02"),
                    .text("en"), word, .texts(["photo11"]), .integer(1), .flag(false), .time(now), .time(now + 60),
                    .flag(false),
                ]
            ]
        )
        #expect(
            try await story.rows(.reviewVersions) == [
                [
                    review, .integer(1), .integer(4), .text("my first words"), .text("2026-01-02"), word,
                    .texts(["a bowl"]), .time(now),
                ]
            ]
        )
        #expect(
            try await story.rows(.photos) == [
                [
                    .text("photo11"), review, .nothing, .text("a bowl"), .integer(4), .integer(3), .flag(false),
                    .time(now), .text("food"),
                ],
                [
                    .text("photo12"), .nothing, .nothing, .text(""), .integer(4), .integer(3), .flag(false), .time(now),
                    .nothing,
                ],
            ]
        )
        #expect(
            try await story.rows(.reviewDrafts) == [
                [
                    .integer(other.id.rawValue), .text(other.name), .integer(2), .text("my draft"), .nothing, word,
                    .texts(["photo12"]), .time(Date(milliseconds: 5)),
                ]
            ]
        )
        #expect(
            try await story.rows(.helpfulVotes) == [
                [.integer(story.theirs.rawValue), id, .text(place.name), .time(Date(milliseconds: 7))]
            ]
        )
    }

    @Test("Reviews and photos that readers do not see are marked as hidden") func markHidden() async throws {
        let site = try await ArchiveSite()
        let story = try await Story(site)
        let now = site.now
        try await site.app.database.write { transaction in
            try transaction.hidePhoto(11, at: now)
            try transaction.hideReviews(of: 1, for: .suspension, at: now)
        }
        #expect(try await story.rows(.reviews)[0][10] == .flag(true))
        #expect(try await story.rows(.photos).map { $0[6] } == [.flag(true), .flag(false)])
    }

    @Test("The files of photos are in it; a lost one costs no more than itself") func archiveFiles() async throws {
        let site = try await ArchiveSite()
        _ = try await Story(site)
        let folder = NSTemporaryDirectory() + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // One of the files is lost: that costs this file and no more.
        for name in ["made-up.jpg", "made-up-320.webp"] {
            try Data("bytes of \(name)".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        try await site.app.photos.storage.put(["\(folder)/made-up.jpg", "\(folder)/made-up-320.webp"])
        let export = try await site.export()
        let reader = try ZipReader(path: try site.path(of: export))
        let names = reader.entries.map(\.name).filter { $0.hasPrefix("photos/") }.sorted()
        #expect(names == ["photos/photo11.jpg", "photos/photo12.jpg"])
        #expect(try reader.bytes(of: "photos/photo11.jpg") == Array("bytes of made-up.jpg".utf8))
        #expect(site.files(.export) == [export.file])
    }

    @Test("Files that a crash left beside an archive are swept") func sweepLeftovers() async throws {
        let site = try await ArchiveSite()
        let files = site.app.archives.files
        try files.makeFolders()
        let folder = "\(files.exports)/made-up.zip.files"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data("bytes".utf8).write(to: URL(filePath: "\(folder)/one.jpg"))
        try await site.app.archives.worker.sweep(at: .now + 1, age: 0)
        #expect(site.files(.export) == [])
    }

    @Test("Nothing of other people is in it") func omitOthers() async throws {
        let site = try await ArchiveSite()
        _ = try await Story(site)
        let reader = try ZipReader(path: try site.path(of: try await site.export()))
        let manifest = try JSONDecoder().decode(
            ArchiveManifest.self,
            from: Data(try #require(try reader.bytes(of: "archive.json")))
        )
        let names = ["reviews", "review-versions", "photos", "review-drafts", "helpful-votes"]
        #expect(manifest.parts.filter { names.contains($0.name) }.map(\.rows) == [1, 1, 2, 1, 1])
        let texts = try reader.entries.map { entry in
            String(decoding: try #require(try reader.bytes(of: entry.name)), as: UTF8.self)
        }
        let all = texts.joined()
        #expect(all.contains("my second words") && all.contains("photo11") && all.contains("my draft"))
        for word in ["their private words", "nick2", "a2@moeum", "photo21", "their draft"] {
            #expect(!all.contains(word), "\(word)")
        }
    }
}

private func input(_ body: String, keyword: Keyword.ID? = nil, photo: Photo.ID) throws -> ReviewInput {
    let items = [
        ("rating", "4"), ("body", body), ("visited_on", "2026-01-02"), ("keyword", keyword.map { "\($0)" } ?? ""),
        ("photo_id", "\(photo)"), ("alt", "a bowl"), ("kind", "food"),
    ]
    return try ReviewInput(ReviewForm(Form(items: items.map { (name: $0.0, value: $0.1) })), today: "2026-11-21")
}

extension Transaction {
    /// Two photos of the first person, one of the second.
    fileprivate func addPhotos(_ now: Date) throws {
        try execute(
            """
            INSERT INTO photo_blobs (hash, file, width, height, colour, placeholder, created_at)
            VALUES ('made-up', 'made-up', 4, 3, '#ffffff', '', 1)
            """
        )
        for (id, account) in [(11, 1), (12, 1), (21, 2)] as [(Int64, Int64)] {
            try execute(
                """
                INSERT INTO photos (id, name, blob_hash, account_id, created_at)
                VALUES (\(id), \("photo\(id)"), 'made-up', \(account), \(now.milliseconds))
                """
            )
        }
    }
}

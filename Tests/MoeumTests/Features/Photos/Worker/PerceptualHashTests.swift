import Foundation
import Logging
import Testing

@testable import Moeum

/// What pictures look like in 64 bits, and how far these stay from each other.
@Suite(.cleanup)
struct PerceptualHashTests {
    private static let isReady = PhotoImage.start()

    /// As the photo worker finds them.
    private static func perceptualHash(_ bytes: [UInt8], in folder: String) throws -> PerceptualHash? {
        try #require(isReady)
        let path = "\(folder)/\(SystemRandom.name())"
        try Data(bytes).write(to: URL(filePath: path))
        let job = PhotoJob(input: path, folder: folder, name: SystemRandom.name())
        guard case .done(let metadata) = PhotoDecoding(job: job).run() else {
            Issue.record("it was refused")
            return nil
        }
        return metadata.perceptualHash
    }

    private static func variant(
        of bytes: [UInt8],
        in folder: String,
        width: Int = 10_000,
        quality: Int = 80
    ) throws -> [UInt8] {
        let path = "\(folder)/\(SystemRandom.name())"
        try Data(bytes).write(to: URL(filePath: path))
        return try PhotoImage.thumbnail(of: path, width: width, height: 10_000, profile: nil).cleaned()
            .jpeg(quality: quality)
    }

    @Test(
        "A picture that is re-encoded, scaled or brightened has a similar hash",
        arguments: 1...12 as ClosedRange<UInt64>
    )
    func similarVariants(_ seed: UInt64) async throws {
        let folder = try temporaryFolder()
        let picture = PictureFixture.scene(seed)
        let perceptualHash = try #require(try Self.perceptualHash(picture, in: folder))
        let variants: [(name: String, bytes: [UInt8])] = [
            ("recompressed", try Self.variant(of: picture, in: folder, quality: 30)),
            ("half", try Self.variant(of: picture, in: folder, width: 180)),
            ("tiny", try Self.variant(of: picture, in: folder, width: 60, quality: 50)),
            ("twice", PictureFixture.scene(seed, width: 720, height: 480)),
            ("squeezed", PictureFixture.scene(seed, width: 300, height: 300)),
            ("lighter", PictureFixture.scene(seed, lighter: 20)),
            ("darker", PictureFixture.scene(seed, lighter: -20)),
        ]
        for variant in variants {
            let other = try #require(try Self.perceptualHash(variant.bytes, in: folder))
            #expect(perceptualHash.distance(to: other) <= SiteSettings()[.photoLikeness], "\(variant.name)")
        }
    }

    @Test("Different pictures have hashes far apart") func differentPictures() async throws {
        let folder = try temporaryFolder()
        let all = try (1...24 as ClosedRange<UInt64>).map { seed in
            try #require(try Self.perceptualHash(PictureFixture.scene(seed, width: 90, height: 60), in: folder))
        }
        var least = 64
        for (index, one) in all.enumerated() {
            for other in all[..<index] { least = min(least, one.distance(to: other)) }
        }
        #expect(least > 2 * SiteSettings()[.photoLikeness], "\(least)")
    }

    /// Of one colour, of a shade that passes into another in any direction, and of next to nothing besides.
    @Test("A picture of one colour or one gradient has no hash") func plainPictures() async throws {
        let folder = try temporaryFolder()
        let shades: [(String, (Int, Int) -> Int)] = [
            ("black", { _, _ in 0 }), ("grey", { _, _ in 128 }), ("white", { _, _ in 255 }),
            ("from the left", { column, _ in column }), ("from the right", { column, _ in 200 - column }),
            ("from above", { _, row in row }), ("aslant", { column, row in 250 - column - row }),
        ]
        for (name, grey) in shades {
            let picture = PictureFixture.png(width: 120, height: 90, grey: grey)
            let perceptualHash = try Self.perceptualHash(picture, in: folder)
            #expect(perceptualHash == nil, "\(name)")
        }
        for (width, height) in [(1, 1), (2, 300), (40, 30)] {
            let perceptualHash = try Self.perceptualHash(PictureFixture.png(width: width, height: height), in: folder)
            #expect(perceptualHash == nil, "\(width) \(height)")
        }
    }

    /// Nine greys a row, eight rows; what is lighter than its neighbour to the right is a one.
    @Test("Each bit compares two neighbours") func compareNeighbours() throws {
        var greys = [UInt8](repeating: 100, count: 72)
        for row in 0..<8 { greys[row * 9] = 101 }
        let first = try #require(PerceptualHash(greys: greys))
        #expect(UInt64(bitPattern: first.rawValue) == 0x8080_8080_8080_8080)
        greys[8] = 99
        let second = try #require(PerceptualHash(greys: greys))
        #expect(UInt64(bitPattern: second.rawValue) == 0x8180_8080_8080_8080)
        #expect(first.distance(to: second) == 1)
        #expect(first.distance(to: PerceptualHash(rawValue: ~first.rawValue)) == 64)
        greys[0] = 100
        greys[8] = 100
        #expect(PerceptualHash(greys: greys) == nil, "seven ones say too little")
        #expect(PerceptualHash(greys: greys.map { 255 - $0 }) == nil)
        #expect(PerceptualHash(greys: [1, 2, 3]) == nil)
    }

    @Test("The hash is stored with the files, and again when they are made again", arguments: TestEngine.available)
    func storeHash(_ engine: TestEngine) async throws {
        let site = try await TestSite(on: engine)
        let account = try await site.account()
        let scene = try await site.ingest(PictureFixture.scene(3), by: account)
        let plain = try await site.ingest(PictureFixture.png(), by: account)
        func perceptualHash(_ photo: Photo) async throws -> Int64? {
            try await site.app.database.read { transaction in
                let hash = try transaction.photoHash(photo.id)
                return try transaction.first("SELECT perceptual_hash FROM photo_blobs WHERE hash = \(hash)") {
                    try $0.optionalInt64(0)
                } ?? nil
            }
        }
        let first = try await perceptualHash(scene)
        #expect(first != nil)
        #expect(try await perceptualHash(plain) == nil)
        // Of an older release, and its files are lost: made again they bring them.
        try await site.execute("UPDATE photo_blobs SET perceptual_hash = NULL")
        try FileManager.default.removeItem(atPath: "\(site.app.config.dataDirectory)/photos")
        let again = try await site.ingest(PictureFixture.scene(3), by: account)
        #expect(try await perceptualHash(again) == first)
    }
}

extension TestSite {
    /// Takes a photo in as any upload.
    func ingest(_ picture: [UInt8], by account: Account.ID) async throws -> Photo {
        let path = "\(app.config.dataDirectory)/\(SystemRandom.name())"
        try Data(picture).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await app.photos.intake.ingest(path, from: account)
    }
}

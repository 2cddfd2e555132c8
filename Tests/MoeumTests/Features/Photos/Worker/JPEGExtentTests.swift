import Foundation
import Testing

@testable import Moeum

/// Half a photo is refused, whatever stands at its end; a whole one is taken, whatever stands around it.
@Suite(.cleanup)
struct JPEGExtentTests {
    /// What is left of a photo, by how much of it came.
    private static let halves: [@Sendable ([UInt8], Int) -> [UInt8]] = [
        { bytes, end in Array(bytes.prefix(end)) },
        { bytes, end in bytes.prefix(end) + [0xFF, 0xD9] },
        { bytes, end in bytes.prefix(end) + [UInt8](repeating: 0, count: bytes.count - end) },
        { bytes, end in bytes.prefix(end) + [UInt8](repeating: 0, count: bytes.count - end - 2) + [0xFF, 0xD9] },
    ]

    /// A photo as this site writes one: soft, or with so much grain that zeros last to its end.
    private static func jpeg(_ png: [UInt8], _ site: TestSite, _ account: Account.ID) async throws -> [UInt8] {
        let photo = try await ingest(png, site, account)
        let file = try #require(
            try await site.app.database.read { try $0.photoFile(named: photo.name, for: account)?.file }
        )
        return try #require(try await site.app.photos.storage.get(file + PhotoSize.shared.ending))
    }

    private static func ingest(_ bytes: [UInt8], _ site: TestSite, _ account: Account.ID) async throws -> Photo {
        let path = "\(site.app.config.dataDirectory)/\(SystemRandom.name())"
        try Data(bytes).write(to: URL(filePath: path))
        defer { unlink(path) }
        return try await site.app.photos.intake.ingest(path, from: account)
    }

    private static func grain() -> [UInt8] {
        var random: UInt64 = 7
        return PictureFixture.png(width: 900, height: 700) { _, _ in
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 56)
        }
    }

    @Test("Half a photo is damaged") func refuseHalf() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        for png in [PictureFixture.scene(3), Self.grain()] {
            let whole = try await Self.jpeg(png, site, account)
            for share in [30, 60] {
                for (index, half) in Self.halves.enumerated() {
                    await #expect(throws: PhotoRejection.damaged, "\(share) %, \(index), of \(whole.count)") {
                        try await Self.ingest(half(whole, whole.count * share / 100), site, account)
                    }
                }
            }
        }
    }

    @Test("Odd bytes around a whole photo are no damage") func acceptOddBytes() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        let whole = try await Self.jpeg(Self.grain(), site, account)
        for odd in [
            // What some cameras write behind a photo: zeros, another photo.
            whole + [UInt8](repeating: 0, count: 60_000), whole + whole,
            // Before the end mark.
            whole.dropLast(2) + [UInt8](repeating: 0, count: 16) + [0xFF, 0xD9],
        ] {
            _ = try await Self.ingest(Array(odd), site, account)
        }
    }

    @Test("The end of the first picture is found") func findEnd() {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9, 0xFF, 0xDA, 0, 2]
        let scan: [UInt8] = [1, 0xFF, 0, 0xFF, 0xD0, 2, 0xFF, 0xFF, 0xD9]
        #expect(JPEGExtent(in: head + scan + [9, 9]).end == head.count + scan.count - 2)
        #expect(JPEGExtent(in: head + [1, 2, 3]).end == head.count + 3)
        for bytes in [[], [0xFF], [0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xE1], head + [0xFF]] as [[UInt8]] {
            #expect(JPEGExtent(in: bytes).end == bytes.count)
        }
    }
}

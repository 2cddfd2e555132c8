import Foundation
import Testing

@testable import Moeum

/// Pictures that went wrong in other programs: each is taken upright and clean, or refused for a reason.
@Suite(.cleanup)
struct PhotoCorpusTests {
    private static let folder = Project.root.appendingPathComponent("../shared/data/images").standardized.path
    private static let files = ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).sorted().filter {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder) && !isFolder.boolValue
    }

    /// What cannot be taken though it is called a photo; every other must be. PngSuite's own broken files begin with an x,
    /// some of them in their very first bytes.
    private static let refused: [String: PhotoRejection] = [
        "pillow-corpus/broken.png": .damaged, "pillow-corpus/truncated_image.png": .damaged,
        "pillow-corpus/truncated_jpeg.jpg": .damaged, "pillow-corpus/pngtest_bad.png.bin": .notAPhoto,
        "pngsuite/xc1n0g08.png": .damaged, "pngsuite/xc9n2c08.png": .damaged, "pngsuite/xcsn0g01.png": .damaged,
        "pngsuite/xd0n2c08.png": .damaged, "pngsuite/xd3n2c08.png": .damaged, "pngsuite/xd9n2c08.png": .damaged,
        "pngsuite/xdtn0g01.png": .damaged, "pngsuite/xhdn0g08.png": .damaged, "pngsuite/xcrn0g04.png": .notAPhoto,
        "pngsuite/xlfn0g04.png": .notAPhoto, "pngsuite/xs1n0g01.png": .notAPhoto, "pngsuite/xs2n0g01.png": .notAPhoto,
        "pngsuite/xs4n0g01.png": .notAPhoto, "pngsuite/xs7n0g01.png": .notAPhoto,
    ]
    private static let photoEndings = ["jpg", "png", "webp", "bin"]

    @Test(
        "Every file is accepted upright and without metadata, or refused",
        .enabled(if: !files.isEmpty, "the corpus is not here")
    )
    func decodeCorpus() async throws {
        let site = try await TestSite()
        let account = try await site.account()
        var refused: [String: PhotoRejection] = [:]
        for file in Self.files {
            do {
                let photo = try await Self.ingest(file, site, from: account)
                try await Self.check(photo, site, file)
            } catch let rejection as PhotoRejection { refused[file] = rejection }
        }
        let (photos, others) = (
            refused.filter { Self.isCalledPhoto($0.key) }, refused.filter { !Self.isCalledPhoto($0.key) }
        )
        #expect(photos == Self.refused)
        #expect(Set(others.keys) == Set(Self.files.filter { !Self.isCalledPhoto($0) }))
        #expect(Set(others.values) == [.notAPhoto])
        let uploads = (try? FileManager.default.subpathsOfDirectory(atPath: site.app.photos.intake.folder)) ?? []
        #expect(uploads == [])
    }

    /// As a form brings it: workers read no other folder than that of uploads.
    private static func ingest(_ file: String, _ site: TestSite, from account: Account.ID) async throws -> Photo {
        let path = "\(site.app.config.dataDirectory)/photo"
        try Data(contentsOf: URL(filePath: "\(folder)/\(file)")).write(to: URL(filePath: path))
        defer { unlink(path) }
        return try await site.app.photos.intake.ingest(path, from: account)
    }

    private static func isCalledPhoto(_ file: String) -> Bool {
        photoEndings.contains(URL(filePath: file).pathExtension)
    }

    private static func check(_ photo: Photo, _ site: TestSite, _ name: String) async throws {
        let found = try await site.app.database.read { try $0.photoFile(of: $0.photoHash(photo.id)) }
        let file = try #require(found)
        for size in PhotoSize.allCases {
            let bytes = try #require(try await site.app.photos.storage.get(file + size.ending))
            let text = String(decoding: bytes, as: UTF8.self)
            for mark in ["Exif", "EXIF", "XMP ", "xmpmeta", "ICC_PROFILE", "ICCP", "acsp", "GPS", "Photoshop", "tEXt"] {
                // In the packed bytes themselves such letters stand now and then.
                #expect(!text.prefix(2_000).contains(mark), "\(name) \(size) \(mark)")
            }
            if size == .shared {
                #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
                #expect(Self.segments(bytes).isSubset(of: [0xDB, 0xC0, 0xC4, 0xDA, 0xDD]), "\(name)")
            } else {
                #expect(Set(Self.chunks(bytes)).isSubset(of: ["VP8X", "VP8 ", "ALPH"]), "\(name)")
                #expect(Self.width(bytes) == photo.files.width(size), "\(name) \(size)")
            }
        }
    }

    /// The kinds of a JPEG's segments up to its picture.
    private static func segments(_ bytes: [UInt8]) -> Set<UInt8> {
        var kinds: Set<UInt8> = []
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            kinds.insert(bytes[place + 1])
            if bytes[place + 1] == 0xDA { break }
            place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
        }
        return kinds
    }

    private static func chunks(_ bytes: [UInt8]) -> [String] {
        var names: [String] = []
        var place = 12
        while place + 8 <= bytes.count {
            names.append(String(decoding: bytes[place..<place + 4], as: UTF8.self))
            let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << ($1 * 8) }
            place += 8 + length + length % 2
        }
        return place == bytes.count ? names : ["odd"]
    }

    /// Of a lossy WebP (RFC 6386 §9.1), wherever its picture begins.
    private static func width(_ bytes: [UInt8]) -> Int? {
        var place = 12
        while place + 18 <= bytes.count {
            if bytes[place...].starts(with: "VP8 ".utf8) {
                return (Int(bytes[place + 14]) | Int(bytes[place + 15]) << 8) & 0x3FFF
            }
            let length = (0..<4).reduce(0) { $0 | Int(bytes[place + 4 + $1]) << ($1 * 8) }
            place += 8 + length + length % 2
        }
        return nil
    }

    private static let isReady = PhotoImage.start()

    @Test("All eight orientations give the same picture", .enabled(if: !files.isEmpty, "the corpus is not here"))
    func turnUpright() async throws {
        try #require(Self.isReady)
        let site = try await TestSite()
        let account = try await site.account()
        var pictures: [[UInt8]] = []
        for number in 1...8 {
            let file = "exif-orientation-examples/Landscape_\(number).jpg"
            let photo = try await Self.ingest(file, site, from: account)
            #expect((photo.width, photo.height) == (1_800, 1_200))
            let found = try await site.app.database.read { try $0.photoFile(of: $0.photoHash(photo.id)) }
            let stored = "\(site.app.config.dataDirectory)/photos/\(found?.prefix(2) ?? "")/\(found ?? "")-320.webp"
            pictures.append(
                try PhotoImage.thumbnail(of: stored, width: 24, height: 16, profile: nil).cleaned().pixels()
            )
        }
        for picture in pictures { #expect(Self.difference(picture, pictures[0]) < 6) }
        // Upside down it would be another.
        #expect(Self.difference(Array(pictures[0].reversed()), pictures[0]) > 15)
    }

    /// How far two pictures are apart, in steps of 256 a band.
    private static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
        guard one.count == other.count, !one.isEmpty else { return 256 }
        return Double(zip(one, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(one.count)
    }
}

extension TestSite {
    /// An account that sends photos.
    func account() async throws -> Account.ID {
        try await logIn(TestBrowser(self), nickname: "보내는이")
    }
}

extension Transaction {
    func photoHash(_ id: Photo.ID) throws -> String {
        try first("SELECT blob_hash FROM photos WHERE id = \(id)") { try $0.string(0) } ?? ""
    }
}

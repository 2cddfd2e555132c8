import Foundation
import Testing

@testable import Moeum

/// Archives that are ours, and archives that mean harm.
@Suite(.cleanup)
struct ZipTests {
    private func read(_ bytes: [UInt8], _ limits: ZipDirectory.Limits = .init()) async throws -> ZipReader.Contents {
        try await Cleanup.run {
            let folder = try temporaryFolder()
            let path = "\(folder)/it.zip"
            try Data(bytes).write(to: URL(filePath: path))
            let reader = try ZipReader(path: path, limits: limits)
            var contents: [String: [UInt8]] = [:]
            for entry in reader.entries { contents[entry.name] = try reader.bytes(of: entry.name) }
            return contents
        }
    }

    @Test("Written entries are read back") func roundTrip() async throws {
        let folder = try temporaryFolder()
        let photo = "\(folder)/photo"
        let noise = (0..<300_000).map { _ in UInt8.random(in: .min ... .max) }
        try Data(noise).write(to: URL(filePath: photo))
        let path = "\(folder)/mine.zip"
        let writer = try ZipWriter(path: path)
        try writer.add("rows.json", Array("[]".utf8))
        try writer.add("empty.csv", [])
        try writer.add("photos/\u{D55C}\u{AE00}.webp", file: photo)
        #expect(!FileManager.default.fileExists(atPath: path))
        let size = try writer.finish()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.size] as? Int64 == size || attributes[.size] as? Int == Int(size))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["mine.zip", "photo"])
        let reader = try ZipReader(path: path)
        #expect(reader.entries.map(\.name) == ["rows.json", "empty.csv", "photos/\u{D55C}\u{AE00}.webp"])
        #expect(try reader.bytes(of: "rows.json") == Array("[]".utf8))
        #expect(try reader.bytes(of: "empty.csv") == [])
        #expect(try reader.bytes(of: "photos/\u{D55C}\u{AE00}.webp") == noise)
        #expect(try reader.bytes(of: "nope") == nil)
    }

    @Test("An unfinished archive leaves nothing") func unfinished() async throws {
        let folder = try temporaryFolder()
        do {
            let writer = try ZipWriter(path: "\(folder)/mine.zip")
            try writer.add("a", [1])
            #expect(throws: ZipError.repeatedName) { try writer.add("a", [2]) }
            #expect(throws: ZipError.badName) { try writer.add("../a", [2]) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        let writer = try ZipWriter(path: "\(folder)/mine.zip")
        try writer.add("a", file: "\(folder)/missing")
        #expect(throws: ZipError.cannotWrite) { try writer.finish() }
    }

    @Test("The fixture's archives are read when nothing is wrong with them") func fixtures() async throws {
        var zip = ZipFixture([.init("a.json", [1, 2]), .init("photos/"), .init("photos/b", [3])])
        zip.comment = Array("hello".utf8)
        #expect(try await read(zip.bytes) == ["a.json": [1, 2], "photos/": [], "photos/b": [3]])
        #expect(try await read(ZipFixture([]).bytes) == [:])
    }

    /// As Finder packs a folder again, and as programs do that write the separators of Windows.
    @Test("A repacked archive reads as it was", arguments: ["moeum-2026-11-27/", "moeum-2026-11-27\\"])
    func repacked(_ top: String) async throws {
        let separator = String(top.suffix(1))
        let own: [ZipFixture.Entry] = [.init("\(top)a.json", [1]), .init("\(top)photos\(separator)b.webp", [2])]
        let junk: [ZipFixture.Entry] = [
            .init("__MACOSX/"), .init("__MACOSX/moeum-2026-11-27/._a.json", [9]), .init("\(top).DS_Store", [9]),
        ]
        let contents = try await read(ZipFixture(own + junk).bytes)
        #expect(contents["a.json"] == [1] && contents["photos/b.webp"] == [2])
        #expect(try await read(ZipFixture(own + [.init("else", [3])]).bytes)["a.json"] == nil)
        // Two that would be one.
        let twice = ZipFixture([.init("x/a", [1]), .init("x\\a", [2])])
        await #expect(throws: ZipError.repeatedName) { try await read(twice.bytes) }
    }

    @Test(
        "Names that lead elsewhere are refused",
        arguments: [
            "../a", "a/../../b", "/etc/passwd", "C:/a", "a\\..\\b", "a//b", "./a", "a/.", "..", "", "a\u{0}.json",
            "a\nb",
            "a\u{7F}", "a\u{85}", String(repeating: "n", count: 256),
        ]
    )
    func unsafeNames(_ name: String) async throws {
        await #expect(throws: ZipError.badName) { try await read(ZipFixture([.init("fine"), .init(name)]).bytes) }
    }

    @Test("Names that are not UTF-8 are refused") func invalidNames() async throws {
        var zip = ZipFixture([.init("a")])
        zip.entries[0].name = [0xFF, 0xFE]
        await #expect(throws: ZipError.badName) { try await read(zip.bytes) }
    }

    @Test(
        "Repeated names are refused",
        arguments: [("a", "a"), ("a.json", "A.JSON"), ("\u{AC00}", "\u{1100}\u{1161}"), ("a/", "a")]
    )
    func repeatedNames(_ one: String, _ other: String) async throws {
        await #expect(throws: ZipError.repeatedName) { try await read(ZipFixture([.init(one), .init(other)]).bytes) }
    }

    @Test("Links and devices are refused", arguments: [0o120777, 0o020666, 0o010666, 0o140777, 0o060666, 0o040755])
    func links(_ mode: Int) async throws {
        for system in [3, 19] {
            var zip = ZipFixture([.init("a", Array("/etc/passwd".utf8))])
            zip.entries[0].mode = mode
            zip.entries[0].madeBy = system
            await #expect(throws: ZipError.notAFile) { try await read(zip.bytes) }
        }
    }

    @Test("Encrypted entries are refused", arguments: [1, 1 << 6, 1 << 13, 1 | 1 << 3])
    func encrypted(_ flags: Int) async throws {
        var zip = ZipFixture([.init("a", [1])])
        zip.entries[0].flags = flags
        await #expect(throws: ZipError.encrypted) { try await read(zip.bytes) }
    }

    @Test("Other compressions are refused", arguments: [1, 6, 9, 12, 14, 93, 95, 99])
    func compressions(_ method: Int) async throws {
        var zip = ZipFixture([.init("a", [1])])
        zip.entries[0].method = method
        await #expect(throws: ZipError.unknownFeature) { try await read(zip.bytes) }
    }

    @Test("An archive that would unpack to too much is refused unread") func tooLarge() async throws {
        var limits = ZipDirectory.Limits()
        (limits.bytesPerEntry, limits.bytes, limits.entries) = (10, 25, 3)
        let ten = [UInt8](repeating: 7, count: 10)
        #expect(try await read(ZipFixture([.init("a", ten), .init("b", ten)]).bytes, limits).count == 2)
        for zip in [
            ZipFixture([.init("a", ten + [7])]), ZipFixture([.init("a", ten), .init("b", ten), .init("c", ten)]),
        ] {
            await #expect(throws: ZipError.tooLarge) { try await read(zip.bytes, limits) }
        }
        let four = ZipFixture(["a", "b", "c", "d"].map { .init($0) })
        await #expect(throws: ZipError.tooManyEntries) { try await read(four.bytes, limits) }
        limits.directoryBytes = 40
        await #expect(throws: ZipError.tooManyEntries) { try await read(ZipFixture([.init("a")]).bytes, limits) }
    }

    /// A megabyte of zeros, of which the directory says that it is ten bytes.
    @Test("An entry is not unpacked past its stated size") func bomb() async throws {
        let folder = try temporaryFolder()
        let path = "\(folder)/bomb.zip"
        let writer = try ZipWriter(path: path)
        try writer.add("a", [UInt8](repeating: 0, count: 1 << 20))
        try writer.finish()
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let size: [UInt8] = [0, 0, 16, 0]
        for place in bytes.indices.dropLast(4) where Array(bytes[place..<place + 4]) == size {
            bytes.replaceSubrange(place..<place + 4, with: [10, 0, 0, 0])
        }
        try Data(bytes).write(to: URL(filePath: path))
        var taken = 0
        #expect(throws: ZipError.damaged) {
            let reader = try ZipReader(path: path)
            try reader.read("a") { taken += $0.count }
        }
        #expect(taken <= 10)
    }

    @Test("Damaged entries are detected") func damaged() async throws {
        var wrongSum = ZipFixture([.init("a", [1, 2, 3])])
        wrongSum.entries[0].checksum = 1
        var tooShort = ZipFixture([.init("a", [1, 2, 3])])
        tooShort.entries[0].claimedSize = 9
        var noDeflate = ZipFixture([.init("a", [0xFF, 0xFF, 0xFF])])
        noDeflate.entries[0].method = 8
        for zip in [wrongSum, tooShort, noDeflate] {
            await #expect(throws: ZipError.damaged) { try await read(zip.bytes) }
        }
    }

    @Test("An archive that could be read in two ways is refused") func ambiguous() async throws {
        let entry = ZipFixture.Entry("a", [1])
        var twoEnds = ZipFixture([entry])
        twoEnds.comment = ZipFixture([.init("b")]).bytes
        var trailing = ZipFixture([entry])
        trailing.afterEnd = [0]
        var gap = ZipFixture([entry])
        gap.beforeEnd = [0, 0]
        var more = ZipFixture([entry])
        more.claimedCount = 2
        var fewer = ZipFixture([entry, .init("b")])
        fewer.claimedCount = 1
        var otherName = ZipFixture([entry])
        otherName.entries[0].localName = Array("b".utf8)
        for bytes in [
            twoEnds.bytes, trailing.bytes, gap.bytes, more.bytes, fewer.bytes, [], [0x50, 0x4B, 5, 6],
            Array("hello".utf8), Array(ZipFixture([entry]).bytes.dropLast()),
            Array(ZipFixture([entry]).bytes.dropFirst()), [0] + ZipFixture([entry]).bytes,
        ] {
            await #expect(throws: ZipError.self) { try await read(bytes) }
        }
        await #expect(throws: ZipError.self) { try await read(otherName.bytes) }
        var large = ZipFixture([entry])
        large.beforeEnd = [0x50, 0x4B, 6, 7] + [UInt8](repeating: 0, count: 16)
        await #expect(throws: ZipError.unknownFeature) { try await read(large.bytes) }
    }

    @Test("No changed byte of a good archive does harm") func changedBytes() async throws {
        let good = ZipFixture([.init("a.json", Array("[1]".utf8)), .init("b", [9])]).bytes
        let folder = try temporaryFolder()
        let path = "\(folder)/it.zip"
        for place in good.indices {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var bytes = good
                bytes[place] = value
                try Data(bytes).write(to: URL(filePath: path))
                do {
                    let reader = try ZipReader(path: path)
                    for entry in reader.entries {
                        let bytes = try reader.bytes(of: entry.name)
                        #expect((bytes?.count ?? 0) <= 3)
                    }
                } catch { #expect(error is ZipError, "\(place) \(value) \(error)") }
            }
        }
    }
}

extension ZipReader {
    typealias Contents = [String: [UInt8]]
}

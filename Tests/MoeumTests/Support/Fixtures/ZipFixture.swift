import CDeflate
import Foundation

/// Puts an archive together byte by byte, so that it can say what no program would.
struct ZipFixture {
    struct Entry {
        var name: [UInt8]
        var bytes: [UInt8] = []
        var flags = 0
        var method = 0
        /// What the directory says instead of the truth.
        var claimedSize: Int?
        var checksum: UInt32?
        var madeBy = 3
        var mode = 0o100644
        /// The name in front of the bytes, where it is another.
        var localName: [UInt8]?

        init(_ name: String, _ bytes: [UInt8] = []) {
            self.name = Array(name.utf8)
            self.bytes = bytes
            if name.hasSuffix("/") { mode = 0o040755 }
        }
    }

    var entries: [Entry]
    /// What the end record says instead of the truth.
    var claimedCount: Int?
    var beforeDirectory: [UInt8] = []
    var beforeEnd: [UInt8] = []
    var comment: [UInt8] = []
    var afterEnd: [UInt8] = []

    init(_ entries: [Entry]) { self.entries = entries }

    var bytes: [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let name = entry.localName ?? entry.name
            directory += [0x50, 0x4B, 1, 2, 20, UInt8(entry.madeBy), 20, 0] + Self.fields(of: entry)
            directory += Self.number(entry.name.count, 2) + Self.number(0, 2) + Self.number(0, 2)
            directory += Self.number(0, 2) + Self.number(0, 2) + Self.number(entry.mode << 16, 4)
            directory += Self.number(file.count, 4) + entry.name
            file += [0x50, 0x4B, 3, 4, 20, 0] + Self.fields(of: entry)
            file += Self.number(name.count, 2) + Self.number(0, 2) + name + entry.bytes
        }
        file += beforeDirectory
        let offset = file.count
        file += directory + beforeEnd + [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        let count = claimedCount ?? entries.count
        file += Self.number(count, 2) + Self.number(count, 2) + Self.number(directory.count, 4)
        return file + Self.number(offset, 4) + Self.number(comment.count, 2) + comment + afterEnd
    }

    /// From the flags to the sizes: the same in front of the bytes and in the directory.
    private static func fields(of entry: Entry) -> [UInt8] {
        let checksum = Int(entry.checksum ?? Self.checksum(entry.bytes))
        let size = entry.claimedSize ?? entry.bytes.count
        var fields = number(entry.flags, 2) + number(entry.method, 2)
        fields += number(0, 2) + number(0x5A21, 2)
        fields += number(checksum, 4) + number(entry.bytes.count, 4) + number(size, 4)
        return fields
    }

    private static func number(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// CRC-32 as ZIP has it.
    static func checksum(_ bytes: [UInt8]) -> UInt32 { libdeflate_crc32(0, bytes, bytes.count) }
}

/// A folder that is gone after the test.
func temporaryFolder() throws -> String {
    let (cleanup, folder) = (try Cleanup.current, NSTemporaryDirectory() + "moeum-\(UUID().uuidString)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    cleanup.add { try? FileManager.default.removeItem(atPath: folder) }
    return folder
}

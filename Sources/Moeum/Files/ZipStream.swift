import Foundation

/// Makes a zip archive from its beginning to its end without going back, so that it can be sent while it is made. Entries are
/// stored as they are (.ZIP File Format Specification 6.3.10, 4.3).
struct ZipStream {
    /// A file for the archive.
    struct Entry: Sendable {
        fileprivate let name: [UInt8]
        fileprivate let bytes: [UInt8]
        fileprivate let checksum: UInt32
        fileprivate let time: UInt16
        fileprivate let day: UInt16

        /// Reads all bytes: call it on a thread for long work.
        /// - Parameter date: the modification time, shown as in Seoul.
        init(_ name: String, _ bytes: [UInt8], date: Date) throws {
            guard ZipName.isSafe(name), bytes.count < Int(UInt32.max) else { throw ZipError.badName }
            (self.name, self.bytes, checksum) = (Array(name.utf8), bytes, Checksum.of(bytes))
            let date = SeoulTime(date)
            time = UInt16(date.hour << 11 | date.minute << 5)
            // The format begins with 1980.
            day = UInt16(clamping: max(0, date.year - 1980) << 9 | date.month << 5 | date.day)
        }
    }

    /// How many bytes there are already.
    private(set) var length: UInt64
    private var directory: [UInt8] = []
    private var count: UInt64 = 0

    /// Names are UTF-8.
    private static let flags: UInt16 = 0x0800
    /// Beyond four gigabytes.
    private static let longVersion: UInt16 = 45
    private static let unix: UInt16 = 3 << 8

    init(length: UInt64 = 0) { self.length = length }

    /// The next bytes of the archive: an entry.
    mutating func add(_ entry: Entry) -> [UInt8] {
        let isFar = length >= UInt64(UInt32.max)
        directory.append(UInt32(0x0201_4B50))
        directory.append(Self.unix | Self.longVersion)
        let description = describe(entry, version: isFar ? Self.longVersion : 20)
        directory += description
        directory.append(UInt16(isFar ? 12 : 0))
        // No comment, the first disk, no inner attributes.
        directory += [UInt8](repeating: 0, count: 6)
        directory.append(UInt32(0o100644) << 16)
        directory.append(isFar ? .max : UInt32(length))
        directory += entry.name
        if isFar {
            directory.append(UInt16(1))
            directory.append(UInt16(8))
            directory.append(length)
        }
        var output: [UInt8] = []
        output.reserveCapacity(entry.bytes.count + entry.name.count + 30)
        output.append(UInt32(0x0403_4B50))
        output += describe(entry, version: 20)
        output.append(UInt16(0))
        output += entry.name
        output += entry.bytes
        length += UInt64(output.count)
        count += 1
        return output
    }

    /// The last bytes of the archive: its directory.
    func end() -> [UInt8] {
        var output = directory
        let (size, isLong) = (UInt64(directory.count), length + UInt64(directory.count) >= UInt64(UInt32.max))
        let hasMany = count >= UInt64(UInt16.max)
        if isLong || hasMany {
            output.append(UInt32(0x0606_4B50))
            output.append(UInt64(44))
            output.append(Self.unix | Self.longVersion)
            output.append(Self.longVersion)
            output.append(UInt64(0))
            for number in [count, count, size, length] { output.append(number) }
            output.append(UInt32(0x0706_4B50))
            output.append(UInt32(0))
            output.append(length + size)
            output.append(UInt32(1))
        }
        output.append(UInt32(0x0605_4B50))
        output.append(UInt32(0))
        for _ in 1...2 { output.append(UInt16(clamping: count)) }
        output.append(UInt32(clamping: size))
        output.append(UInt32(clamping: length))
        output.append(UInt16(0))
        return output
    }

    /// What both headers of an entry have in common.
    private func describe(_ entry: Entry, version: UInt16) -> [UInt8] {
        var output: [UInt8] = []
        for number in [version, Self.flags, 0, entry.time, entry.day] { output.append(number) }
        for number in [entry.checksum, UInt32(entry.bytes.count), UInt32(entry.bytes.count)] { output.append(number) }
        output.append(UInt16(entry.name.count))
        return output
    }
}

extension [UInt8] {
    /// Little-endian, as zip archives have numbers.
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}

/// CRC-32 as zip archives have it.
private enum Checksum {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }

    static func of(_ bytes: [UInt8]) -> UInt32 {
        let table = table
        return ~bytes.reduce(UInt32.max) { sum, byte in sum >> 8 ^ table[Int((sum ^ UInt32(byte)) & 0xFF)] }
    }
}

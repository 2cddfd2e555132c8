import Foundation

/// The central directory of an archive, read strictly before libzip sees the file (APPNOTE.TXT 6.3 §4.3.12, §4.3.16): one
/// directory, of a bounded size, directly before the only end record, which ends the file. Archives that programs could read in
/// two ways are refused.
struct ZipDirectory: Equatable {
    /// The limits for an archive that a stranger made.
    struct Limits: Sendable {
        var entries = 20_000
        /// All entries unpacked.
        var bytes: Int64 = 1 << 30
        /// One entry unpacked.
        var bytesPerEntry: Int64 = 64 << 20
        /// The directory itself.
        var directoryBytes = 8 << 20
    }

    struct Entry: Equatable {
        /// As the archive has it.
        let packedName: String
        /// With slashes, and from the archive's own folder on.
        fileprivate(set) var name: String
        let size: Int64
        var isFolder: Bool { ZipName.isFolder(name) }
    }

    let entries: [Entry]

    private static let endLength = 22
    private static let maxCommentLength = 65_535
    private static let endMark: [UInt8] = [0x50, 0x4B, 5, 6]
    private static let entryMark: [UInt8] = [0x50, 0x4B, 1, 2]
    /// The signature of the ZIP64 locator, which is before the end record in archives over 4 GiB.
    private static let largeMark: [UInt8] = [0x50, 0x4B, 6, 7]
    private static let largeLocatorLength = 20

    /// Reads the directory of the file at `path`; throws a `ZipError`, or the disk's error.
    init(path: String, limits: Limits) throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        let length = Int(try file.seekToEnd())
        let tailLength = min(length, Self.endLength + Self.maxCommentLength + Self.largeLocatorLength)
        let tail = try Self.read(file, at: length - tailLength, count: tailLength)
        let end = try Self.end(in: tail)
        let record = Self.Fields(tail[end...])
        guard record.number(at: 4, 2) == 0, record.number(at: 6, 2) == 0 else { throw ZipError.unknownFeature }
        let count = record.number(at: 10, 2)
        let size = record.number(at: 12, 4)
        let offset = record.number(at: 16, 4)
        guard count != 0xFFFF, size != 0xFFFF_FFFF, offset != 0xFFFF_FFFF else { throw ZipError.unknownFeature }
        guard count == record.number(at: 8, 2), offset + size == length - tailLength + end else {
            throw ZipError.notAnArchive
        }
        guard count <= limits.entries, size <= limits.directoryBytes else { throw ZipError.tooManyEntries }
        let packed = try Self.entries(in: try Self.read(file, at: offset, count: size), count: count)
        entries = Self.withoutTopFolder(packed)
        try Self.check(entries, limits)
    }

    private static func read(_ file: FileHandle, at offset: Int, count: Int) throws -> [UInt8] {
        try file.seek(toOffset: UInt64(offset))
        let bytes = [UInt8](try file.read(upToCount: count) ?? Data())
        guard bytes.count == count else { throw ZipError.notAnArchive }
        return bytes
    }

    /// The offset of the end record: there is only one, and its comment ends with the file.
    private static func end(in tail: [UInt8]) throws -> Int {
        let ends = places(of: endMark, in: tail)
        guard let end = ends.last, ends.count == 1, end + endLength <= tail.count,
            end + endLength + Fields(tail[end...]).number(at: 20, 2) == tail.count
        else { throw ZipError.notAnArchive }
        let locator = end - largeLocatorLength
        if locator >= 0, tail[locator...].starts(with: largeMark) { throw ZipError.unknownFeature }
        return end
    }

    private static func places(of mark: [UInt8], in bytes: [UInt8]) -> [Int] {
        guard bytes.count >= mark.count else { return [] }
        return (0...bytes.count - mark.count).filter { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
    }

    private static func entries(in directory: [UInt8], count: Int) throws -> [Entry] {
        var entries: [Entry] = []
        var rest = directory[...]
        for _ in 0..<count {
            guard rest.count >= 46, rest.starts(with: entryMark) else { throw ZipError.notAnArchive }
            let fields = Fields(rest)
            let nameLength = fields.number(at: 28, 2)
            let length = 46 + nameLength + fields.number(at: 30, 2) + fields.number(at: 32, 2)
            guard length <= rest.count else { throw ZipError.notAnArchive }
            entries.append(try entry(fields, name: rest.dropFirst(46).prefix(nameLength)))
            rest = rest.dropFirst(length)
        }
        guard rest.isEmpty else { throw ZipError.notAnArchive }
        return entries
    }

    private static func entry(_ fields: Fields, name: ArraySlice<UInt8>) throws -> Entry {
        let flags = fields.number(at: 8, 2)
        // Bit 0: encrypted; 6: strongly; 13: the directory itself is hidden (APPNOTE §4.4.4).
        guard flags & (1 | 1 << 6 | 1 << 13) == 0 else { throw ZipError.encrypted }
        let (packed, size) = (fields.number(at: 20, 4), fields.number(at: 24, 4))
        guard [0, 8].contains(fields.number(at: 10, 2)), fields.number(at: 34, 2) == 0, packed != 0xFFFF_FFFF,
            size != 0xFFFF_FFFF
        else { throw ZipError.unknownFeature }
        guard let packedName = String(validating: name, as: UTF8.self) else { throw ZipError.badName }
        // Some programs on Windows write their own separators.
        let name = String(String.UnicodeScalarView(packedName.unicodeScalars.map { $0 == "\\" ? "/" : $0 }))
        guard ZipName.isSafe(name) else { throw ZipError.badName }
        let entry = Entry(packedName: packedName, name: name, size: Int64(size))
        try checkKind(of: entry, madeBy: fields.number(at: 5, 1), mode: fields.number(at: 38, 4) >> 16)
        return entry
    }

    /// Anyone who unpacks an archive and packs its folder again has that folder in every name, and beside it what their system
    /// keeps of it.
    private static func withoutTopFolder(_ entries: [Entry]) -> [Entry] {
        let own = entries.filter { !ZipName.isOfSystem($0.name) }
        guard let top = own.first.map({ Array($0.name.utf8.prefix { $0 != UInt8(ascii: "/") }) + [UInt8(ascii: "/")] }),
            own.allSatisfy({ $0.name.utf8.starts(with: top) })
        else { return entries }
        return entries.map { entry in
            guard entry.name.utf8.count > top.count, entry.name.utf8.starts(with: top) else { return entry }
            var entry = entry
            entry.name = String(decoding: entry.name.utf8.dropFirst(top.count), as: UTF8.self)
            return entry
        }
    }

    /// Archives made on Unix keep the kind of the file in the upper half of the attributes.
    private static func checkKind(of entry: Entry, madeBy system: Int, mode: Int) throws {
        let (unix, macOS) = (3, 19)
        let (kinds, regular, folder) = (0o170000, 0o100000, 0o040000)
        let kind = [unix, macOS].contains(system) ? mode & kinds : 0
        guard kind == 0 || kind == (entry.isFolder ? folder : regular) else { throw ZipError.notAFile }
        guard !entry.isFolder || entry.size == 0 else { throw ZipError.notAFile }
    }

    private static func check(_ entries: [Entry], _ limits: Limits) throws {
        var names: Set<String> = []
        var total: Int64 = 0
        for entry in entries {
            // Compared like file systems that ignore case or compose letters.
            let name = entry.name.precomposedStringWithCanonicalMapping.lowercased()
            guard names.insert(entry.isFolder ? String(name.dropLast()) : name).inserted else {
                throw ZipError.repeatedName
            }
            total += entry.size
            guard entry.size <= limits.bytesPerEntry, total <= limits.bytes else { throw ZipError.tooLarge }
        }
    }

    /// Numbers of a record, least significant byte first.
    private struct Fields {
        let bytes: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

        func number(at offset: Int, _ length: Int) -> Int {
            bytes.dropFirst(offset).prefix(length).reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }
}

/// Names of entries.
enum ZipName {
    /// Whether a name is the same path below any folder on any system: relative, without `..` and invisible characters.
    static func isSafe(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard name.utf8.count <= 255, !InvisibleCharacters.isUnsafeToCompose(scalars),
            scalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0 != "\\" && $0 != ":" })
        else { return false }
        let parts = (isFolder(name) ? scalars.dropLast() : scalars[...])
            .split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { part in ["", ".", ".."].allSatisfy { !part.elementsEqual($0.unicodeScalars) } }
    }

    /// Whether macOS or Windows keeps this of a folder: icons, forks, what is seen of it.
    static func isOfSystem(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"))
        func isLast(_ word: String) -> Bool { parts.last?.elementsEqual(word.utf8) ?? false }
        return parts.first?.elementsEqual("__MACOSX".utf8) ?? false || parts.last?.starts(with: "._".utf8) ?? false
            || [".DS_Store", "Thumbs.db", "desktop.ini"].contains(where: isLast)
    }

    static func isFolder(_ name: String) -> Bool { name.utf8.last == UInt8(ascii: "/") }
}

/// Why an archive is refused, or could not be written.
enum ZipError: Error {
    /// Not an archive, or one that contradicts itself.
    case notAnArchive
    case tooManyEntries
    /// An entry, or all together, would unpack to more than is allowed.
    case tooLarge
    /// A name that leads out of the archive, or that no file can have.
    case badName
    case repeatedName
    case encrypted
    /// A symbolic link, a device or the like.
    case notAFile
    /// Several volumes, more than 4 GiB, or a compression that is not stored or deflate.
    case unknownFeature
    /// An entry's content differs from the archive's own information.
    case damaged
    /// The disk could not write.
    case cannotWrite
}

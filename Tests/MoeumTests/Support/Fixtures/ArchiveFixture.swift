import CDeflate
import Foundation

@testable import Moeum

/// An archive of the site's own format, of whatever rows.
struct ArchiveFixture {
    /// JSON by the part's name, an object each.
    var parts: [(name: String, rows: [String])]
    /// What the manifest says instead of the truth.
    var manifest: String?
    var others: [ZipFixture.Entry] = []
    /// The folder that stands in front of every name, with its separator.
    var top = ""

    init(_ parts: [(name: String, rows: [String])], manifest: String? = nil) {
        self.parts = parts
        self.manifest = manifest
    }

    static func manifest(_ parts: [(name: String, rows: Int)]) -> String {
        let listed = parts.map { #"{"name":"\#($0.name)","rows":\#($0.rows),"files":0}"# }.joined(separator: ",")
        return #"{"format":"moeum-archive","version":1,"exportedAt":"x","site":"y","parts":[\#(listed)]}"#
    }

    var bytes: [UInt8] {
        let head = manifest ?? Self.manifest(parts.map { ($0.name, $0.rows.count) })
        let entries = [Self.entry("\(top)archive.json", head)]
        return ZipFixture(
            entries + parts.map { Self.entry("\(top)\($0.name).json", "[\($0.rows.joined(separator: ",\n"))]") }
                + others
        ).bytes
    }

    static func entry(_ name: String, _ text: String) -> ZipFixture.Entry { entry(name, Array(text.utf8)) }

    /// Packed, as programs do.
    static func entry(_ name: String, _ bytes: [UInt8]) -> ZipFixture.Entry {
        guard let packer = libdeflate_alloc_compressor(1) else { return ZipFixture.Entry(name, bytes) }
        defer { libdeflate_free_compressor(packer) }
        let limit = libdeflate_deflate_compress_bound(packer, bytes.count)
        let packed = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = libdeflate_deflate_compress(packer, bytes, bytes.count, buffer.baseAddress, limit)
        }
        var entry = ZipFixture.Entry(name, packed)
        (entry.method, entry.claimedSize, entry.checksum) = (8, bytes.count, ZipFixture.checksum(bytes))
        return entry
    }

    /// A visit as an archive has it.
    static func visit(_ place: Place, on day: String) -> String {
        #"{"placeId":\#(place.id),"place":"\#(place.name)","district":"\#(place.district)","visitedOn":"\#(day)"}"#
    }

    /// As many days in a row, the last of them long ago.
    static func days(_ count: Int) -> [String] {
        (0..<count).map { SeoulTime(Date(timeIntervalSince1970: 1_500_000_000 - Double($0) * 86_400)).isoDay }
    }
}

/// Archives that mean harm, each named, and what becomes of it.
enum HostileArchives {
    enum Fate: Equatable {
        case failed(ArchiveJob.Failure)
        /// Its rows are left out and counted.
        case skipped
    }

    /// More marks on a letter than can be composed in a lifetime of rows.
    static let tower = "\u{AC00}" + String(repeating: "\u{301}", count: 130_000)
    /// As another program may write it.
    static let escapedTower = "\\uAC00" + String(repeating: "\\u0301", count: 600)
    /// Marks beyond the first plane, each written as two escapes.
    static let pairedTower = "a" + String(repeating: "\\uD834\\uDD65", count: 300)
    static let shortTower = "a" + String(repeating: "\u{301}", count: 900)

    private static func visits(_ row: String, _ count: Int = 20) -> [UInt8] {
        ArchiveFixture([("visits", Array(repeating: row, count: count))]).bytes
    }

    private static func visit(at place: String, also: String = "") -> String {
        #"{"placeId":1,"place":"\#(place)","district":"mapo","visitedOn":"2026-01-01"\#(also)}"#
    }

    static var all: [(name: String, bytes: [UInt8], fate: Fate)] { texts + shapes + containers }

    private static var texts: [(name: String, bytes: [UInt8], fate: Fate)] {
        let nested = String(repeating: "[", count: 1_500) + String(repeating: "]", count: 1_500)
        let wide = #"{"place":"# + "\"a\"}"
        let utf16: [UInt8] = wide.utf8.flatMap { [$0, 0] }
        let torn: [UInt8] = Array(#"[{"place":""#.utf8) + [0xFF] + Array(#""}]"#.utf8)
        let words = #""note":"","keptAt":"2026-01-01T00:00:00.000Z"}"#
        return [
            ("tower of marks, and more than a row may have", visits(visit(at: tower)), .failed(.tooLarge)),
            ("tower of marks", visits(visit(at: shortTower)), .skipped),
            ("tower of escapes", visits(visit(at: String(escapedTower.prefix(3_498)))), .skipped),
            ("tower of pairs", visits(visit(at: pairedTower)), .skipped),
            ("tower in a column of nobody", visits(visit(at: "a", also: #","x":"\#(shortTower)""#)), .skipped),
            ("tower as a column", visits(visit(at: "a", also: #","\#(shortTower)":1"#)), .skipped),
            ("tower as a tag", favourites(#"{"place":"a","tags":["b-\#(shortTower)"],\#(words)"#), .skipped),
            ("tower as a note", favourites(#"{"place":"a","tags":[],"note":"\#(shortTower)"}"#), .skipped),
            ("long place", visits(visit(at: String(repeating: "가", count: 1_000))), .skipped),
            ("long district", visits(#"{"place":"a","district":"\#(many("b", 999))"}"#), .skipped),
            ("many tags", favourites(#"{"place":"a","tags":[\#(many("\"b-c\"", 999))],\#(words)"#), .skipped),
            ("control character", visits(visit(at: "a\\u0000b")), .skipped),
            ("half a pair", visits(visit(at: "\\uD834")), .skipped),
            ("deep", visits(visit(at: "a", also: #","x":\#(nested)"#)), .skipped),
            ("deep place", visits(#"{"place":\#(nested),"visitedOn":"2026-01-01"}"#), .skipped),
            ("numbers", visits(#"{"placeId":1e999,"place":"a","visitedOn":"2026-01-01"}"#), .skipped),
            ("same column twice", visits(#"{"place":"a","place":"b","placeId":1,"placeId":2}"#), .skipped),
            ("UTF-16", zip("visits", [0x5B] + utf16 + [0x5D], rows: 1), .failed(.damaged)),
            ("no UTF-8", zip("visits", torn, rows: 1), .skipped),
        ]
    }

    private static var shapes: [(name: String, bytes: [UInt8], fate: Fate)] {
        [
            ("100,000 rows", visits("{}", 100_000), .failed(.tooLarge)),
            ("one endless row", zip("visits", Array("[{".utf8) + blanks(1 << 20), rows: 1), .failed(.tooLarge)),
            ("two profiles", ArchiveFixture([("profile", ["{}", "{}"])]).bytes, .failed(.tooLarge)),
            (
                "a part twice",
                ArchiveFixture([("visits", [])], manifest: ArchiveFixture.manifest([("visits", 0), ("visits", 0)]))
                    .bytes,
                .failed(.damaged)
            ),
            (
                "tower as a part",
                ArchiveFixture([], manifest: ArchiveFixture.manifest([(shortTower, 0)])).bytes, .failed(.notOurs)
            ),
            ("tower as a format", ArchiveFixture([], manifest: #"{"format":"\#(tower)"}"#).bytes, .failed(.notOurs)),
            ("deep manifest", ArchiveFixture([], manifest: many("[", 60_000)).bytes, .failed(.notOurs)),
            (
                "part of another folder",
                ArchiveFixture([], manifest: ArchiveFixture.manifest([("photos/../visits", 0)])).bytes,
                .failed(.damaged)
            ),
        ]
    }

    private static var containers: [(name: String, bytes: [UInt8], fate: Fate)] {
        let bomb = ArchiveFixture.entry("visits.json", Array("[".utf8) + blanks(65 << 20))
        let large = Array("[".utf8) + blanks(44 << 20) + Array("]".utf8)
        let names = ["visits", "lists", "tags"]
        let manifest = ArchiveFixture.manifest(names.map { ($0, 0) })
        let three =
            [ArchiveFixture.entry("archive.json", manifest)]
            + names.map { ArchiveFixture.entry("\($0).json", large) }
        var liar = ArchiveFixture([("visits", ["{}"])])
        liar.others = [ArchiveFixture.entry("visits.json", "[]")]
        var short = ArchiveFixture.entry("visits.json", Array("[".utf8) + blanks(1 << 20) + Array("]".utf8))
        short.claimedSize = 2
        let name = String(shortTower.unicodeScalars.prefix(99))
        return [
            ("bomb", ZipFixture([head(), bomb]).bytes, .failed(.tooLarge)),
            ("three large parts", ZipFixture(three).bytes, .failed(.tooLarge)),
            ("larger than it says", ZipFixture([head(), short]).bytes, .failed(.damaged)),
            ("a name twice", liar.bytes, .failed(.dangerous)),
            ("tower as a name", ZipFixture([.init(name)]).bytes, .failed(.dangerous)),
        ]
    }

    private static func head() -> ZipFixture.Entry {
        ArchiveFixture.entry("archive.json", ArchiveFixture.manifest([("visits", 0)]))
    }

    private static func zip(_ part: String, _ bytes: [UInt8], rows: Int) -> [UInt8] {
        ZipFixture([
            ArchiveFixture.entry("archive.json", ArchiveFixture.manifest([(part, rows)])),
            ArchiveFixture.entry("\(part).json", bytes),
        ]).bytes
    }

    private static func favourites(_ row: String) -> [UInt8] { ArchiveFixture([("favourites", [row])]).bytes }

    private static func blanks(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: count) }

    private static func many(_ text: String, _ count: Int) -> String {
        Array(repeating: text, count: count).joined(separator: text == "[" ? "" : ",")
    }
}

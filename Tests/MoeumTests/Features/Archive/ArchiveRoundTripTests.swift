import Foundation
import Testing

@testable import Moeum

/// All of a person's data, out of one account and into another.
@Suite(.cleanup)
struct ArchiveRoundTripTests {
    private static func object(_ bytes: [UInt8]?) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(try #require(bytes)))
    }

    /// By Finder, or with the separators of Windows.
    @Test("A repacked archive is imported", arguments: ["moeum-2026-11-27/", "moeum-2026-11-27\\"])
    func repacked(_ top: String) async throws {
        let site = try await ArchiveSite()
        let place = try #require(try await site.app.database.read { try $0.place(try $0.listedPlaceIDs(limit: 1)[0]) })
        var archive = ArchiveFixture([("visits", [ArchiveFixture.visit(place, on: "2020-01-02")])])
        archive.top = top
        archive.others = [ArchiveFixture.entry("__MACOSX/._archive.json", "x")]
        let job = try await site.import(archive.bytes)
        #expect(job.state == .done)
        #expect(job.outcome == [ArchiveCounts(part: "visits", found: 1, imported: 1)])
    }

    @Test("An export can be imported into another account any number of times", arguments: TestEngine.available)
    func roundTrip(_ engine: TestEngine) async throws {
        let site = try await ArchiveSite(on: engine)
        let export = try await site.export()
        #expect(export.state == .done)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: try site.path(of: export))))
        #expect(Int64(bytes.count) == export.size)
        let before = try await site.profile(2)[0]
        for _ in 1...2 {
            let taken = try await site.import(bytes)
            #expect(taken.state == .done && taken.failure == nil)
            #expect(
                taken.outcome == [
                    ArchiveCounts(part: "profile", found: 1, imported: 1),
                    ArchiveCounts(part: "consents", found: 2, imported: 0),
                    ArchiveCounts(part: "sessions", found: 3, imported: 0),
                    ArchiveCounts(part: "security-events", found: 3, imported: 0),
                    ArchiveCounts(part: "sanctions", found: 1, imported: 0),
                    ArchiveCounts(part: "appeals", found: 0, imported: 0),
                    ArchiveCounts(part: "reports", found: 0, imported: 0),
                    ArchiveCounts(part: "suggestions", found: 0, imported: 0),
                    ArchiveCounts(part: "reviews", found: 0, imported: 0),
                    ArchiveCounts(part: "review-versions", found: 0, imported: 0),
                    ArchiveCounts(part: "photos", found: 0, imported: 0),
                    ArchiveCounts(part: "review-drafts", found: 0, imported: 0),
                    ArchiveCounts(part: "helpful-votes", found: 0, imported: 0),
                    ArchiveCounts(part: "tags", found: 0, imported: 0),
                    ArchiveCounts(part: "favourites", found: 0, imported: 0),
                    ArchiveCounts(part: "removed-favourites", found: 0, imported: 0),
                    ArchiveCounts(part: "lists", found: 0, imported: 0),
                    ArchiveCounts(part: "list-entries", found: 0, imported: 0),
                    ArchiveCounts(part: "removed-list-entries", found: 0, imported: 0),
                    ArchiveCounts(part: "list-collaborations", found: 0, imported: 0),
                    ArchiveCounts(part: "list-invitations", found: 0, imported: 0),
                    ArchiveCounts(part: "diary-entries", found: 0, imported: 0),
                    ArchiveCounts(part: "diary-versions", found: 0, imported: 0),
                    ArchiveCounts(part: "cards", found: 0, imported: 0),
                    ArchiveCounts(part: "saved-photos", found: 0, imported: 0),
                    ArchiveCounts(part: "visits", found: 0, imported: 0),
                    ArchiveCounts(part: "roulette-picks", found: 0, imported: 0),
                    ArchiveCounts(part: "confirmations", found: 0, imported: 0),
                    ArchiveCounts(part: "place-answers", found: 0, imported: 0),
                ]
            )
            let (mine, other) = (try await site.profile(1)[0], try await site.profile(2)[0])
            // Bio, language and theme; everything else stays the account's own.
            #expect(other[2...4] == mine[2...4])
            #expect(other[..<2] == before[..<2] && other[5...] == before[5...])
        }
        #expect(site.files(.import) == [])
    }

    @Test("An archive describes what is in it") func describesItself() async throws {
        let site = try await ArchiveSite()
        let reader = try ZipReader(path: try site.path(of: try await site.export()))
        let manifest = try JSONDecoder().decode(
            ArchiveManifest.self,
            from: Data(try #require(try reader.bytes(of: "archive.json")))
        )
        #expect(manifest.site == "http://moeum.example" && manifest.version == 1)
        for part in manifest.parts {
            let rows = try Self.object(try reader.bytes(of: "\(part.name).json")) as? [[String: Any]]
            #expect(rows?.count == part.rows)
            let table = String(decoding: try #require(try reader.bytes(of: "\(part.name).csv")), as: UTF8.self)
            let lines = try CSVReader.rows(of: table)
            #expect(lines.count == part.rows + 1)
            let columns = try #require(ArchivePart.all.first { $0.name == part.name }).columns.map(\.name)
            #expect(lines[0].fields == columns)
            #expect(rows?.allSatisfy { Set($0.keys) == Set(columns) } == true)
        }
        #expect(manifest.parts.map(\.rows) == [1, 2, 3, 3, 1] + Array(repeating: 0, count: 24))
        let schema = try JSONDecoder().decode(
            ArchiveSchema.self,
            from: Data(try #require(try reader.bytes(of: "schema.json")))
        )
        #expect(schema.parts.map(\.name) == manifest.parts.map(\.name))
        #expect(
            schema.parts.flatMap(\.columns).allSatisfy { !($0.meaning["ko"] ?? "archive.").hasPrefix("archive.") }
        )
    }

    @Test("No secret is exported, and no cell is a formula") func noSecrets() async throws {
        let site = try await ArchiveSite()
        let reader = try ZipReader(path: try site.path(of: try await site.export()))
        for entry in reader.entries {
            let text = String(decoding: try #require(try reader.bytes(of: entry.name)), as: UTF8.self)
            #expect(!text.contains("secret"), "\(entry.name)")
        }
        let profile = String(decoding: try #require(try reader.bytes(of: "profile.csv")), as: UTF8.self)
        #expect(profile.contains("\"'=1+1\n\u{D55C}\u{AE00}, \"\"hi\"\"\""))
        let sessions = String(decoding: try #require(try reader.bytes(of: "sessions.csv")), as: UTF8.self)
        #expect(sessions.contains(",'@Linux,"))
        let json = String(decoding: try #require(try reader.bytes(of: "profile.json")), as: UTF8.self)
        #expect(json.contains("\"createdAt\":\"2023-11-14T22:13:20.123Z\""))
        #expect(json.contains("\"bio\":\"=1+1\\n\u{D55C}\u{AE00}, \\\"hi\\\"\""))
    }

    /// Archives that are none of ours, or were ours.
    @Test("Other archives are refused with the reason") func refuseOthers() async throws {
        func archive(_ manifest: String, _ files: [(String, String)] = []) -> [UInt8] {
            ZipFixture(([("archive.json", manifest)] + files).map { .init($0.0, Array($0.1.utf8)) }).bytes
        }
        func ours(version: Int = 1, rows: Int = 1, name: String = "profile") -> String {
            """
            {"format":"moeum-archive","version":\(version),"exportedAt":"x","site":"y",
            "parts":[{"name":"\(name)","rows":\(rows),"files":0}]}
            """
        }
        func names(_ count: Int) -> [(String, String)] { (1...count).map { ("p\($0).json", "[]") } }
        func many(_ count: Int) -> String {
            let parts = (1...count).map { #"{"name":"p\#($0)","rows":0,"files":0}"# }.joined(separator: ",")
            return #"{"format":"moeum-archive","version":1,"exportedAt":"x","site":"y","parts":[\#(parts)]}"#
        }
        let row = #"{"bio":"b","language":"en","theme":"dark"}"#
        let cases: [(String, [UInt8], ArchiveJob.Failure)] = [
            ("no zip", Array("hello".utf8), .notAnArchive),
            ("no manifest", ZipFixture([.init("a")]).bytes, .notOurs),
            ("other format", archive(#"{"format":"other","version":1}"#), .notOurs),
            ("no json", archive("hello"), .notOurs),
            ("newer", archive(ours(version: 2)), .newer),
            ("part missing", archive(ours()), .damaged),
            ("no rows", archive(ours(), [("profile.json", "hello")]), .damaged),
            ("cut", archive(ours(), [("profile.json", "[\(row)")]), .damaged),
            ("more", archive(ours(name: "poems"), [("poems.json", "[\(row),\(row)]")]), .countsDiffer),
            ("fewer", archive(ours(rows: 2), [("profile.json", "[\(row)]")]), .countsDiffer),
            ("parts", archive(many(101), names(101)), .tooLarge),
            ("negative", archive(ours(rows: -1), [("profile.json", "[]")]), .damaged),
            ("way out", archive(ours(), [("profile.json", "[\(row)]"), ("../../a", "")]), .dangerous),
        ]
        let site = try await ArchiveSite()
        for (name, bytes, failure) in cases {
            let job = try await site.import(bytes)
            #expect(job.state == .failed && job.failure == failure, "\(name)")
            #expect(try await site.profile(2)[0][2] == .text(""), "\(name)")
        }
        #expect(site.files(.import) == [])
        let fine = try await site.import(archive(ours(), [("profile.json", "\u{FEFF} [ \(row) ] ")]))
        #expect(fine.outcome == [ArchiveCounts(part: "profile", found: 1, imported: 1)])
        let wide = "{\(String(repeating: #""a":1,"#, count: 20_000))\"bio\":\"b\"}"
        let large = try await site.import(archive(ours(), [("profile.json", "[\(wide)]")]))
        #expect(large.failure == .tooLarge)
        let two = try await site.import(archive(ours(rows: 2), [("profile.json", "[\(row),\(row)]")]))
        #expect(two.failure == .tooLarge)
        let later = try await site.import(archive(ours(name: "poems"), [("poems.json", "[\(row)]")]))
        #expect(later.outcome == [ArchiveCounts(part: "poems", found: 1, imported: 0)])
    }

    @Test(
        "A row that no form would take is skipped and counted",
        arguments: [
            #"{"bio":"b","language":"fr","theme":"dark"}"#, #"{"bio":5,"language":"en","theme":"dark"}"#, "{}",
            #"{"bio":"b","language":"en"}"#, #"{"bio":"b" "language":"en","theme":"dark"}"#,
            #"{"bio":"\#(String(repeating: "b", count: 161))","language":"en","theme":"dark"}"#,
            #"{"bio":"a\u0000b","language":"en","theme":"dark"}"#, #"{"a":{"b":[{"c":1}]},"bio":"b"}"#,
        ]
    )
    func skipRow(_ row: String) async throws {
        let site = try await ArchiveSite()
        let manifest = """
            {"format":"moeum-archive","version":1,"exportedAt":"x","site":"y",
            "parts":[{"name":"profile","rows":1,"files":0}]}
            """
        let zip = ZipFixture([
            .init("archive.json", Array(manifest.utf8)), .init("profile.json", Array("[\(row)]".utf8)),
        ])
        let job = try await site.import(zip.bytes)
        #expect(job.state == .done)
        #expect(job.outcome == [ArchiveCounts(part: "profile", found: 1, imported: 0)])
    }

    @Test("Rows are split wherever the bytes are cut") func splitRows() throws {
        let text = #"[{"a":"}]\"{","b":[{"c":"\\"}]} , {"d":{}}]"#
        for piece in 1...text.utf8.count {
            var rows = ArchiveRows()
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                try rows.feed(rest.prefix(piece))
                rest = rest.dropFirst(piece)
            }
            try rows.finish()
            #expect(
                rows.rows.map { String(decoding: $0, as: UTF8.self) } == [
                    #"{"a":"}]\"{","b":[{"c":"\\"}]}"#, #"{"d":{}}"#,
                ]
            )
        }
        for text in ["", "[", "{}", "[1]", "[{}", "[{},]", "[{}]]", "[{}{}]", "[,{}]", "[{}] x"] {
            #expect(throws: ArchiveRows.Error.noArray) {
                var rows = ArchiveRows()
                try rows.feed(text.utf8)
                try rows.finish()
            }
        }
        var few = ArchiveRows(limits: .init(rows: 1, bytesPerRow: 10))
        #expect(throws: ArchiveRows.Error.tooManyRows) { try few.feed("[{},{}]".utf8) }
        var short = ArchiveRows(limits: .init(rows: 1, bytesPerRow: 10))
        #expect(throws: ArchiveRows.Error.rowTooLong) { try short.feed(#"[{"a":"long enough"}]"#.utf8) }
    }
}

import Foundation
import Testing

@testable import Moeum

/// The house rules that a compiler does not check, read off the sources.
struct ArchitectureContractTests {
    private struct Source {
        let path: String
        /// The text without its comments.
        let code: String
    }

    /// Read once for all tests.
    private static let allSources = Result {
        try Project.files("Sources", ending: ".swift").map { path in
            Source(path: path, code: withoutComments(try Project.text(path)))
        }
    }

    private let sources: [Source]

    init() throws { sources = try Self.allSources.get() }

    /// Cuts `//` comments off; one inside a string literal, such as an address, stays.
    private static func withoutComments(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var quotes = 0
            var previous: Character?
            for index in line.indices {
                if line[index] == "\"", previous != "\\" { quotes += 1 }
                if quotes.isMultiple(of: 2), line[index...].hasPrefix("//") { return line[..<index] }
                previous = line[index]
            }
            return line
        }.joined(separator: "\n")
    }

    private func isIn(_ folder: String, _ source: Source) -> Bool {
        source.path.hasPrefix("Sources/Moeum/\(folder)/") || source.path.hasPrefix("Sources/\(folder)/")
    }

    @Test("Only stores, the search and Database have SQL") func keepSQLInStores() {
        let sql =
            /\b(SELECT\s|INSERT INTO\s|UPDATE\s+\w+\s+SET\s|DELETE FROM\s|(CREATE|ALTER|DROP)\s+(TABLE|INDEX)|PRAGMA\s)/
        let speakers = sources.filter { $0.code.firstMatch(of: sql) != nil }
        #expect(speakers.count > 3)
        let strangers = speakers.filter { source in
            let name = source.path.split(separator: "/").last ?? ""
            return !isIn("Database", source) && !name.hasSuffix("Store.swift") && !name.hasPrefix("PlaceSearch")
        }
        #expect(strangers.map(\.path) == [])
    }

    /// A sign and a mark after it are one Character, which is not equal to the sign: strangers' text is checked and escaped by
    /// bytes or scalars (`TextByScalars`). No format that we write gives `_`, `-` or braces alone a meaning.
    @Test("No text of strangers is compared with signs by Characters") func compareByScalars() throws {
        let sign = #"(?:\\["\\]|[!#-,./:-@\[\]^`|~])"#
        let text = #"(?:[^"\\]|\\.)*"#
        let anywhere = #"(?:replacing|replacingOccurrences|contains|range|firstRange)\((?:of: )?"#
        let comparison = try Regex(
            [
                #"\.\#(anywhere)"\#(text)\#(sign)\#(text)"(?!\.utf8)"#,
                #"\.hasPrefix\("\#(text)\#(sign)""#, #"\.hasSuffix\("\#(sign)"#,
            ].joined(separator: "|")
        )
        let speakers = sources.filter { source in
            !source.path.hasPrefix("Sources/Database/Migrations/")
                && source.code.firstMatch(of: comparison) != nil
        }
        #expect(speakers.count > 3)
        let strangers = speakers.filter { source in
            !["Templates", "moeum", "Files/S3", "Features/Backup"].contains { isIn($0, source) }
                && !Self.textsOfOurs.contains(source.path.split(separator: "/").last ?? "")
        }
        #expect(strangers.map(\.path) == [])
    }

    /// Files that compare what comes from operators, and from our own files and tables.
    private static let textsOfOurs: Set<Substring> = [
        "Config.swift", "Geocoder.swift", "Healthcheck.swift", "MapTiles.swift", "PhotoMigration.swift",
        "PostgresAddress.swift", "Setting.swift", "SettingOrigin.swift", "StorageLocation.swift", "WeatherSource.swift",
        "Argon2.swift", "Assets.swift", "PlaceSearchVocabulary.swift",
        "PostgresCatalog.swift", "PostgresError.swift", "ReservedNames.swift",
        "RegisterDownloadFolder.swift", "RegisterSettings.swift",
    ]

    @Test(
        "Each library is imported by its adapter alone",
        arguments: [
            ("CSQLite", ["SQLite"]), ("CPostgreSQL", ["Postgres"]), ("CDeflate", ["Compressor"]),
            ("CCurl", ["SMTP", "HTTPClient", "HTTPTransfer"]), ("CArgon2", ["Argon2"]), ("CQRCode", ["QRCode"]),
            ("CZip", ["Zip"]), ("CVips", ["Photo"]), ("COpenSSL", ["Cryptography"]),
            ("CMalloc", ["FreeMemory"]), ("CArchive", ["Tar"]), ("CSandbox", ["Sandbox"]),
            ("CBuild", ["BuildInformation"]),
        ]
    )
    func importByAdapter(_ library: String, _ adapters: [String]) throws {
        let line = try Regex("(?m)^\\s*(@\\w+\\s+|public |internal |private )*import \(library)\\b")
        let importers = sources.filter { $0.code.firstMatch(of: line) != nil }
        #expect(!importers.isEmpty)
        let strangers = importers.filter { importer in
            let name = importer.path.split(separator: "/").last ?? ""
            return !adapters.contains { name.hasPrefix($0) }
        }
        #expect(strangers.map(\.path) == [])
    }

    @Test("Only the server may checkpoint") func checkpointByServer() {
        let servers = sources.filter { $0.path.hasPrefix("Sources/moeum/") && $0.code.contains(".server") }
        // It is opened for the one that locks the folder: the server, and the demo, whose database nobody serves yet.
        let names = Set(servers.map { $0.path.split(separator: "/").last ?? "" })
        #expect(names == ["OpenDatabase.swift", "ServeCommand.swift", "DemoCommand.swift"])
    }

    @Test("Only Database and the search distinguish engines") func distinguishEngines() {
        let question = /switch (?:\w+\.)?dialect\b|\bdialect [=!]= |case \.postgres\b/
        let strangers = sources.filter { source in
            let name = source.path.split(separator: "/").last ?? ""
            return source.code.firstMatch(of: question) != nil && !isIn("Database", source)
                && !name.hasPrefix("PlaceSearch")
        }
        #expect(strangers.map(\.path) == [])
    }

    /// So the build without PostgreSQL differs from the one that is tested in the target `Database` alone, which
    /// `Scripts/test` compiles without it.
    @Test("Only Database distinguishes builds") func distinguishBuilds() throws {
        let condition = /#(?:if|elseif)\b.*\bPostgres\b|canImport\(CPostgreSQL\)/
        let builds = sources.filter { $0.code.firstMatch(of: condition) != nil }
        #expect(!builds.isEmpty)
        #expect(builds.filter { !isIn("Database", $0) }.map(\.path) == [])
        let package = try Project.text("Package.swift")
        let conditional = #".target(name: "CPostgreSQL", condition: .when(traits: ["Postgres"]))"#
        #expect(package.contains(conditional))
        #expect(package.matches(of: /"CPostgreSQL"/).count == 2, "once where it is declared, once with its condition")
    }

    @Test("Mail and Files name no feature") func nameNoFeature() throws {
        let declaration = /(?m)^(?:public |package |final |private )*(?:struct|class|enum|actor|protocol)\s+(\w+)/
        let features = sources.filter { isIn("Features", $0) }
        let names = Set(features.flatMap { $0.code.matches(of: declaration).map { String($0.output.1) } })
        #expect(names.contains("PlaceRoutes"))
        for folder in ["Files", "Mail"] {
            for source in sources where isIn(folder, source) {
                let words = Set(source.code.matches(of: /\b[A-Z]\w*/).map { String($0.output) })
                #expect(words.intersection(names) == [], "\(source.path)")
            }
        }
    }

    @Test("No file is over 300 lines") func limitFiles() throws {
        let kinds = [
            ("Sources", ".swift"), ("Tests", ".swift"), ("Tests", ".py"), ("Views", ".mustache"), ("Public", ".js"),
        ]
        for (folder, ending) in kinds {
            for path in try Project.files(folder, ending: ending) where !path.contains("/.") {
                let lines = try Project.text(path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
                #expect(lines <= 300, "\(path)")
            }
        }
    }

    /// Who knows Hangul besides the strings: words of the data that a parser must know, the groups of the tags that every
    /// favourite begins with, invented names for load tests, the arithmetic of syllables, and the units that a Korean date
    /// is written with.
    private static let knownHangul = [
        "Features/Favourites/Tags/UsualTags.swift", "Features/Demo/DemoPlaces.swift", "Features/Demo/DemoTexts.swift",
        "Features/Import/Facts/Address.swift", "Features/Import/Facts/ImportText.swift",
        "Features/Import/Bookshops/BookshopHours.swift", "Features/Import/Bookshops/BookshopReader.swift",
        "Features/Places/PlaceName.swift",
        "Features/Registers/Files/RegisterColumn.swift", "Features/Registers/Files/RegisterWords.swift",
        "Features/Registers/Import/RegisterName.swift",
        "Features/Places/RoadAddress.swift",
        "Features/Places/ShownAddress.swift",
        "Features/Places/Search/KoreanText.swift", "Features/Places/Station.swift",
        "Features/Places/Search/SearchTerm.swift",
        "Features/Places/Page/OpeningHours.swift", "Templates/KoreanParticle.swift", "Templates/Romanization.swift",
        "Templates/RomanizedName.swift", "Templates/SeoulTime.swift",
    ]

    @Test("Words that people read are not in Swift") func keepWordsInStrings() {
        let message = /[\u{1100}-\u{11FF}\u{3130}-\u{318F}\u{AC00}-\u{D7A3}]/
        // Hangul written as an escape is Hangul all the same, and nobody can read it.
        let escape = /\\u\{(?:11[0-9A-Fa-f]{2}|31[3-8][0-9A-Fa-f]|[A-Ca-c][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2})\}/
        #expect(sources.filter { $0.code.firstMatch(of: escape) != nil }.map(\.path) == [])
        let speakers = sources.filter { source in
            ["Features", "Web", "Templates"].contains { isIn($0, source) } && source.code.firstMatch(of: message) != nil
        }
        #expect(!speakers.isEmpty)
        let paths = speakers.map {
            String($0.path.dropFirst("Sources/".count).trimmingPrefix("Moeum/"))
        }
        #expect(Set(paths).subtracting(Self.knownHangul) == [])
    }
}

import Foundation

/// The contents of an archive. Version 1: `archive.json` (the format, and how many rows each part has), `schema.json` (what
/// each column means), and for each part a JSON array of objects and a CSV table of the same rows.
enum ArchiveFormat {
    static let name = "moeum-archive"
    static let version = 1
    static let manifestName = "archive.json"
    static let schemaName = "schema.json"
    /// The folder of photo files in an archive.
    static let photos = "photos/"

    /// Whether a part may have this name: short, in lower-case letters, dashes and digits.
    static func isPartName(_ name: String) -> Bool { name.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil }

    static func jsonName(of part: String) -> String { "\(part).json" }
    static func tableName(of part: String) -> String { "\(part).csv" }

    /// A part's rows as a JSON array, one object a line.
    static func json(_ part: ArchivePart, _ rows: [[ArchiveValue]]) -> [UInt8] {
        var output = Array("[".utf8)
        for (index, row) in rows.enumerated() {
            output.append(contentsOf: (index == 0 ? "\n" : ",\n").utf8)
            append(row, of: part, to: &output)
        }
        output.append(contentsOf: "\n]\n".utf8)
        return output
    }

    /// Appends one row as a JSON object.
    static func append(_ row: [ArchiveValue], of part: ArchivePart, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        for (place, (column, value)) in zip(part.columns, row).enumerated() {
            if place > 0 { output.append(UInt8(ascii: ",")) }
            JSONRepresentation.append(column.name, to: &output)
            output.append(UInt8(ascii: ":"))
            value.append(to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    /// The same rows as CSV.
    static func table(_ part: ArchivePart, _ rows: [[ArchiveValue]]) -> [UInt8] {
        var writer = CSVWriter(header: part.columns.map(\.name))
        for row in rows { writer.append(row.map(\.cell)) }
        return writer.bytes
    }

    /// The bytes of a describing file.
    static func encoded(_ description: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(description)) + [UInt8(ascii: "\n")]
    }
}

/// `archive.json`: the format and its version, when the archive was made, and how many rows each part has.
struct ArchiveManifest: Codable, Equatable {
    struct Part: Codable, Equatable {
        let name: String
        let rows: Int
        /// Files of this part in the `photos/` folder.
        var files = 0
    }

    var format = ArchiveFormat.name
    var version = ArchiveFormat.version
    /// RFC 3339 in UTC.
    let exportedAt: String
    /// The address of the site that made it.
    let site: String
    let parts: [Part]
}

/// `schema.json`: parts and columns with their types and meanings in both languages, for people who read the archive with their
/// own programs.
struct ArchiveSchema: Codable, Equatable {
    struct Column: Codable, Equatable {
        let name: String
        let type: String
        let optional: Bool
        let meaning: [String: String]
    }

    struct Part: Codable, Equatable {
        let name: String
        let title: [String: String]
        /// Whether the site can import it, also into another account.
        let importable: Bool
        let columns: [Column]
    }

    var format = ArchiveFormat.name
    var version = ArchiveFormat.version
    let types: [String: String]
    let parts: [Part]

    init(_ views: Views) {
        func inBoth(_ key: String) -> [String: String] {
            Dictionary(uniqueKeysWithValues: Language.allCases.map { ($0.rawValue, views.text(key, [:], $0)) })
        }
        types = Dictionary(
            uniqueKeysWithValues: ArchiveValue.Kind.allCases.map {
                ($0.rawValue, views.text("archive.type.\($0.rawValue)", [:], .english))
            }
        )
        parts = ArchivePart.all.map { part in
            Part(
                name: part.name,
                title: inBoth("archive.part.\(part.name)"),
                importable: part.restore != nil,
                columns: part.columns.map { column in
                    Column(
                        name: column.name,
                        type: column.kind.rawValue,
                        optional: column.isOptional,
                        meaning: inBoth("archive.column.\(part.name).\(column.name)")
                    )
                }
            )
        }
    }
}

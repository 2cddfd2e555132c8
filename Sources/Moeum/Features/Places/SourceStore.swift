import Foundation

/// A source of records.
package struct Source: Sendable, Equatable, Codable {
    package let id: String
    let nameKo: String
    let nameEn: String
    package let url: String?
    let licence: String?
    /// The day, month or year of the data, as precise as it is known.
    let asOf: String
    /// Known faults of the source, in both languages.
    var remarks: [Remark] = []

    /// One known fault.
    struct Remark: Sendable, Equatable, Codable {
        package let ko: String
        package let en: String
    }

    func name(_ language: Language) -> String { language == .english ? nameEn : nameKo }
}

/// A fact of a place with its own source and day.
struct OtherFact: Sendable {
    /// The name of a `PlaceFact` in the database.
    let fact: String
    let source: Source
    let asOf: String
}

extension Transaction {
    package func sources() throws -> [Source] {
        try rows("SELECT \(Source.columns) FROM sources s ORDER BY s.id").map { row in
            let remarks = Data(try row.string(6).utf8)
            return try Source(row, remarks: try JSONDecoder().decode([Source.Remark].self, from: remarks))
        }
    }

    /// One source without its remarks, which only the page about the data shows.
    package func source(_ id: String) throws -> Source? {
        try first("SELECT \(Source.columns) FROM sources s WHERE s.id = \(id)") { try Source($0, remarks: []) }
    }

    /// The facts of a place that are not from the record's own source or are of another day.
    func otherFacts(of id: Place.ID) throws -> [OtherFact] {
        try rows(
            """
            SELECT \(Source.columns), f.fact, f.as_of FROM place_facts f JOIN sources s ON s.id = f.source
            WHERE f.place_id = \(id) ORDER BY f.fact
            """
        ).map { OtherFact(fact: try $0.string(7), source: try Source($0, remarks: []), asOf: try $0.string(8)) }
    }

    package func saveSources(_ sources: [Source]) throws {
        for source in sources { try saveSource(source) }
    }

    func saveSource(_ source: Source) throws {
        let remarks = String(decoding: try JSONEncoder().encode(source.remarks), as: UTF8.self)
        try execute(
            """
            INSERT INTO sources (id, name_ko, name_en, url, licence, as_of, remarks)
            VALUES (\(source.id), \(source.nameKo), \(source.nameEn), \(source.url), \(source.licence),
                \(source.asOf), \(remarks))
            ON CONFLICT (id) DO UPDATE SET name_ko = excluded.name_ko, name_en = excluded.name_en,
                url = excluded.url, licence = excluded.licence, as_of = excluded.as_of, remarks = excluded.remarks
            """
        )
    }
}

extension Source {
    /// Of `sources s`.
    fileprivate static let columns: SQL = "s.id, s.name_ko, s.name_en, s.url, s.licence, s.as_of, s.remarks"

    fileprivate init(_ row: any Row, remarks: [Remark]) throws {
        self.init(
            id: try row.string(0),
            nameKo: try row.string(1),
            nameEn: try row.string(2),
            url: try row.optionalString(3),
            licence: try row.optionalString(4),
            asOf: try row.string(5),
            remarks: remarks
        )
    }
}

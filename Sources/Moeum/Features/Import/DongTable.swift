/// The centres of legal dong, for places without a position in their source.
package struct DongTable: Sendable {
    static let source = "legal-dong-centres"

    private let positions: [String: Place.Position]
    /// The table as a source, with its date from `sources.json`.
    let reference: SourceReference

    init(_ map: SeoulMap, asOf: String) {
        reference = SourceReference(source: Self.source, asOf: asOf)
        let pairs = map.dongs.map { dong in
            let position = Place.Position(latitude: dong.latitude, longitude: dong.longitude, precision: .dong)
            return ("\(dong.district) \(dong.text)", position)
        }
        positions = Dictionary(pairs) { first, _ in first }
    }

    /// Reads the table and its date.
    package static func load(from directory: String) throws -> DongTable {
        let described = try Source.all(in: directory).first { $0.id == source }
        guard let described else { throw FileImport.Error(description: "sources.json does not describe \(source)") }
        return DongTable(try SeoulMap.load(from: directory), asOf: described.asOf)
    }

    func position(of dong: String, in district: String) -> Place.Position? { positions["\(district) \(dong)"] }

    /// Sets a record's dong from its addresses. Without a position, the record gets that dong's centre, with this table as its
    /// source.
    func locate(_ record: inout PlaceRecord) {
        record.dong = Address.legalDong(road: record.roadAddress, lot: record.lotAddress) {
            [district = record.district] in
            position(of: $0, in: district) != nil
        }
        guard record.position == nil, let position = record.dong.flatMap({ position(of: $0, in: record.district) })
        else { return }
        record.position = position
        record.factSources[.position] = reference
    }
}

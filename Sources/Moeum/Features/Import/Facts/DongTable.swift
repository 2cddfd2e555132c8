/// The centres of legal dong, for places without a position in their source.
package struct DongTable: Sendable {
    static let source = "legal-dong-centres"

    private let positions: [String: Place.Position]
    private let areas: DongAreas
    /// The table as a source, with its date from `sources.json`.
    let reference: SourceReference

    init(_ map: SeoulMap, asOf: String) {
        reference = SourceReference(source: Self.source, asOf: asOf)
        areas = map.areas
        let pairs = map.dongs.map { dong in
            let position = Place.Position(latitude: dong.latitude, longitude: dong.longitude, precision: .dong)
            return ("\(dong.district) \(dong.text)", position)
        }
        positions = Dictionary(pairs) { first, _ in first }
    }

    package static func load(from directory: String) throws -> DongTable {
        let described = try Source.all(in: directory).first { $0.id == source }
        guard let described else { throw FileImport.Error(description: "sources.json does not describe \(source)") }
        return DongTable(try SeoulMap.load(from: directory), asOf: described.asOf)
    }

    func position(of dong: String, in district: String) -> Place.Position? { positions["\(district) \(dong)"] }

    /// The centre of a record's dong, or of the nearest dong of its district: a position by dong is always one of ours, by
    /// which maps tell its dong.
    private func centre(for record: PlaceRecord, near position: Place.Position) -> Place.Position {
        if let dong = record.dong.flatMap({ self.position(of: $0, in: record.district) }) { return dong }
        let nearest = areas.nearest(to: position.latitude, position.longitude, in: record.district)?.label
        return nearest.map { Place.Position(latitude: $0.latitude, longitude: $0.longitude, precision: .dong) }
            ?? position
    }

    /// Sets a record's dong from its addresses. Without a position, the record gets that dong's centre, with this table as its
    /// source.
    func locate(_ record: inout PlaceRecord) {
        record.dong = Address.legalDong(road: record.roadAddress, lot: record.lotAddress) {
            [district = record.district] in
            position(of: $0, in: district) != nil
        }
        if let position = record.position, position.precision == .dong {
            record.position = centre(for: record, near: position)
            return
        }
        guard record.position == nil, let position = record.dong.flatMap({ position(of: $0, in: record.district) })
        else { return }
        record.position = position
        record.factSources[.position] = reference
    }
}

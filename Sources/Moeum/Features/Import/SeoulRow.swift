/// Reads one row of the API as a record.
struct SeoulRow {
    static let source = "seoul-model-restaurants"

    let district: District
    let dongs: DongTable
    /// `yyyy-MM-dd`.
    let today: String

    /// The record, or what the row lacks.
    func record(_ row: [String: String]) -> Result<PlaceRecord, Refusal> {
        func value(_ name: String) -> String? { row[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard let key = value("PERM_NT_NO") else { return .failure(Refusal(key: "?", reason: "PERM_NT_NO is missing")) }
        guard let name = value("UPSO_NM") else { return .failure(Refusal(key: key, reason: "UPSO_NM is missing")) }
        guard let category = value("SNT_UPTAE_NM") else {
            return .failure(Refusal(key: key, reason: "SNT_UPTAE_NM is missing"))
        }
        let road = value("SITE_ADDR_RD")
        let lot = value("SITE_ADDR")
        guard road != nil || lot != nil else {
            return .failure(Refusal(key: key, reason: "both addresses are missing"))
        }
        var record = PlaceRecord(
            source: SourceReference(source: Self.source, asOf: today),
            key: key,
            kind: .restaurant,
            name: name,
            category: category,
            district: district.slug
        )
        record.dong = Address.legalDong(road: road, lot: lot)
        record.roadAddress = road
        record.lotAddress = lot
        record.phone = value("UPSO_SITE_TELNO").flatMap(PhoneNumber.normalized)
        record.menu = value("MAIN_EDF")
        record.designatedOn = value("ASGN_YMD").flatMap(ImportText.day)
        record.position = record.dong.flatMap { dongs.position(of: $0, in: district.slug) }
        if record.position != nil { record.positionSource = SourceReference(source: DongTable.source, asOf: today) }
        return .success(record)
    }

    /// A row that is not taken, and why.
    struct Refusal: Error, Equatable {
        let key: String
        let reason: String
    }
}

/// Centres of legal dong, for places whose source has no position.
struct DongTable: Sendable {
    static let source = "legal-dong-centres"

    private let positions: [String: Place.Position]

    init(_ map: SeoulMap) {
        let pairs = map.dongs.map { dong in
            let position = Place.Position(latitude: dong.latitude, longitude: dong.longitude, precision: .dong)
            return ("\(dong.district) \(dong.text)", position)
        }
        positions = Dictionary(pairs) { first, _ in first }
    }

    func position(of dong: String, in district: String) -> Place.Position? { positions["\(district) \(dong)"] }
}

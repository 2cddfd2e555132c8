/// Reads one row of the API as a record.
struct SeoulRow {
    static let source = "seoul-model-restaurants"

    let district: District
    let dongs: DongTable
    /// `yyyy-MM-dd`.
    let today: String

    /// The shop's key; nil where it is missing.
    static func key(_ row: [String: String]) -> String? { row[keyName].flatMap { $0.isEmpty ? nil : $0 } }

    private static let keyName = "PERM_NT_NO"

    /// The record of the row; throws where a field is missing or invalid.
    /// - Parameters:
    ///   - position: the row's number in its list, from 1; identifies a row without key and name.
    ///   - unread: gets what cannot be read of the row, which is taken without it.
    func record(
        _ row: [String: String],
        at position: Int,
        _ unread: inout [String]
    ) throws(ImportRejection) -> PlaceRecord {
        let values = row.filter { !$0.value.isEmpty }
        let key = try require(Self.keyName, values, key: values["UPSO_NM"] ?? "row \(position)")
        let name = try require("UPSO_NM", values, key: key)
        let category = try require("SNT_UPTAE_NM", values, key: key)
        let road = values["SITE_ADDR_RD"]
        let lot = values["SITE_ADDR"]
        guard road != nil || lot != nil else {
            throw ImportRejection(row: key, reason: .missing, words: "both addresses are missing")
        }
        var record = PlaceRecord(
            source: SourceReference(source: Self.source, asOf: today),
            key: key,
            kind: .restaurant,
            name: name,
            category: category,
            district: district.slug
        )
        record.roadAddress = road
        record.lotAddress = lot
        record.phone = values["UPSO_SITE_TELNO"].flatMap(PhoneNumber.normalized)
        record.menu = values["MAIN_EDF"]
        record.designatedOn = values["ASGN_YMD"].flatMap(ImportText.day)
        if let day = values["ASGN_YMD"], record.designatedOn == nil {
            unread.append("\(key): ASGN_YMD “\(day)” is no day")
        }
        dongs.locate(&record)
        return record
    }

    private func require(_ name: String, _ values: [String: String], key: String) throws(ImportRejection) -> String {
        guard let value = values[name] else {
            throw ImportRejection(row: key, reason: .missing, words: "\(name) is missing")
        }
        return value
    }
}

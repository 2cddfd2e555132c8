/// Reads one row of the API as a record.
struct SeoulRow {
    static let source = "seoul-model-restaurants"

    let district: District
    let dongs: DongTable
    /// `yyyy-MM-dd`.
    let today: String

    /// The record; throws what the row lacks.
    func record(_ row: [String: String]) throws(ImportRefusal) -> PlaceRecord {
        let values = row.filter { !$0.value.isEmpty }
        let key = try require("PERM_NT_NO", values, key: "?")
        let name = try require("UPSO_NM", values, key: key)
        let category = try require("SNT_UPTAE_NM", values, key: key)
        let road = values["SITE_ADDR_RD"]
        let lot = values["SITE_ADDR"]
        guard road != nil || lot != nil else {
            throw ImportRefusal(row: key, reason: .missing, words: "both addresses are missing")
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
        dongs.locate(&record)
        return record
    }

    private func require(_ name: String, _ values: [String: String], key: String) throws(ImportRefusal) -> String {
        guard let value = values[name] else {
            throw ImportRefusal(row: key, reason: .missing, words: "\(name) is missing")
        }
        return value
    }
}

/// The groups under which every new favourite is tagged. They are kept with what people tag themselves, and so are data in
/// one language, as the names of districts and business types are.
enum UsualTags {
    static let district = "지역"
    static let type = "종류"

    /// Where a place is and what it is.
    static func of(_ place: Place, _ districts: Districts) -> [Tag] {
        let name = districts[slug: place.district]?.shortName ?? place.district
        return of(district: name, type: place.category)
    }

    static func of(district name: String, type category: String) -> [Tag] {
        [Tag.own(group: district, value: name), Tag.own(group: type, value: category)].compactMap { $0 }
    }
}

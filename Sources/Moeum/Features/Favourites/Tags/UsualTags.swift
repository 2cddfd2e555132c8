/// The groups of the tags that every new favourite gets. They are stored like people's own tags, and so are data in one
/// language, like the names of districts and business types.
enum UsualTags {
    static let district = "지역"
    static let type = "종류"
    /// Of words without a group.
    static let other = "기타"

    /// The district and the business type of a place.
    static func of(_ place: Place, _ districts: Districts) -> [Tag] {
        let name = districts[slug: place.district]?.shortName ?? place.district
        return of(district: name, type: place.category)
    }

    static func of(district name: String, type category: String) -> [Tag] {
        [Tag.own(group: district, value: name), Tag.own(group: type, value: category)].compactMap { $0 }
    }
}

/// A place in lists, beside the map and in the JSON representation.
struct PlaceCard: ViewModel {
    let place: Place
    /// In the reader's language.
    let districtName: String
    /// As its readers get it.
    let address: String?
    /// The menu's dishes in English, on English pages alone.
    var dishes: String?
    /// Whether the place is a favourite of the reader; nil without a session.
    var isFavourite: Bool?
    /// Metres from the point searched around; nil where only the dong is known.
    var distance: Int?
    /// The distance in words, or the dong that the place is in.
    var distanceText: String?
    let categoryName: String
    /// The syllable that stands in for a photo.
    let syllable: String
    var number = 0
    /// Nil where its hours are not known.
    var isOpen: Bool?
    /// District and dong in words; on a page about the district, the dong alone.
    var areaText = ""

    var id: Place.ID { place.id }
    var name: String { place.name }
    var href: String { "/places/\(id)" }

    /// The search text for other map services: name and street, which distinguish places of the same name.
    private var mapQuery: String {
        let street = address.map { RoadAddress($0)?.text ?? $0 }
        return [street, name].compactMap(\.self).joined(separator: " ").queryEncoded
    }
    /// The door where it is known; a search otherwise.
    var kakaoHref: String {
        guard let position = place.position, position.precision == .exact else {
            return "https://map.kakao.com/?q=\(mapQuery)"
        }
        // Most have none, and looking for one in a text's characters is slow.
        let label = name.replacingScalars { $0 == "," ? " " : nil }.queryEncoded
        return "https://map.kakao.com/link/map/\(label),\(position.latitude),\(position.longitude)"
    }
    /// https://developers.google.com/maps/documentation/urls/get-started#search-action
    var googleHref: String { "https://www.google.com/maps/search/?api=1&query=\(mapQuery)" }
    var naverHref: String { "https://map.naver.com/p/search/\(mapQuery)" }

    static let fields: [Field<PlaceCard>] = [
        .integer("id") { Int($0.id) },
        .choice("kind") { $0.place.kind },
        .text("name") { $0.name },
        .text("officialName") { $0.place.officialName },
        .text("category") { $0.place.category },
        .text("district") { $0.place.district },
        .text("districtName") { $0.districtName },
        .text("address") { $0.address },
        .text("menu") { $0.place.menu },
        .text("phone") { $0.place.phone },
        .decimal("lat") { $0.place.position?.pinned?.latitude },
        .decimal("lon") { $0.place.position?.pinned?.longitude },
        .flag("isOfRoad") { $0.place.position?.precision == .road }.viewOnly,
        .text("precision") { $0.place.position.precisionName },
        .object("rating") { PlaceRating(rating: $0.place.rating) },
        .flag("open") { $0.isOpen },
        .integer("distance") { $0.distance },
        .object("photo") { $0.place.cover },
        .integer("hearts") { $0.place.favouriteCount },
        .flag("hearted") { $0.isFavourite },
        .object("heart") { FavouriteButton(card: $0) }.viewOnly,
        .text("categoryName") { $0.categoryName }.viewOnly,
        .text("areaText") { $0.areaText }.viewOnly,
        .text("dishes") { $0.dishes }.viewOnly,
        .text("href") { $0.href }.viewOnly,
        .text("syllable") { $0.syllable }.viewOnly,
        .text("distanceText") { $0.distanceText }.viewOnly,
        .integer("number") { $0.number }.viewOnly,
        .flag("isBookshop") { $0.place.kind == .bookshop }.viewOnly,
        .choice("placeStatus") { $0.place.status }.viewOnly,
    ]
}

/// The rating in the JSON representation: the mean is null without ratings.
struct PlaceRating: ViewModel {
    let rating: Place.Rating

    static let fields: [Field<PlaceRating>] = [
        .decimal("mean") { $0.rating.mean.map(PlaceRating.rounded) },
        .integer("count") { $0.rating.count },
        .flag("isRated") { $0.rating.mean != nil && $0.rating.count > 0 }.viewOnly,
        .flag("isFew") { RatingCounts.isFew($0.rating.count) }.viewOnly,
    ]

    /// A mean with two decimals, as the JSON representation has it.
    static func rounded(_ mean: Double) -> Double { (mean * 100).rounded() / 100 }
}

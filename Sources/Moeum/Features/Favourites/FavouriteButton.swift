/// The heart button of a place, a form that adds or removes the favourite: the model of `shared/heart`.
struct FavouriteButton: ViewModel {
    let place: Place.ID
    let name: String
    let favouriteCount: Int
    let isFavourite: Bool

    init(_ card: PlaceCard) {
        place = card.id
        name = card.name
        favouriteCount = card.place.favouriteCount
        isFavourite = card.isFavourite ?? false
    }

    static let fields: [Field<FavouriteButton>] = [
        .integer("heartPlace") { Int($0.place) },
        .text("heartName") { $0.name },
        .text("heartCount") { $0.favouriteCount == 0 ? nil : ValueText.grouped($0.favouriteCount) },
        .flag("isFavourite") { $0.isFavourite },
    ]
}

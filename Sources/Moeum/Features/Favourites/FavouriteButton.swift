/// The heart button of a place, a form that adds or removes the favourite: the model of `shared/heart`.
struct FavouriteButton: ViewModel {
    let card: PlaceCard

    static let fields: [Field<FavouriteButton>] = [
        .integer("heartPlace") { Int($0.card.id) },
        .text("heartName") { $0.card.name },
        .text("heartCount") {
            $0.card.place.favouriteCount == 0 ? nil : ValueText.grouped($0.card.place.favouriteCount)
        },
        .flag("isFavourite") { $0.card.isFavourite ?? false },
    ]
}

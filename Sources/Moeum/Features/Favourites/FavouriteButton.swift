/// The heart of one place, as a form that keeps it or lets it go: the model of `shared/heart`.
struct HeartButton: ViewModel {
    let place: Place.ID
    let name: String
    let hearts: Int
    let isHearted: Bool

    init(_ card: PlaceCard) {
        place = card.id
        name = card.name
        hearts = card.hearts
        isHearted = card.isHearted ?? false
    }

    static let fields: [Field<HeartButton>] = [
        .integer("heartPlace") { Int($0.place) },
        .text("heartName") { $0.name },
        .text("heartCount") { $0.hearts == 0 ? nil : ValueText.grouped($0.hearts) },
        .flag("isHearted") { $0.isHearted },
    ]
}

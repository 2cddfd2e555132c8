/// Search suggestions while somebody types.
struct SuggestionPage: ViewModel {
    struct Suggestion: ViewModel {
        let card: PlaceCard

        static let fields: [Field<Suggestion>] = [
            .integer("id") { Int($0.card.id) },
            .text("kind") { $0.card.kind.rawValue },
            .text("name") { $0.card.name },
            .text("category") { $0.card.categoryName },
            .text("districtName") { $0.card.districtName },
        ]
    }

    let suggestions: [Suggestion]

    static let fields: [Field<SuggestionPage>] = [.list("suggestions") { $0.suggestions }]
}

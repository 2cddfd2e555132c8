/// What a photo of a review shows. The raw value is sent by forms and told in JSON.
enum PhotoKind: String, Sendable, CaseIterable {
    case food, menu, inside, outside

    /// In the order in which a place's photos can be narrowed to one.
    static let filters: [PhotoKind] = [.menu, .food, .inside, .outside]

    /// What authors choose from: a bookshop serves nothing.
    static func offered(at kind: Place.Kind) -> [PhotoKind] {
        kind == .bookshop ? [.inside, .outside] : allCases
    }
}

/// One of the radio buttons beside a photo in a review's form.
struct PhotoKindChoice: ViewModel {
    /// Empty for a photo that is of no kind.
    let value: String
    let label: String
    let isChosen: Bool

    static let fields: [Field<PhotoKindChoice>] = [
        .text("value") { $0.value },
        .text("label") { $0.label },
        .flag("isChosen") { $0.isChosen },
    ]
}

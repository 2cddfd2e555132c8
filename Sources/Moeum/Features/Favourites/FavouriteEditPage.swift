/// The page that edits a favourite's tags and note.
struct FavouriteEditPage: Page {
    static let template = "favourites/edit"

    let place: PlaceCard
    let isKept: Bool
    /// The current tags, or those that a heart would give; the form shows what was typed.
    let tags: [Tag]
    let note: String
    let formView: FormView
    /// The tags that this person uses, to choose from.
    let ownTags: [TagGroup]
    let next: String

    static let fields: [Field<FavouriteEditPage>] = [
        .object("place") { $0.place },
        .flag("isKept") { $0.isKept },
        .list("tags") { $0.tags },
        .text("note") { $0.note },
        .object("form") { $0.formView },
        .list("ownTags") { $0.ownTags },
        .text("back") { $0.next }.viewOnly,
    ]
}

extension Tag: ViewModel {
    static let fields: [Field<Tag>] = [
        .text("group") { $0.group }, .text("value") { $0.value }, .text("text") { $0.text }.viewOnly,
    ]
}

/// The values that a person uses in one group.
struct TagGroup: ViewModel {
    let name: String
    let tags: [Tag]

    static let fields: [Field<TagGroup>] = [
        .text("group") { $0.name }, .list("values") { $0.tags },
    ]

    static func all(_ tags: [Tag]) -> [TagGroup] { tags.grouped(by: \.group).map(TagGroup.init) }
}

/// The page that asks whether to remove a favourite.
struct FavouriteDeletePage: Page {
    static let template = "favourites/delete"

    let place: PlaceCard
    let favourite: Favourite
    let next: String

    static let fields: [Field<FavouriteDeletePage>] = [
        .object("place") { $0.place },
        .list("tags") { $0.favourite.tags },
        .text("note") { $0.favourite.note.isEmpty ? nil : $0.favourite.note },
        .text("next") { $0.next },
    ]
}

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
    /// The page to return to.
    let next: String

    static let fields: [Field<FavouriteEditPage>] = [
        .object("place") { $0.place },
        .flag("isKept") { $0.isKept },
        .list("tags") { $0.tags.map(TagView.init) },
        .text("note") { $0.note },
        .object("form") { $0.formView },
        .list("ownTags") { $0.ownTags },
        .text("back") { $0.next }.viewOnly,
    ]
}

/// A tag for pages and programs.
struct TagView: ViewModel {
    let tag: Tag

    init(_ tag: Tag) { self.tag = tag }

    static let fields: [Field<TagView>] = [
        .text("group") { $0.tag.group }, .text("value") { $0.tag.value }, .text("text") { $0.tag.text }.viewOnly,
    ]
}

/// The values that a person uses in one group.
struct TagGroup: ViewModel {
    let name: String
    let tags: [Tag]

    static let fields: [Field<TagGroup>] = [
        .text("group") { $0.name }, .list("values") { $0.tags.map(TagView.init) },
    ]

    /// - Parameter tags: sorted by group.
    static func all(_ tags: [Tag]) -> [TagGroup] {
        var groups: [TagGroup] = []
        for tag in tags {
            if let last = groups.last, last.name == tag.group {
                groups[groups.count - 1] = TagGroup(name: last.name, tags: last.tags + [tag])
            } else {
                groups.append(TagGroup(name: tag.group, tags: [tag]))
            }
        }
        return groups
    }
}

/// The page that asks whether to remove a favourite.
struct FavouriteDeletePage: Page {
    static let template = "favourites/delete"

    let place: PlaceCard
    let tags: [Tag]
    let note: String
    let next: String

    static let fields: [Field<FavouriteDeletePage>] = [
        .object("place") { $0.place },
        .list("tags") { $0.tags.map(TagView.init) },
        .text("note") { $0.note.isEmpty ? nil : $0.note },
        .text("next") { $0.next },
    ]
}

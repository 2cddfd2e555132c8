/// Every tag that somebody uses, with how many places have it.
struct TagsPage: Page {
    static let template = "favourites/tags"

    struct Group: ViewModel {
        let name: String
        let values: [Value]

        static let fields: [Field<Group>] = [.text("group") { $0.name }, .list("values") { $0.values }]
    }

    struct Value: ViewModel {
        let tag: Tag
        let count: Int
        let countText: String

        static let fields: [Field<Value>] = [
            .text("value") { $0.tag.value },
            .integer("count") { $0.count },
            .text("countText") { $0.countText }.viewOnly,
            .text("tag") { $0.tag.text }.viewOnly,
            .text("href") { "/favourites?tag=\(PlaceQuery.encoded($0.tag.text))" }.viewOnly,
            .text("renameHref") { "/tags/rename?from=\(PlaceQuery.encoded($0.tag.text))" }.viewOnly,
        ]
    }

    let groups: [Group]
    let countText: String

    static let fields: [Field<TagsPage>] = [
        .list("tags") { $0.groups },
        .text("countText") { $0.countText }.viewOnly,
    ]
}

/// The page on which a tag gets another name, or becomes one with another.
struct TagRenamePage: Page {
    static let template = "favourites/rename"

    let tag: Tag
    let count: Int
    let countText: String
    let formView: FormView
    /// What saving would do where there is a tag of that name already, in words.
    let mergeText: String?
    let ownTags: [TagGroup]

    static let fields: [Field<TagRenamePage>] = [
        .object("tag") { TagView($0.tag) },
        .integer("count") { $0.count },
        .text("countText") { $0.countText }.viewOnly,
        .object("form") { $0.formView },
        .text("mergeText") { $0.mergeText },
        .list("ownTags") { $0.ownTags },
    ]
}

/// The page of a person's tags, with the number of favourites of each.
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

        static let fields: [Field<Value>] = [
            .text("value") { $0.tag.value },
            .integer("count") { $0.count },
            .text("tag") { $0.tag.text }.viewOnly,
            .text("href") { "/favourites?tag=\($0.tag.text.queryEncoded)" }.viewOnly,
            .text("renameHref") { "/tags/rename?from=\($0.tag.text.queryEncoded)" }.viewOnly,
        ]
    }

    let groups: [Group]
    let countText: String

    static let fields: [Field<TagsPage>] = [
        .list("tags") { $0.groups },
        .text("countText") { $0.countText }.viewOnly,
    ]
}

/// The page that renames a tag, or merges it into another.
struct TagRenamePage: Page {
    static let template = "favourites/rename"

    let tag: Tag
    let count: Int
    let countText: String
    let formView: FormView
    /// A warning that saving merges two tags; nil where it does not.
    let mergeText: String?
    let ownTags: [TagGroup]

    static let fields: [Field<TagRenamePage>] = [
        .object("tag") { $0.tag },
        .integer("count") { $0.count },
        .text("countText") { $0.countText }.viewOnly,
        .object("form") { $0.formView },
        .text("mergeText") { $0.mergeText },
        .list("ownTags") { $0.ownTags },
    ]
}

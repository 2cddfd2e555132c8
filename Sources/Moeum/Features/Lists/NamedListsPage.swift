/// The cover of a list: the photo of one of its places, or the plate of that place's business type.
struct ListCover: ViewModel {
    let place: Place
    let syllable: String

    static let fields: [Field<ListCover>] = [
        .text("thumb") { $0.place.cover?.files.path(.small) },
        .text("sources") { $0.place.cover?.files.sources(upTo: .medium) },
        .text("syllable") { $0.syllable },
        .flag("isBookshop") { $0.place.kind == .bookshop },
    ]
}

/// A list's card.
struct ListCard: ViewModel {
    let list: NamedList
    let isOwn: Bool
    let cover: ListCover?

    static let fields: [Field<ListCard>] = [
        .integer("id") { Int($0.list.id) },
        .text("title") { $0.list.details.title },
        .choice("visibility") { $0.list.details.visibility },
        .integer("count") { $0.list.count },
        .text("ownerName") { $0.isOwn ? nil : $0.list.owner.nickname }.viewOnly,
        .time("changedAt") { $0.list.changedAt }.viewOnly,
        .object("cover") { $0.cover }.viewOnly,
    ]
}

extension ListInvitation: ViewModel {
    static let fields: [Field<ListInvitation>] = [
        .integer("id") { Int($0.list) },
        .text("title") { $0.title },
        .text("ownerName") { $0.owner.nickname },
        .text("ownerHref") { "/members/\($0.owner.id)" }.viewOnly,
        .text("declinePath") { "/lists/\($0.list)/collaborators/\($0.invited)/delete" }.viewOnly,
    ]
}

/// A person's own lists, lists of others on which they collaborate, invitations, and the form of a new list.
struct NamedListsPage: Page {
    static let template = "lists/mine"

    let lists: [ListCard]
    let invitations: [ListInvitation]
    let form: FormView

    static let fields: [Field<NamedListsPage>] = [
        .list("lists") { $0.lists },
        .list("invitations") { $0.invitations },
        .object("form") { $0.form }.viewOnly,
    ]
}

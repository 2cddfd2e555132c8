import Foundation

/// The cover of a list: the photo of one of its places, or the plate of that place's business type.
struct ListCover: ViewModel {
    let place: Place
    let photo: GalleryPhoto?
    let syllable: String

    static let fields: [Field<ListCover>] = [
        .text("thumb") { $0.photo?.files.path(.small) },
        .text("sources") { $0.photo?.files.sources(upTo: .medium) },
        .text("syllable") { $0.syllable },
        .flag("isBookshop") { $0.place.kind == .bookshop },
    ]
}

/// The JSON answer after a list was created.
struct CreatedNamedList: ViewModel {
    let path: String
    let message: String

    static let fields: [Field<CreatedNamedList>] = [
        .integer("id") { $0.path.split(separator: "/").last.flatMap { Int($0) } },
        .text("next") { $0.path },
        .text("message") { $0.message },
    ]
}

/// A list's card.
struct ListCard: ViewModel {
    let list: NamedList
    let isOwn: Bool
    let cover: ListCover?

    static let fields: [Field<ListCard>] = [
        .integer("id") { Int($0.list.id) },
        .text("title") { $0.list.draft.title },
        .text("visibility") { $0.list.draft.visibility.rawValue },
        .integer("count") { $0.list.count },
        .text("href") { $0.list.path }.viewOnly,
        .text("ownerName") { $0.isOwn ? nil : $0.list.owner.nickname }.viewOnly,
        .time("changedAt") { $0.list.changedAt }.viewOnly,
        .object("cover") { $0.cover }.viewOnly,
        .flag("isPrivate") { $0.list.draft.visibility == .private }.viewOnly,
        .flag("isLink") { $0.list.draft.visibility == .link }.viewOnly,
        .flag("isPublic") { $0.list.draft.visibility == .public }.viewOnly,
    ]
}

/// An invitation to a list.
struct ListInvitationItem: ViewModel {
    let invitation: ListInvitation

    static let fields: [Field<ListInvitationItem>] = [
        .integer("id") { Int($0.invitation.list) },
        .text("title") { $0.invitation.title },
        .text("ownerName") { $0.invitation.owner.nickname },
        .text("ownerHref") { "/members/\($0.invitation.owner.id)" }.viewOnly,
        .text("acceptPath") { "/lists/\($0.invitation.list)/collaborators/accept" }.viewOnly,
        .text("declinePath") {
            "/lists/\($0.invitation.list)/collaborators/\($0.invitation.invited)/delete"
        }.viewOnly,
    ]
}

/// A person's own lists, lists of others on which they collaborate, invitations, and the form of a new list.
struct NamedListsPage: Page {
    static let template = "lists/mine"

    let lists: [ListCard]
    let invitations: [ListInvitationItem]
    let form: FormView

    static let fields: [Field<NamedListsPage>] = [
        .list("lists") { $0.lists },
        .list("invitations") { $0.invitations },
        .object("form") { $0.form }.viewOnly,
        .flag("isFaulty") { $0.form.summary != nil }.viewOnly,
    ]
}

/// The page of a list with its entries.
struct NamedListPage: Page {
    static let template = "lists/list"

    let head: NamedListHead
    let entries: [ListEntryItem]
    let right: NamedList.Right
    /// Shown to the owner and to collaborators.
    let collaborators: [ListCollaborator]
    /// The form that invites somebody; nil for others than the owner.
    let asking: FormView?
    let reader: Account.ID?
    /// The text of an error that belongs to no visible field.
    let problem: String?
    /// The typed note that belongs to the error.
    let strayNote: String?
    /// A search for places to add; nil for readers.
    let findings: ListPlaceSearch?
    /// The reader's invitation, where they can read the list already.
    let invitation: ListInvitationItem?

    /// The roulette of the list's places; nil on a page with the shared address.
    private var rouletteHref: String? {
        entries.isEmpty || head.isByLink ? nil : "/roulette?from=list&list=\(head.list.id)"
    }

    static let fields: [Field<NamedListPage>] = [
        .object("list") { $0.head },
        .list("entries") { $0.entries },
        .list("collaborators") { $0.collaborators },
        .object("asking") { $0.asking }.viewOnly,
        .text("problem") { $0.problem }.viewOnly,
        .text("strayNote") { $0.strayNote }.viewOnly,
        .object("findings") { $0.findings }.viewOnly,
        .object("invitation") { $0.invitation }.viewOnly,
        .integer("readerId") { $0.reader.map { Int($0) } }.viewOnly,
        .flag("mayEdit") { $0.right >= .edit },
        .flag("isOwner") { $0.right == .own }.viewOnly,
        .flag("isCollaborator") { $0.right == .edit }.viewOnly,
        .text("rouletteHref") { $0.rouletteHref }.viewOnly,
    ]
}

/// The texts and addresses of a list.
struct NamedListHead: ViewModel {
    let list: NamedList
    let right: NamedList.Right
    let cover: ListCover?
    /// The shared address in full, for the owner.
    let address: String?
    /// The beginning of the addresses of the list's pages: its own path, or the path of the shared address.
    let path: String

    /// Whether the page was opened with the shared address.
    var isByLink: Bool { path != list.path }

    static let fields: [Field<NamedListHead>] = [
        .integer("id") { Int($0.list.id) },
        .text("title") { $0.list.draft.title },
        .text("note") { $0.list.draft.note },
        .text("visibility") { $0.list.draft.visibility.rawValue },
        .text("token") { $0.right == .own ? $0.list.token : nil },
        .integer("rev") { $0.right >= .edit ? $0.list.rev : nil },
        .integer("count") { $0.list.count }.viewOnly,
        .time("changedAt") { $0.list.changedAt }.viewOnly,
        .text("ownerName") { $0.list.owner.nickname }.viewOnly,
        .text("ownerHref") { "/members/\($0.list.owner.id)" }.viewOnly,
        .text("address") { $0.address }.viewOnly,
        .text("path") { $0.path }.viewOnly,
        .text("ownPath") { $0.list.path }.viewOnly,
        .object("cover") { $0.cover }.viewOnly,
        // Anybody can read this address, so that the page can be passed on.
        .flag("isShareable") { $0.isByLink || $0.list.draft.visibility == .public }.viewOnly,
        .flag("isPrivate") { $0.list.draft.visibility == .private }.viewOnly,
        .flag("isLink") { $0.list.draft.visibility == .link }.viewOnly,
        .flag("isPublic") { $0.list.draft.visibility == .public }.viewOnly,
    ]
}

/// An entry of a list, with its forms.
struct ListEntryItem: ViewModel {
    let place: PlaceCard
    let entry: NamedList.Entry
    let list: NamedList.ID
    let isLast: Bool
    /// The refused note, and what is wrong with it.
    let refused: (note: String, problem: String)?

    private var path: String { "/lists/\(list)/entries" }

    static let fields: [Field<ListEntryItem>] = [
        .object("place") { $0.place },
        .text("note") { $0.entry.note },
        .integer("position") { $0.entry.position },
        .text("typedNote") { $0.refused?.note ?? $0.entry.note }.viewOnly,
        .text("noteProblem") { $0.refused?.problem }.viewOnly,
        .integer("placeId") { Int($0.place.id) }.viewOnly,
        .text("placeName") { $0.place.name }.viewOnly,
        .text("entriesPath") { $0.path }.viewOnly,
        .text("removePath") { "\($0.path)/\($0.place.id)/delete" }.viewOnly,
        .integer("above") { $0.entry.position - 1 }.viewOnly,
        .integer("below") { $0.entry.position + 1 }.viewOnly,
        .flag("isFirst") { $0.entry.position == 1 }.viewOnly,
        .flag("isLast") { $0.isLast }.viewOnly,
        .integer("mostNote") { _ in NamedList.maxEntryNoteLength }.viewOnly,
    ]
}

/// A collaborator of a list, or an invited person.
struct ListCollaborator: ViewModel {
    let person: NamedList.Person
    let list: NamedList.ID
    let isWaiting: Bool

    static let fields: [Field<ListCollaborator>] = [
        .integer("id") { Int($0.person.id) },
        .text("nickname") { $0.person.nickname },
        .flag("isWaiting") { $0.isWaiting },
        .text("href") { "/members/\($0.person.id)" }.viewOnly,
        .text("removePath") { "/lists/\($0.list)/collaborators/\($0.person.id)/delete" }.viewOnly,
    ]
}

/// The page that edits a list.
struct NamedListEditPage: Page {
    static let template = "lists/edit"

    let list: NamedListHead
    let form: FormView
    let covers: [ListChoice]
    /// The list as it is now, where it changed after the form was shown.
    let existing: NamedListHead?

    static let fields: [Field<NamedListEditPage>] = [
        .object("list") { $0.list },
        .object("form") { $0.form },
        .list("covers") { $0.covers }.viewOnly,
        .object("existing") { $0.existing },
    ]
}

/// The page that asks whether to delete a list.
struct NamedListDeletePage: Page {
    static let template = "lists/delete"

    let list: NamedListHead

    static let fields: [Field<NamedListDeletePage>] = [.object("list") { $0.list }]
}

/// The page that chooses on which of one's lists a place is.
struct PlaceListsPage: Page {
    static let template = "lists/place"

    let place: PlaceCard
    let lists: [Choice]
    let title: String
    /// The idempotency key of the new list.
    let idempotencyKey: String
    /// Errors of the title and of the lists.
    let titleProblem: String?
    let listProblem: String?

    /// One of the person's lists, checked where the place is on it.
    struct Choice: ViewModel {
        let list: ListCard
        let isChosen: Bool
        /// Whether the place was on it when the form was first shown: only differences from that are applied.
        let wasChosen: Bool

        static let fields: [Field<Choice>] = [
            .text("listId") { String($0.list.list.id) }.viewOnly,
            .object("list") { $0.list },
            .flag("isChosen") { $0.isChosen },
            .flag("wasChosen") { $0.wasChosen }.viewOnly,
        ]
    }

    static let fields: [Field<PlaceListsPage>] = [
        .object("place") { $0.place },
        .list("lists") { $0.lists },
        .text("typedTitle") { $0.title }.viewOnly,
        .text("once") { $0.idempotencyKey }.viewOnly,
        .text("titleProblem") { $0.titleProblem }.viewOnly,
        .text("listProblem") { $0.listProblem }.viewOnly,
        .integer("mostTitle") { _ in NamedList.maxTitleLength }.viewOnly,
    ]
}

import Foundation

/// What stands for a list: the photo of one of its places, or that place's plate.
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

/// What a program is told after a list was made.
struct CreatedNamedList: ViewModel {
    let path: String
    let message: String

    static let fields: [Field<CreatedNamedList>] = [
        .integer("id") { $0.path.split(separator: "/").last.flatMap { Int($0) } },
        .text("next") { $0.path },
        .text("message") { $0.message },
    ]
}

/// A list as one's own lists show it.
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

/// A list that one is asked to work on.
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

/// Somebody's lists, those that they work on or are asked to, and the form of a new one.
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

/// One list and its places.
struct NamedListPage: Page {
    static let template = "lists/list"

    let head: NamedListHead
    let entries: [ListEntryItem]
    let right: NamedList.Right
    /// Those that work on it, for whoever does.
    let collaborators: [ListCollaborator]
    /// Asks somebody to work on it; nil for whoever may not.
    let asking: FormView?
    let reader: Account.ID?
    /// What is wrong with what was sent, where no field is to be shown beside it.
    let problem: String?
    /// What was typed there.
    let strayNote: String?
    /// A search for what to put on it, for whoever works on it.
    let findings: ListFindings?
    /// Asks the reader to work on it, where they can read it already.
    let invitation: ListInvitationItem?

    /// One of its places by chance, where the list is read at its own address.
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

/// What a list says of itself.
struct NamedListHead: ViewModel {
    let list: NamedList
    let right: NamedList.Right
    let cover: ListCover?
    /// Absolute, for its owner.
    let address: String?
    /// What further addresses of it begin with: its own, or the one that it is read at by whoever has it.
    let path: String

    /// It is read at the address that its owner gave away.
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
        // Whoever reads it here can pass the page on, because anybody can read it here.
        .flag("isShareable") { $0.isByLink || $0.list.draft.visibility == .public }.viewOnly,
        .flag("isPrivate") { $0.list.draft.visibility == .private }.viewOnly,
        .flag("isLink") { $0.list.draft.visibility == .link }.viewOnly,
        .flag("isPublic") { $0.list.draft.visibility == .public }.viewOnly,
    ]
}

/// A place on a list, and what can be done with it.
struct ListEntryItem: ViewModel {
    let place: PlaceCard
    let entry: NamedList.Entry
    let list: NamedList.ID
    let isLast: Bool
    /// What was typed in the place of its note, and what is wrong with that.
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

/// Somebody who works on a list, or is asked to.
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

/// Changing what a list says of itself.
struct NamedListEditPage: Page {
    static let template = "lists/edit"

    let list: NamedListHead
    let form: FormView
    let covers: [ListChoice]
    /// What it says by now, beside what is about to take its place.
    let existing: NamedListHead?

    static let fields: [Field<NamedListEditPage>] = [
        .object("list") { $0.list },
        .object("form") { $0.form },
        .list("covers") { $0.covers }.viewOnly,
        .object("existing") { $0.existing },
    ]
}

/// Asks whether a list is to go.
struct NamedListDeletePage: Page {
    static let template = "lists/delete"

    let list: NamedListHead

    static let fields: [Field<NamedListDeletePage>] = [.object("list") { $0.list }]
}

/// Which of one's lists hold a place.
struct PlaceListsPage: Page {
    static let template = "lists/place"

    let place: PlaceCard
    let lists: [Choice]
    let title: String
    /// So that a new list is made once, however often its form is sent.
    let idempotencyKey: String
    /// Each with its field.
    let titleProblem: String?
    let listProblem: String?

    /// One of one's lists, ticked where it holds the place.
    struct Choice: ViewModel {
        let list: ListCard
        let isChosen: Bool
        /// Held it when the form was first shown: only what differs from that is done.
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

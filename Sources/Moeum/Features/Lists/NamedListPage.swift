import Foundation

/// The page of a list with its entries.
struct NamedListPage: Page {
    static let template = "lists/list"

    let head: NamedListHead
    let entries: [ListEntryItem]
    let collaborators: [ListCollaborator]
    /// The form that invites somebody; nil for others than the owner.
    let asking: FormView?
    let reader: Account.ID?
    /// The text of an error that belongs to no visible field.
    let problem: String?
    let strayNote: String?
    /// A search for places to add; nil for readers.
    let findings: ListPlaceSearch?
    /// The reader's invitation, where they can read the list already.
    let invitation: ListInvitation?
    /// Nil in the list alone.
    var mapDrawing: Markup?
    var tiles: MapTiles?

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
        .flag("mayEdit") { $0.head.right >= .edit },
        .flag("isOwner") { $0.head.right == .own }.viewOnly,
        .text("rouletteHref") { $0.rouletteHref }.viewOnly,
        .flag("isMapView") { $0.mapDrawing != nil }.viewOnly,
        .text("listHref") { $0.head.path }.viewOnly,
        .text("mapHref") { "\($0.head.path)?view=map" }.viewOnly,
        .markup("mapDrawing") { $0.mapDrawing },
        .object("tiles") { $0.tiles }.viewOnly,
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
        .text("title") { $0.list.details.title },
        .text("note") { $0.list.details.note },
        .choice("visibility") { $0.list.details.visibility },
        .text("token") { $0.right == .own ? $0.list.token : nil },
        .integer("rev") { $0.right >= .edit ? $0.list.rev : nil },
        .integer("count") { $0.list.count }.viewOnly,
        .time("changedAt") { $0.list.changedAt }.viewOnly,
        .text("ownerName") { $0.list.owner.nickname }.viewOnly,
        .text("ownerHref") { "/members/\($0.list.owner.id)" }.viewOnly,
        .text("address") { $0.address }.viewOnly,
        .text("path") { $0.path }.viewOnly,
        .object("cover") { $0.cover }.viewOnly,
        // Anybody can read this address, so that the page can be passed on.
        .flag("isShareable") { $0.isByLink || $0.list.details.visibility == .public }.viewOnly,
    ]
}

/// An entry of a list, with its forms.
struct ListEntryItem: ViewModel {
    let place: PlaceCard
    let entry: NamedList.Entry
    let isLast: Bool
    /// The refused note, and what is wrong with it.
    let sent: (note: String, problem: String)?

    static let fields: [Field<ListEntryItem>] = [
        .object("place") { $0.place },
        .text("note") { $0.entry.note },
        .integer("position") { $0.entry.position },
        .text("typedNote") { $0.sent?.note ?? $0.entry.note }.viewOnly,
        .text("noteProblem") { $0.sent?.problem }.viewOnly,
        .text("placeName") { $0.place.name }.viewOnly,
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
    let isWaiting: Bool

    static let fields: [Field<ListCollaborator>] = [
        .integer("id") { Int($0.person.id) },
        .text("nickname") { $0.person.nickname },
        .flag("isWaiting") { $0.isWaiting },
    ]
}

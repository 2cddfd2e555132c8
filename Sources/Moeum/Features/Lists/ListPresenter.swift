import Foundation
import HTTPTypes
import Hummingbird

/// Texts, covers and rights for the pages of lists.
struct ListPresenter: Sendable, Localized {
    let app: App
    let places: PlacePresenter
    let reader: ListReader

    init(_ app: App, _ context: AppRequestContext) {
        self.app = app
        reader = ListReader(account: context.member?.id, now: app.clock())
        places = PlacePresenter(app, context.language, now: SeoulTime(reader.now))
    }

    /// The list of the path, for somebody with the right, and whether others read it.
    func list(
        _ context: AppRequestContext,
        atLeast least: NamedList.Right
    ) async throws -> (list: NamedList, isShared: Bool) {
        let id: NamedList.ID = try context.id()
        return try await app.database.read { transaction in
            let (list, _) = try transaction.namedList(id, for: reader, atLeast: least)
            return (list, try transaction.isShared(list))
        }
    }

    var views: Views { places.views }
    var language: Language { places.language }

    /// The text of an error, as at a form's field.
    func errorText(
        _ code: String,
        of key: String,
        maximum: Int,
        typed: String,
        _ arguments: [String: FieldValue] = [:]
    ) -> String {
        let over = max(0, typed.count - maximum)
        return FormTexts(views: app.views, language: language, arguments: arguments).errorText(
            code,
            of: key,
            ["maximum": .integer(maximum), "count": .integer(over), "over": .integer(over)]
        )
    }

    func cards(_ lists: [NamedList], covers: [NamedList.ID: Place] = [:]) -> [ListCard] {
        lists.map { list in
            ListCard(list: list, isOwn: list.owner.id == reader.account, cover: covers[list.id].map(cover))
        }
    }

    func cover(_ place: Place) -> ListCover {
        ListCover(place: place, syllable: places.types.syllable(of: place.category))
    }

    func head(_ list: NamedList, _ right: NamedList.Right, _ cover: ListCover?, path: String) -> NamedListHead {
        NamedListHead(
            list: list,
            right: right,
            cover: cover,
            address: right == .own ? list.tokenPath.map { app.config.baseURL + $0 } : nil,
            path: path
        )
    }

    func entryErrorText(_ entryError: ListEntryError) -> String {
        guard entryError.field == .note else {
            return text("lists.refused.\(entryError.code)", ["most": .integer(NamedList.maxEntries)])
        }
        return errorText(
            entryError.code,
            of: "list-entry-note",
            maximum: NamedList.maxEntryNoteLength,
            typed: entryError.note ?? ""
        )
    }

    /// A list's entries with their places, in order.
    func entries(
        _ list: NamedList,
        _ entryError: ListEntryError?,
        _ transaction: Transaction
    ) throws -> [ListEntryItem] {
        let entries = try transaction.listEntries(of: list.id)
        let found = try transaction.places(entries.map(\.place))
        let favouriteIDs = try reader.account.map { try transaction.favouritePlaceIDs(entries.map(\.place), by: $0) }
        let shown = entries.compactMap { entry in found[entry.place].map { (entry: entry, place: $0) } }
        return shown.enumerated().map { index, item in
            ListEntryItem(
                place: places.card(
                    item.place,
                    number: index + 1,
                    isFavourite: favouriteIDs.map { $0.contains(item.place.id) }
                ),
                entry: NamedList.Entry(place: item.place.id, position: index + 1, note: item.entry.note),
                isLast: index + 1 == shown.count,
                sent: entryError.flatMap { entryError in
                    guard entryError.field == .note, entryError.place == item.place.id else { return nil }
                    return (note: entryError.note ?? "", problem: entryErrorText(entryError))
                }
            )
        }
    }
}

/// Why a change of an entry was refused.
struct ListEntryError: Sendable {
    /// The field with the error; the raw value is its name in the form.
    enum Field: String, Sendable, CaseIterable {
        case place = "place_id"
        case note, position
    }

    let place: Place.ID?
    let note: String?
    let code: String
    let field: Field
    /// Nil where no form of an entry was refused.
    init?(_ context: AppRequestContext) {
        guard let codes = context.formErrors?.codes,
            let field = Field.allCases.first(where: { codes[$0.rawValue] != nil }), let code = codes[field.rawValue]
        else { return nil }
        (self.field, self.code) = (field, code)
        place = context.form["place_id"].flatMap { Place.ID($0) }
        note = context.form["note"]
    }
}

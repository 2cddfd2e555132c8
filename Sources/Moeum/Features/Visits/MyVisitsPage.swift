/// The query of the reader's own visits.
struct VisitQuery: Sendable, Equatable {
    /// Only visits to this place.
    var place: Place.ID?
    var after: VisitCursor?

    static let pageSize = 50

    var address: String {
        let items = [place.map { "place=\($0)" }, after.map { "after=\($0.text)" }].compactMap { $0 }
        return items.isEmpty ? "/my/visits" : "/my/visits?\(items.joined(separator: "&"))"
    }
}

/// The last visit of a page, after which the next one begins.
struct VisitCursor: Sendable, Equatable {
    let on: String
    let id: Visit.ID

    init(_ visit: Visit) {
        on = visit.on
        id = visit.id
    }

    /// Nil for a text that is no key of this program.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, SeoulTime.isDay(String(parts[0])), let id = Visit.ID(parts[1]), id >= .absent else {
            return nil
        }
        on = String(parts[0])
        self.id = id
    }

    var text: String { "\(on).\(id)" }
}

/// A page of visits, latest day first.
struct VisitList: Sendable {
    struct Entry: Sendable {
        let visit: Visit
        let name: String
        let district: String
        let category: String
    }

    let entries: [Entry]
    let next: VisitCursor?
}

/// The reader's own visits, month by month.
struct MyVisitsPage: Page {
    static let template = "visits/mine"

    /// The visits of one month that are on the page.
    struct Month: ViewModel {
        let month: String
        let monthText: String
        let visits: [Entry]

        static let fields: [Field<Month>] = [
            .text("month") { $0.month }, .text("monthText") { $0.monthText }.viewOnly, .list("visits") { $0.visits },
        ]
    }

    struct Entry: ViewModel {
        let item: VisitItem
        let entry: VisitList.Entry
        let whereText: String

        static let fields: [Field<Entry>] = [
            .integer("id") { Int($0.item.visit.id) },
            .text("on") { $0.item.visit.on },
            .integer("placeId") { Int($0.item.visit.place) },
            .text("placeName") { $0.entry.name },
            .text("placeHref") { "/places/\($0.item.visit.place)" }.viewOnly,
            .text("whereText") { $0.whereText }.viewOnly,
            .text("onText") { $0.item.onText }.viewOnly,
            .text("deleteAction") { "/visits/\($0.item.visit.id)/delete" }.viewOnly,
        ]
    }

    let months: [Month]
    let next: String?
    let firstHref: String?
    let subject: String?
    let subjectHref: String?

    init(_ list: VisitList, _ query: VisitQuery, subject: Place?, _ presenter: PlacePresenter) {
        var months: [Month] = []
        var entries: [Entry] = []
        for (index, entry) in list.entries.enumerated() {
            let place = "\(presenter.districtName(entry.district)) · \(presenter.typeName(entry.category))"
            entries.append(Entry(item: presenter.item(entry.visit), entry: entry, whereText: place))
            let month = String(entry.visit.on.prefix(7))
            let following = list.entries.dropFirst(index + 1).first.map { String($0.visit.on.prefix(7)) }
            guard following != month else { continue }
            let words = SeoulTime.words(forDay: month, withDay: false, presenter.language) ?? month
            months.append(Month(month: month, monthText: words, visits: entries))
            entries = []
        }
        self.months = months
        next = list.next.map { VisitQuery(place: query.place, after: $0).address }
        firstHref = query.after == nil ? nil : VisitQuery(place: query.place).address
        self.subject = subject?.name
        subjectHref = subject.map { "/places/\($0.id)" }
    }

    static let fields: [Field<MyVisitsPage>] = [
        .list("months") { $0.months },
        .text("next") { $0.next },
        .text("subject") { $0.subject }.viewOnly,
        .text("subjectHref") { $0.subjectHref }.viewOnly,
        .text("firstHref") { $0.firstHref }.viewOnly,
    ]
}

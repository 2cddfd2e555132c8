/// The query of an account's own visits.
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

typealias VisitCursor = Keyset<String, Visit>

/// A page of visits, latest day first.
struct VisitList: Sendable {
    struct Entry: ViewModel {
        let visit: Visit
        let name: String

        static let fields: [Field<Entry>] = [
            .integer("id") { Int($0.visit.id) },
            .text("on") { $0.visit.on },
            .integer("placeId") { Int($0.visit.place) },
            .text("placeName") { $0.name },
        ]
    }

    let entries: [Entry]
    let next: VisitCursor?
}

/// An account's own visits for programs, month by month.
struct OwnVisitList: ViewModel {
    /// The visits of one month that are on the page.
    struct Month: ViewModel {
        let month: String
        let visits: [VisitList.Entry]

        static let fields: [Field<Month>] = [
            .text("month") { $0.month }, .list("visits") { $0.visits },
        ]
    }

    let months: [Month]
    let next: String?

    init(_ list: VisitList, _ query: VisitQuery) {
        months = list.entries.grouped { String($0.visit.on.prefix(7)) }.map(Month.init)
        next = list.next.map { VisitQuery(place: query.place, after: $0).address }
    }

    static let fields: [Field<OwnVisitList>] = [
        .list("months") { $0.months }, .text("next") { $0.next },
    ]
}

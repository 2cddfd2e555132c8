import Foundation

/// The list of accounts in which staff search.
struct PeoplePage: Page {
    static let template = "people/list"

    let query: PeopleQuery
    let people: [PersonView]
    let filters: [ListChoice]
    let next: String?

    static let fields: [Field<PeoplePage>] = [
        .text("q") { $0.query.q },
        .list("users") { $0.people },
        .text("next") { $0.next },
        .list("filters") { $0.filters }.viewOnly,
        .text("state") { $0.query.filter == .all ? nil : $0.query.filter.rawValue }.viewOnly,
        .text("role") { $0.query.role?.rawValue }.viewOnly,
    ]
}

/// One account of the list.
struct PersonView: ViewModel {
    let person: Person
    /// The reader's.
    let role: Role

    static let fields: [Field<PersonView>] = [
        .integer("id") { Int($0.person.id) },
        .text("nickname") { $0.person.nickname },
        .text("email") { $0.person.address(for: $0.role) },
        .choice("role") { $0.person.role },
        .choice("state") { $0.person.state },
        .flag("isRestricted") { $0.person.isSuspended || $0.person.isRestrictedFromPosting }.viewOnly,
    ]
}

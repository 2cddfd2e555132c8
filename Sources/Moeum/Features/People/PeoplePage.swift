import Foundation

/// The list of accounts in which staff search.
struct PeoplePage: Page {
    static let template = "people/list"

    /// A link to a part of the list.
    struct Filter: ViewModel {
        let href: String
        let label: String
        let isCurrent: Bool

        static let fields: [Field<Filter>] = [
            .text("href") { $0.href }, .text("label") { $0.label }, .flag("isCurrent") { $0.isCurrent },
        ]
    }

    let query: PeopleQuery
    let people: [PersonView]
    let filters: [Filter]
    let next: String?
    let frame: AdministrationFrame

    static let fields: [Field<PeoplePage>] = [
        .text("q") { $0.query.q },
        .list("users") { $0.people },
        .text("next") { $0.next },
        .list("filters") { $0.filters }.viewOnly,
        .text("state") { $0.query.filter == .all ? nil : $0.query.filter.rawValue }.viewOnly,
        .text("role") { $0.query.role?.rawValue }.viewOnly,
        .object("frame") { $0.frame }.viewOnly,
    ]
}

/// One account of the list.
struct PersonView: ViewModel {
    let person: Person
    let email: String
    let roleWords: String
    let stateWords: String

    init(_ person: Person, for reader: Role, _ views: Views, _ language: Language) {
        self.person = person
        email = person.address(for: reader)
        roleWords = views.text("people.role.\(person.role.rawValue)", [:], language)
        stateWords = views.text("people.state.\(person.state.rawValue)", [:], language)
    }

    static let fields: [Field<PersonView>] = [
        .integer("id") { Int($0.person.id) },
        .text("nickname") { $0.person.nickname },
        .text("email") { $0.email },
        .choice("role") { $0.person.role },
        .choice("state") { $0.person.state },
        .text("roleWords") { $0.roleWords }.viewOnly,
        .text("stateWords") { $0.stateWords }.viewOnly,
        .flag("isRestricted") { $0.person.isSuspended || $0.person.isRestrictedFromPosting }.viewOnly,
    ]
}

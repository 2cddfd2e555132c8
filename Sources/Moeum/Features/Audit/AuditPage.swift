import Foundation

/// The log of what staff, the site and commands did.
struct AuditPage: Page {
    static let template = "audit/list"

    let entries: [AuditEntry]
    let filters: AuditFilters
    /// Where the list goes on and begins, and the same as a file.
    let next: String?
    let file: String
    let isCutShort: Bool
    let frame: AdministrationFrame

    static let fields: [Field<AuditPage>] = [
        .list("entries") { $0.entries },
        .text("next") { $0.next },
        .flag("isCutShort") { $0.isCutShort },
        .object("filters") { $0.filters }.viewOnly,
        .text("fileHref") { $0.file }.viewOnly,
        .flag("isEmpty") { $0.entries.isEmpty }.viewOnly,
        .integer("most") { _ in AuditRoutes.mostInFile }.viewOnly,
        .object("frame") { $0.frame }.viewOnly,
    ]
}

/// One deed as the log shows it.
struct AuditEntry: ViewModel {
    /// The form that takes it back, as it was sent.
    struct Refused: Sendable {
        let typed: String
        let problem: String
    }

    let deed: Deed
    let words: DeedWords
    /// Whether the reader may take it back, and that would work now.
    let isUndoable: Bool
    /// The page that the form leads back to.
    let page: String
    var refused: Refused?

    /// The log of the same thing.
    private var history: String {
        var query = AuditQuery()
        query.target = deed.target
        return query.address()
    }

    private var caseHref: String? { deed.caseID.map { "/admin/reports/\($0)" } }

    static let fields: [Field<AuditEntry>] = [
        .integer("id") { Int($0.deed.id) },
        .time("at") { $0.deed.at },
        .text("actor") { $0.words.actor($0.deed.actor) },
        .text("action") { $0.deed.action.rawValue },
        .text("target") { $0.deed.target.description },
        .text("reason") { $0.deed.reason?.rawValue },
        .flag("undoable") { $0.isUndoable },
        .text("note") { $0.deed.note },
        .list("changes") { $0.words.changes($0.deed) },
        .integer("person") { $0.deed.person.map { Int($0) } },
        .integer("undoes") { $0.deed.undoes.map { Int($0) } },
        .integer("undoneBy") { $0.deed.undoneBy.map { Int($0) } },
        .text("what") { $0.words.action($0.deed.action) }.viewOnly,
        .text("on") { $0.words.target($0.deed.target) }.viewOnly,
        .text("href") { $0.deed.target.href }.viewOnly,
        .text("concerns") { entry in
            entry.deed.target.kind == .user ? nil : entry.deed.person.map(entry.words.person)
        }.viewOnly,
        .text("concernsHref") { $0.deed.person.map { "/admin/users/\($0)" } }.viewOnly,
        .text("taken") { $0.deed.undoes.map { String($0) } }.viewOnly,
        .text("taker") { $0.deed.undoneBy.map { String($0) } }.viewOnly,
        .text("history") { $0.history }.viewOnly,
        .text("caseHref") { $0.caseHref }.viewOnly,
        .text("why") { entry in entry.deed.reason.map { entry.words.text("reason.\($0.rawValue)") } }.viewOnly,
        .text("page") { $0.page }.viewOnly,
        .text("typed") { $0.refused?.typed ?? "" }.viewOnly,
        .text("problem") { $0.refused?.problem }.viewOnly,
    ]
}

/// What narrows the log, as its form shows it.
struct AuditFilters: ViewModel {
    /// A choice of a list.
    struct Option: ViewModel {
        let value: String
        let label: String
        let isCurrent: Bool

        static let fields: [Field<Option>] = [
            .text("value") { $0.value }, .text("label") { $0.label }, .flag("isCurrent") { $0.isCurrent },
        ]
    }

    let actors: [Option]
    let actions: [Option]
    let kinds: [Option]
    let target: String
    /// Why nothing was made of the target; nil where it was understood.
    let targetProblem: String?
    let from: String
    let to: String
    let isNarrowed: Bool

    static let fields: [Field<AuditFilters>] = [
        .list("actors") { $0.actors }, .list("actions") { $0.actions }, .list("kinds") { $0.kinds },
        .text("target") { $0.target }, .text("targetProblem") { $0.targetProblem }, .text("from") { $0.from },
        .text("to") { $0.to },
        .flag("isNarrowed") { $0.isNarrowed },
    ]

    init(_ query: AuditQuery, staff: [(id: Account.ID, nickname: String)], _ words: DeedWords) {
        var actors = staff.map { (value: String($0.id), label: $0.nickname) }
        if case .staff(let id)? = query.actor, !staff.contains(where: { $0.id == id }) {
            actors.append((String(id), words.person(id)))
        }
        actors.append(("site", words.text("audit.actor-site")))
        actors.append(("command", words.text("audit.actor-command")))
        self.actors = actors.map {
            Option(value: $0.value, label: $0.label, isCurrent: $0.value == query.actor?.text)
        }
        actions = Deed.Action.allCases.map {
            Option(value: $0.rawValue, label: words.action($0), isCurrent: $0 == query.action)
        }
        kinds = Deed.Target.Kind.allCases.map {
            Option(value: $0.rawValue, label: words.kind($0), isCurrent: $0 == query.kind)
        }
        target = query.target?.description ?? query.kind?.rawValue ?? query.misread ?? ""
        targetProblem = query.misread.map { _ in words.text("audit.target-misread") }
        from = query.from ?? ""
        to = query.to ?? ""
        isNarrowed = query.isNarrowed || query.misread != nil
    }
}

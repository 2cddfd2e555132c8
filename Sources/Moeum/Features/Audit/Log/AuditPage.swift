import Foundation

/// The log of what staff, the site and commands did.
struct AuditPage: Page {
    static let template = "audit/list"

    let entries: [AuditEntryRow]
    let filters: AuditFilters
    /// The addresses of the next page, and of the log as a file.
    let next: String?
    let file: String
    let isCutShort: Bool

    static let fields: [Field<AuditPage>] = [
        .list("entries") { $0.entries },
        .text("next") { $0.next },
        .flag("isCutShort") { $0.isCutShort },
        .object("filters") { $0.filters }.viewOnly,
        .text("fileHref") { $0.file }.viewOnly,
        .integer("most") { _ in AuditRoutes.maxInFile }.viewOnly,
    ]
}

/// One audit entry as the log shows it.
struct AuditEntryRow: ViewModel {
    /// The refused form that undoes the entry, as it was sent.
    struct SentForm: Sendable {
        let typed: String
        let problem: String
    }

    let entry: AuditEntry
    let words: AuditEntryFormatter
    /// Whether the reader may undo it, and it can be undone now.
    let isUndoable: Bool
    /// The page to which the form returns.
    let page: String
    var sentForm: SentForm?

    /// The log of the same target.
    private var history: String {
        var query = AuditQuery()
        query.target = entry.target
        return query.address()
    }

    private var caseHref: String? { entry.caseID.map { "/admin/reports/\($0)" } }

    static let fields: [Field<AuditEntryRow>] = [
        .integer("id") { Int($0.entry.id) },
        .time("at") { $0.entry.at },
        .text("actor") { $0.words.actor($0.entry.actor) },
        .text("action") { $0.entry.action.rawValue },
        .text("target") { $0.entry.target.description },
        .text("reason") { $0.entry.reason?.rawValue },
        .flag("undoable") { $0.isUndoable },
        .text("note") { $0.entry.note },
        .list("changes") { $0.words.changes($0.entry) },
        .integer("person") { $0.entry.person.map { Int($0) } },
        .integer("undoes") { $0.entry.undoes.map { Int($0) } },
        .integer("undoneBy") { $0.entry.undoneBy.map { Int($0) } },
        .text("what") { $0.words.action($0.entry.action) }.viewOnly,
        .text("on") { $0.words.target($0.entry.target) }.viewOnly,
        .text("href") { $0.entry.target.href }.viewOnly,
        .text("concerns") { entry in
            entry.entry.target.kind == .user ? nil : entry.entry.person.map(entry.words.person)
        }.viewOnly,
        .text("history") { $0.history }.viewOnly,
        .text("caseHref") { $0.caseHref }.viewOnly,
        .text("why") { entry in entry.entry.reason.map { entry.words.text("reason.\($0.rawValue)") } }.viewOnly,
        .text("page") { $0.page }.viewOnly,
        .text("typed") { $0.sentForm?.typed ?? "" }.viewOnly,
        .text("problem") { $0.sentForm?.problem }.viewOnly,
    ]
}

/// The filters of the log, as their form shows them.
struct AuditFilters: ViewModel {
    let actors: [ListChoice]
    let actions: [ListChoice]
    let kinds: [ListChoice]
    let target: String
    /// Why the target is invalid; nil where it is valid.
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

    init(_ query: AuditQuery, staff: [(id: Account.ID, nickname: String)], _ words: AuditEntryFormatter) {
        var actors = staff.map { (value: String($0.id), label: $0.nickname) }
        if case .staff(let id)? = query.actor, !staff.contains(where: { $0.id == id }) {
            actors.append((String(id), words.person(id)))
        }
        actors.append(("site", words.text("audit.actor-site")))
        actors.append(("command", words.text("audit.actor-command")))
        self.actors = actors.map {
            ListChoice(label: $0.label, value: $0.value, isCurrent: $0.value == query.actor?.text)
        }
        actions = AuditEntry.Action.allCases.map {
            ListChoice(label: words.action($0), value: $0.rawValue, isCurrent: $0 == query.action)
        }
        kinds = AuditEntry.Target.Kind.allCases.map {
            ListChoice(label: words.kind($0), value: $0.rawValue, isCurrent: $0 == query.kind)
        }
        target = query.target?.description ?? query.kind?.rawValue ?? query.misread ?? ""
        targetProblem = query.misread.map { _ in words.text("audit.target-misread") }
        from = query.from ?? ""
        to = query.to ?? ""
        isNarrowed = query.isNarrowed || query.misread != nil
    }
}

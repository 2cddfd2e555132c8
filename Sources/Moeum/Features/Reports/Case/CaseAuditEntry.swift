import Foundation

/// An audit entry as the pages of a case and of a reported content list it.
struct CaseAuditEntry: ViewModel {
    let entry: AuditEntry
    let actorText: String
    let actionText: String
    let reasonText: String?
    let atText: String
    let untilText: String?
    let isUndoable: Bool
    /// The page to which undoing the entry leads back.
    let returnTo: String

    /// In one line, for staff whose form came too late.
    var summary: String {
        [atText, actorText, actionText, reasonText, untilText].compactMap(\.self).joined(separator: " · ")
    }

    static let fields: [Field<CaseAuditEntry>] = [
        .integer("id") { Int($0.entry.id) },
        .time("at") { $0.entry.at },
        .text("actor") { $0.actorText },
        .text("action") { $0.entry.action.rawValue },
        .text("target") { $0.entry.target.description },
        .text("reason") { $0.entry.reason?.rawValue },
        .text("note") { $0.entry.note },
        .flag("undoable") { $0.isUndoable },
        .flag("isUndone") { $0.entry.isUndone },
        .text("actionText") { $0.actionText }.viewOnly,
        .text("reasonText") { $0.reasonText }.viewOnly,
        .text("atText") { $0.atText }.viewOnly,
        .text("untilText") { $0.untilText }.viewOnly,
        .text("backTo") { $0.returnTo }.viewOnly,
    ]
}

extension ModerationFormatter {
    /// Audit entries in words, newest first.
    /// - Parameter path: of the page that lists them.
    func auditEntries(
        _ entries: [AuditEntry],
        on path: String,
        for staff: Member,
        _ transaction: Transaction
    ) throws -> [CaseAuditEntry] {
        let names = try transaction.nicknames(of: Set(entries.compactMap(\.actor.account)))
        return try entries.map { entry in
            let actor: String
            switch entry.actor {
            case .staff(let id): actor = names[id] ?? text("queue.somebody")
            case .site: actor = text("case.actor-site")
            case .command: actor = text("case.actor-command")
            }
            let end = entry.after["until"].flatMap { Int64($0) }.map(Date.init(milliseconds:))
            return CaseAuditEntry(
                entry: entry,
                actorText: actor,
                actionText: text("audit-action.\(entry.action.rawValue)"),
                reasonText: entry.reason.map(reason),
                atText: moment(entry.at),
                untilText: end.map { text("case.until", ["when": .text(moment($0))]) },
                isUndoable: try transaction.canRevert(entry) && transaction.mayRevert(entry, staff, at: now),
                returnTo: path
            )
        }
    }
}

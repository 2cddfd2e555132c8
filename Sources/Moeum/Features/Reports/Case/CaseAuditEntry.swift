import Foundation

/// One deed as the pages of a case and of a thing list it.
struct CaseDeed: ViewModel {
    let deed: Deed
    let actorText: String
    let actionText: String
    let reasonText: String?
    let atText: String
    let untilText: String?
    let isUndoable: Bool
    /// Where its undoing leads back to.
    let returnTo: String
    let formToken: String?

    static let fields: [Field<CaseDeed>] = [
        .integer("id") { Int($0.deed.id) },
        .time("at") { $0.deed.at },
        .text("actor") { $0.actorText },
        .text("action") { $0.deed.action.rawValue },
        .text("target") { $0.deed.target.description },
        .text("reason") { $0.deed.reason?.rawValue },
        .text("note") { $0.deed.note },
        .flag("undoable") { $0.isUndoable },
        .flag("isUndone") { $0.deed.isUndone },
        .text("actionText") { $0.actionText }.viewOnly,
        .text("reasonText") { $0.reasonText }.viewOnly,
        .text("atText") { $0.atText }.viewOnly,
        .text("untilText") { $0.untilText }.viewOnly,
        .flag("hasNote") { !$0.deed.note.isEmpty }.viewOnly,
        .text("backTo") { $0.returnTo }.viewOnly,
        .text("token") { $0.formToken }.viewOnly,
    ]
}

extension ModerationWords {
    /// Deeds in words, the newest first.
    /// - Parameter path: of the page on which they stand.
    func deeds(
        _ deeds: [Deed],
        on path: String,
        token: String?,
        for staff: Member,
        _ transaction: Transaction
    ) throws -> [CaseDeed] {
        let names = try transaction.nicknames(of: Set(deeds.compactMap(\.actor.account)))
        return try deeds.map { deed in
            let actor: String
            switch deed.actor {
            case .staff(let id): actor = names[id] ?? text("queue.somebody")
            case .site: actor = text("case.actor-site")
            case .command: actor = text("case.actor-command")
            }
            let end = deed.after["until"].flatMap { Int64($0) }.map(Date.init(milliseconds:))
            return CaseDeed(
                deed: deed,
                actorText: actor,
                actionText: text("deed.\(deed.action.rawValue)"),
                reasonText: deed.reason.map(reason),
                atText: moment(deed.at),
                untilText: end.map { text("case.until", ["when": .text(moment($0))]) },
                isUndoable: try transaction.canUndo(deed) && transaction.mayUndo(deed, staff, at: now),
                returnTo: path,
                formToken: token
            )
        }
    }
}

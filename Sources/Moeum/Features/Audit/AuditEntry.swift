import Foundation

/// One thing that staff, the site itself or a command of the program did, as the log keeps it for ever.
struct AuditEntry: Sendable, Identifiable {
    typealias ID = Int64

    /// Who did it.
    enum Actor: Sendable, Equatable {
        case staff(Account.ID)
        /// By its own rules.
        case site
        /// Whoever runs the program, at a terminal.
        case command

        var name: String {
            switch self {
            case .staff: "staff"
            case .site: "site"
            case .command: "command"
            }
        }

        var account: Account.ID? { if case .staff(let id) = self { id } else { nil } }
    }

    /// What was done; each has its words in `Views/strings` under `audit-action.`.
    enum Action: String, Sendable, CaseIterable {
        case take, release, dismiss, close, note
        case hide, restore, hold, unhold
        case warn, noPosting = "no-posting", suspend, lift
        case block, refuseBlock = "refuse-block", unblock
        /// A block stands to its end although its author objected.
        case keepBlock = "keep-block"
        case uphold, overturn
        case giveRole = "give-role", endSessions = "end-sessions"
        case resetPassword = "reset-password", resetTwoFactor = "reset-two-factor"
        case correctPlace = "correct-place", setStatus = "set-status", mergePlaces = "merge-places"
        case addPlace = "add-place"
        case addWord = "add-word", removeWord = "remove-word"
        case changeKeyword = "change-keyword", changeSetting = "change-setting"
        case retryMail = "retry-mail", discardMail = "discard-mail", startImport = "start-import"
        case undo
    }

    /// What it was done to: a kind, and the number or name of one of them.
    struct Target: Sendable, Hashable, CustomStringConvertible {
        enum Kind: String, Sendable, CaseIterable {
            case review, photo, user, place, suggestion, takedown, keyword, word, setting, mail
            case district, role
        }

        let kind: Kind
        let key: String

        init(_ kind: Kind, _ key: String) { (self.kind, self.key) = (kind, key) }
        init(_ kind: Kind, _ id: Int64) { (self.kind, key) = (kind, String(id)) }

        /// Such as `review:12`.
        init?(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
            (self.kind, key) = (kind, String(parts[1]))
        }

        var id: Int64? { Int64(key) }
        var description: String { "\(kind.rawValue):\(key)" }
    }

    /// How one audited state of the target stands: names and values, none where nothing is to be said.
    typealias State = [String: String]

    let id: ID
    let at: Date
    let actor: Actor
    let action: Action
    let target: Target
    /// Whom it concerns: the author of a review, the owner of an account.
    let person: Account.ID?
    let caseID: ReportCase.ID?
    let reason: ModerationReason?
    /// What the person reads, or what staff said of it.
    let note: String
    /// What of the target changed; nil where nothing can be undone, such as ended sessions.
    let auditedState: String?
    /// Which one, where a target has several of the audited state, such as a person's sanctions.
    let stateKey: String
    let before: State
    let after: State
    /// The audit entry that this one took back.
    let undoes: ID?
    /// The audit entry that took this one back.
    let undoneBy: ID?

    var isUndone: Bool { undoneBy != nil }
}

/// Who does something, why, and in which case.
struct AuditContext: Sendable {
    let actor: AuditEntry.Actor
    var reason: ModerationReason?
    var note = ""
    /// Whether the person whom it concerns reads the note too; otherwise it is for the log alone.
    var isNoteShared = true
    var caseID: ReportCase.ID?
    /// What e-mail say that it is about; nil is what the case is about.
    var about: AuditEntry.Target?
    /// The end of what is imposed; nil is none.
    var until: Date?
    let at: Date
    /// Renders the e-mails to those whom it concerns.
    let emailRenderer: EmailRenderer
    /// By whose names places are found; only what changes places needs them.
    var districts = Districts([])
}

/// Why something is reported, hidden or sanctioned; the words are in `Views/strings` under `reason.`.
enum ModerationReason: String, Sendable, CaseIterable {
    case spam, abuse
    case personalInformation = "personal-information"
    case falseInformation = "false-information"
    case wrongPlace = "wrong-place"
    case illegal, copyright, other

    /// Somebody may be harmed while it waits.
    var isUrgent: Bool { self == .personalInformation || self == .illegal }
}

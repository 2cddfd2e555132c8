import Foundation

/// One action of staff, the site itself or a command of the program; the audit log keeps it for ever.
struct AuditEntry: Sendable, Identifiable {
    /// Who did it.
    enum Actor: Sendable, Equatable {
        case staff(Account.ID)
        /// The site itself, by its rules.
        case site
        /// A person at a terminal, with a command of the program.
        case command

        var name: String {
            switch self {
            case .staff: "staff"
            case .site: "site"
            case .command: "command"
            }
        }

        /// - Parameter text: `site`, `command`, or the number of an account.
        init?(_ text: String) {
            switch text {
            case "site": self = .site
            case "command": self = .command
            default:
                guard let id = Account.ID(text) else { return nil }
                self = .staff(id)
            }
        }

        var text: String { account.map { String($0) } ?? name }

        var account: Account.ID? { if case .staff(let id) = self { id } else { nil } }
    }

    /// The action; its words are in `Views/strings` under `audit-action.`.
    enum Action: String, Sendable, CaseIterable {
        case take, release, dismiss, close, note
        case hide, restore, hold, unhold
        case warn, noPosting = "no-posting", suspend, lift
        case block, refuseBlock = "refuse-block", unblock
        /// A block stays until its end although the author objected.
        case keepBlock = "keep-block"
        case uphold, overturn
        case giveRole = "give-role", endSessions = "end-sessions"
        case resetPassword = "reset-password", resetTwoFactor = "reset-two-factor"
        case correctPlace = "correct-place", setStatus = "set-status", mergePlaces = "merge-places"
        case addPlace = "add-place"
        case addWord = "add-word", removeWord = "remove-word"
        case changeKeyword = "change-keyword", changeSetting = "change-setting"
        case retryJob = "retry-job", dropJob = "drop-job", startImport = "start-import"
        /// Of earlier entries alone: a mail is a job.
        case retryMail = "retry-mail", discardMail = "discard-mail"
        case undo
    }

    /// The target of an action: a kind, and the number or name of one thing of that kind.
    struct Target: Sendable, Hashable, CustomStringConvertible {
        enum Kind: String, Sendable, CaseIterable {
            case review, photo, card, user, place, suggestion, takedown, keyword, word, setting, mail, job
            case district, register, role
        }

        let kind: Kind
        let key: String

        init(_ kind: Kind, _ key: String) { (self.kind, self.key) = (kind, key) }

        static func review(_ id: Review.ID) -> Target { Target(.review, id.rawValue) }
        static func photo(_ id: Photo.ID) -> Target { Target(.photo, id.rawValue) }
        static func card(_ id: Card.ID) -> Target { Target(.card, id.rawValue) }
        static func user(_ id: Account.ID) -> Target { Target(.user, id.rawValue) }
        static func place(_ id: Place.ID) -> Target { Target(.place, id.rawValue) }
        static func suggestion(_ id: FiledSuggestion.ID) -> Target { Target(.suggestion, id.rawValue) }
        static func keyword(_ id: Keyword.ID) -> Target { Target(.keyword, id.rawValue) }
        init(_ kind: Kind, _ id: Int64) { (self.kind, key) = (kind, String(id)) }

        /// Such as `review:12`.
        init?(_ text: String) {
            let parts = text.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
            (self.kind, key) = (kind, String(parts[1]))
        }

        /// The number of a target of any kind but words, settings, jobs, districts and roles.
        var id: Int64? { Int64(key) }
        var accountID: Account.ID? { id(of: .user) }
        var cardID: Card.ID? { id(of: .card) }
        var keywordID: Keyword.ID? { id(of: .keyword) }
        var photoID: Photo.ID? { id(of: .photo) }
        var placeID: Place.ID? { id(of: .place) }
        var reviewID: Review.ID? { id(of: .review) }

        private func id<Owner>(of kind: Kind) -> Identifier<Owner>? { kind == self.kind ? Identifier(key) : nil }

        var description: String { "\(kind.rawValue):\(key)" }
    }

    /// The values of an audited state by name; empty where there are none.
    typealias State = [String: String]

    let id: Identifier<AuditEntry>
    let at: Date
    let actor: Actor
    let action: Action
    let target: Target
    /// The person concerned: the author of a review, the owner of an account.
    let person: Account.ID?
    let caseID: ReportCase.ID?
    let reason: ModerationReason?
    /// What the person reads, or what staff noted.
    let note: String
    /// The name of the changed audited state; nil where nothing can be undone, such as ended sessions.
    let auditedChange: String?
    /// Tells the states apart where a target has several of this kind, such as a person's sanctions.
    let stateKey: String
    let before: State
    let after: State
    /// The audit entry that this one undid.
    let undoes: AuditEntry.ID?
    /// The audit entry that undid this one.
    let undoneBy: AuditEntry.ID?

    var isUndone: Bool { undoneBy != nil }
}

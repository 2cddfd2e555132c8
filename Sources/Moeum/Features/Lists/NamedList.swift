import Foundation

/// A named list of places; its owner decides who reads it and who collaborates.
struct NamedList: Sendable, Identifiable {
    enum Visibility: String, Sendable, CaseIterable {
        case `private`, link, `public`
    }

    /// What a person may do with a list.
    enum Right: Sendable, Comparable {
        case read
        /// Change the entries only.
        case edit
        case own
    }

    /// An entry of a list: a place.
    struct Entry: Sendable, Equatable {
        let place: Place.ID
        /// From 1 on, without gaps.
        let position: Int
        let note: String
    }

    /// The texts and the visibility of a list, set by its owner.
    struct Details: Sendable, Equatable {
        var title: String
        var note: String
        var visibility: Visibility
    }

    /// A collaborator or the owner of a list.
    struct Person: Sendable, Equatable {
        let id: Account.ID
        let nickname: String
    }

    let id: Identifier<NamedList>
    let owner: Person
    let details: Details
    /// The secret in the address by which anybody can read the list.
    let token: String?
    /// The place whose photo is the list's cover, where its owner chose one.
    let cover: Place.ID?
    let count: Int
    /// Counts the owner's edits; changes of entries do not count, their last write wins.
    let rev: Int
    let changedAt: Date

    var path: String { "/lists/\(id)" }
    var tokenPath: String? { token.map { "/l/\($0)" } }

    /// In grapheme clusters.
    static let maxTitleLength = 60
    static let maxNoteLength = 500
    static let maxEntryNoteLength = 300
    /// Lists of one person.
    static let maxCount = 200
    /// Entries of one list.
    static let maxEntries = 500
    static let maxCollaborators = 20
    /// A removed entry can be restored for this long, in seconds.
    static let undoPeriod: TimeInterval = 86_400

    /// Deletes removed entries that can no longer be restored.
    static let sweep: AccountSweep.Task = { try $0.deleteOldRemovedListEntries(at: $1, atMost: $2) }
}

/// The person who reads a list.
struct ListReader: Sendable {
    /// Nil for a visitor.
    let account: Account.ID?
    let now: Date
}

/// The result of adding or changing an entry; the raw value is its code in answers.
enum ListEntryOutcome: String, Sendable {
    case added, changed, unchanged, full
    /// A removed entry was restored.
    case back
    /// The entry to change was removed in the meantime.
    case gone
    /// There is no such place.
    case unknown
}

/// An invitation to a list; until it is accepted, the invited person reads only its title.
struct ListInvitation: Sendable {
    let list: NamedList.ID
    let title: String
    let owner: NamedList.Person
    let invited: Account.ID
}

/// The result of an invitation; the raw value is its code in answers.
enum CollaboratorOutcome: String, Sendable, CaseIterable {
    case invited, unknown, yourself
    /// The person is a collaborator already.
    case known
    case tooMany = "too-many"
    /// Screening refuses the list's texts.
    case words
}

extension RateLimits {
    /// Lists that one account makes.
    package var lists: RateLimit? { limit("list", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Entries that one account adds, moves, removes and annotates, and lists that it edits.
    var listEntries: RateLimit? { limit("list-entry", atOnce: 300, thenOneEach: .seconds(2)) }
    /// People that one account invites to its lists.
    var listCollaborators: RateLimit? { limit("list-collaborator", atOnce: 30, thenOneEach: .seconds(60)) }
    /// E-mails to one person about an invitation to one list.
    var invitationMails: RateLimit? { limit("invitation-mail", atOnce: 1, thenOneEach: .seconds(86_400)) }
}

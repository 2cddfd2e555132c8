import Foundation

/// A list of places that somebody made and named; others read it, or work on it, as far as its owner lets them.
struct NamedList: Sendable, Identifiable {
    typealias ID = Int64

    enum Visibility: String, Sendable, CaseIterable {
        case `private`, link, `public`
    }

    /// What somebody may do with it.
    enum Right: Sendable, Comparable {
        case read
        /// The entries, and nothing else.
        case edit
        case own
    }

    /// A place on a list.
    struct Entry: Sendable, Equatable {
        let place: Place.ID
        /// From 1 on, without gaps.
        let position: Int
        let note: String
    }

    /// What its owner says of it.
    struct Draft: Sendable, Equatable {
        var title: String
        var note: String
        var visibility: Visibility
    }

    /// Somebody who works on it, or its owner.
    struct Person: Sendable, Equatable {
        let id: Account.ID
        let nickname: String
    }

    let id: ID
    let owner: Person
    let draft: Draft
    /// What the address ends in by which anybody reads it.
    let token: String?
    /// The place whose photo stands for it, where its owner chose one.
    let cover: Place.ID?
    let count: Int
    /// Counts what its owner changed; entries have none, the last write wins.
    let rev: Int
    let changedAt: Date

    var path: String { "/lists/\(id)" }
    var tokenPath: String? { token.map { "/l/\($0)" } }

    /// In grapheme clusters.
    static let maxTitleLength = 60
    static let maxNoteLength = 500
    static let maxEntryNoteLength = 300
    /// Of one person.
    static let maxCount = 200
    /// On one list.
    static let maxEntries = 500
    static let maxCollaborators = 20
    /// How long taking a place off can be undone.
    static let undoPeriod: TimeInterval = 86_400

    /// Forgets what can no longer be undone.
    static let sweep: AccountSweep.Task = { try $0.deleteOldRemovedListEntries(at: $1, atMost: $2) }
}

/// Who asks for a list.
struct ListReader: Sendable {
    /// Nil for a visitor.
    let account: Account.ID?
    let now: Date
}

/// What became of putting a place on a list; the raw value is the code by which answers name it.
enum ListEntryOutcome: String, Sendable {
    case added, changed, unchanged, full
    /// It is there again, as it was before it was taken off.
    case back
    /// It was to be changed, and somebody took it off meanwhile.
    case gone
    /// There is no such place.
    case unknown
}

/// A list that somebody is asked to work on; until they say yes they read no more of it than its name.
struct ListInvitation: Sendable {
    let list: NamedList.ID
    let title: String
    let owner: NamedList.Person
    let invited: Account.ID
}

/// What became of asking somebody to work on a list; the raw value is the code by which answers name it.
enum CollaboratorOutcome: String, Sendable, CaseIterable {
    case invited, unknown, yourself
    /// They work on it already.
    case known
    case tooMany = "too-many"
    /// What they would read is not taken from anybody.
    case words
}

/// What became of an edit of what its owner says of a list.
enum ListChange: Sendable {
    case saved
    case stale(NamedList)
    case gone
}

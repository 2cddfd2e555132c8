/// Something about a thing that staff change: how it stands now, and how to make it stand otherwise. Doing and undoing are the
/// same: a deed notes how the aspect stood before and after, and to undo it is to set what was before, unless something
/// else has happened to it since.
struct Aspect: Sendable {
    /// In the log; never changed once used.
    let name: String
    /// How it stands now; nil where there is no such target any more.
    let read: @Sendable (Transaction, Deed.Target, _ key: String) throws -> Deed.State?
    /// Makes it stand like that, with everything that follows: counts, letters, sessions.
    let write: @Sendable (Transaction, Deed.Target, _ key: String, Deed.State, Act) throws -> Void
    /// Whom it concerns; nil where nobody or where the person has left.
    let person: @Sendable (Transaction, Deed.Target, _ key: String) throws -> Account.ID?
    /// Whether it still stands as a deed left it, so that this can be undone: besides what changes without any deed.
    var isStill: @Sendable (_ now: Deed.State, _ then: Deed.State) -> Bool = { $0 == $1 }

    /// Every aspect by its name, for the log's undo.
    static let all: [String: Aspect] = {
        let aspects = [
            reviewSight,
            photoSight,
            reviewHold,
            photoHold,
            sanction,
            appeal,
            role,
            caseState,
            setting,
            placeFacts,
            placeStatus,
            placeMerge,
            placeAddition,
            keyword,
            keywordOrder,
            blockedWord,
            mailDomain,
            block,
        ]
        return Dictionary(uniqueKeysWithValues: aspects.map { ($0.name, $0) })
    }()
}

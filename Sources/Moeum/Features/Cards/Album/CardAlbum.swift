/// What of somebody's album is asked for, from an address. Invalid values are ignored.
struct CardAlbumQuery: Sendable, Equatable {
    static let pageSize = 24

    var kind: Place.Kind?
    /// Only what is public.
    var isShared = false
    var isOneByOne = false
    var after: DiaryCursor?

    init() {}

    /// - Parameter form: of the address.
    init(_ form: Form) {
        kind = form["kind"].flatMap(Place.Kind.init)
        isShared = form["shared"] == "1"
        isOneByOne = form["view"] == "one"
        after = form["after"].flatMap(DiaryCursor.init)
    }

    var address: String {
        let items = [
            kind.map { "kind=\($0.rawValue)" }, isShared ? "shared=1" : nil, isOneByOne ? "view=one" : nil,
            after.map { "after=\($0.text)" },
        ].compactMap(\.self)
        return items.isEmpty ? "/diary/cards" : "/diary/cards?\(items.joined(separator: "&"))"
    }

    /// The same with something changed, from its beginning on.
    func with(_ change: (inout CardAlbumQuery) -> Void) -> String {
        var copy = self
        copy.after = nil
        change(&copy)
        return copy.address
    }
}

/// How many cards an album has, by what they are of.
struct CardAlbumCounts: Sendable, Equatable {
    var all = 0
    var kinds: [Place.Kind: Int] = [:]
    var shared = 0
}

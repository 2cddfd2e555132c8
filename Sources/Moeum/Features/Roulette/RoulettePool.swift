import Foundation

/// The places that match a query, including those that the reader ruled out: always counted, and listed where they are few.
struct RoulettePool: Sendable {
    enum Members: Sendable {
        case places([Place.ID])
        /// All places of these facet combinations, possibly very many.
        case combinations([FacetCombination])
    }

    let members: Members
    let total: Int
    /// The favourites that were read, where these are the source.
    var favourites: RouletteFavourites?

    init(_ places: [Place.ID]) {
        members = .places(places)
        total = places.count
    }

    init(_ combinations: [FacetCombination]) {
        members = .combinations(combinations)
        total = combinations.reduce(0) { $0 + $1.count }
    }

    /// Up to this number, the places are loaded and one that is left is picked; of more, one is picked by its number.
    static let smallPoolSize = 512
}

/// An account's favourites for the roulette, read once for all filters.
struct RouletteFavourites: Sendable {
    var base: FavouriteCandidates
    /// The favourites that can be picked, newest first.
    let listed: [(slot: Int64, place: Place.ID)]
}

/// Who asks for a pool, and when.
struct RouletteReader: Sendable {
    /// Nil without a session.
    let account: Account.ID?
    let now: Date
    /// English words that stand for names in the sources.
    var vocabulary = PlaceSearchVocabulary()

    var lists: ListReader { ListReader(account: account, now: now) }
}

/// Whose picks are remembered: an account, or a browser by the hash of its cookie.
struct RouletteSpinner: Sendable, Equatable {
    let key: String
    let account: Account.ID?

    init(account: Account.ID) {
        key = "account \(account)"
        self.account = account
    }

    init(visitor: SecretToken) {
        key = "visitor \(visitor.hash)"
        account = nil
    }

    /// How long a visitor's picks are remembered.
    static let visitorLifetime: TimeInterval = 30 * 86_400
    static let memberLifetime: TimeInterval = 365 * 86_400

    static let sweep: AccountSweep.Task = { try $0.deleteOldRoulettePicks(at: $1, atMost: $2) }
}

/// What a spin needs to know.
struct RouletteTurn: Sendable {
    let query: RouletteQuery
    let pool: RoulettePool
    let excluded: Set<Place.ID>
}

/// The result of a spin.
struct RouletteOutcome: Sendable, Equatable {
    let pick: Place.ID
    /// The number of candidates, including those that were picked before in this round.
    let candidates: Int
}

/// A filter that leaves no places, and how many there are without it alone.
struct RouletteAdvice: Sendable {
    /// The raw value is the key under `roulette.filter-` in the texts, and the name for programs.
    enum Filter: String, Sendable {
        case tags = "tag"
        case text = "q"
        case leftOut = "not"
        case kind, rating, district, type, radius, unvisited
    }

    let filter: Filter
    var group: String?
    let query: RouletteQuery
    var candidates = 0
}

extension RouletteQuery {
    /// The filters that are set, each with the query without it, not counted yet; only the first few of very many.
    var withoutEach: [RouletteAdvice] {
        var ways: [RouletteAdvice] = []
        func add(_ filter: RouletteAdvice.Filter, if isSet: Bool, _ change: (inout RouletteQuery) -> Void) {
            if isSet { ways.append(RouletteAdvice(filter: filter, query: with(change))) }
        }
        add(.leftOut, if: !leftOut.isEmpty) { $0.leftOut = [] }
        add(.unvisited, if: unvisited != nil) { $0.unvisited = nil }
        for group in Set(tags.map(Self.group)).sorted() {
            let rest = with { $0.tags.removeAll { Self.group($0) == group } }
            ways.append(RouletteAdvice(filter: .tags, group: group, query: rest))
        }
        add(.text, if: place.text != nil) { $0.place.text = nil }
        add(.rating, if: rating != nil) { $0.rating = nil }
        add(.type, if: !place.types.isEmpty) { $0.place.types = [] }
        add(.kind, if: place.kind != nil) { $0.place.kind = nil }
        add(.district, if: !place.districts.isEmpty) { $0.place.districts = [] }
        let widest = PlaceQuery.radii.upperBound
        add(.radius, if: place.near != nil && place.radius < widest) { $0.place.radius = widest }
        return Array(ways.prefix(Self.maxAlternatives))
    }

    /// Each costs a count of its own, and these are enough to choose from.
    private static let maxAlternatives = 8

    private static func group(_ tag: String) -> String { String(tag.prefix { $0 != "-" }) }
}

import Foundation

/// The places that a query leaves, before those that one does not want: counted always, and listed where they are few.
struct RoulettePool: Sendable {
    enum Members: Sendable {
        case places([Place.ID])
        /// All that stands on these, which may be very many.
        case buckets([FacetBucket])
    }

    let members: Members
    let total: Int
    /// What was read where the source is one's favourites.
    var favourites: RouletteFavourites?

    init(_ places: [Place.ID]) {
        members = .places(places)
        total = places.count
    }

    init(_ buckets: [FacetBucket]) {
        members = .buckets(buckets)
        total = buckets.reduce(0) { $0 + $1.count }
    }

    /// Up to so many are loaded, and what is left of them is picked from; of more, one is picked by its number.
    static let few = 512
}

/// Somebody's favourites as the roulette needs them, read once however often they are narrowed.
struct RouletteFavourites: Sendable {
    var base: FavouriteBase
    /// Those that can come up, the newest first.
    let listed: [(slot: Int64, place: Place.ID)]
}

/// Who asks for a pool, and when.
struct RouletteReader: Sendable {
    /// Nil for a visitor.
    let account: Account.ID?
    let now: Date
    /// Words that may stand for others.
    var vocabulary = PlaceSearchVocabulary()

    var lists: ListReader { ListReader(account: account, now: now) }
}

/// Whose rounds are told apart: an account, or a browser by its cookie, of which a hash is kept.
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

    /// How long what came up is remembered.
    static let visitorLifetime: TimeInterval = 30 * 86_400
    static let memberLifetime: TimeInterval = 365 * 86_400

    /// Forgets the rounds that nobody goes on with.
    static let sweep: AccountSweep.Task = { try $0.deleteOldRoulettePicks(at: $1, atMost: $2) }
}

/// All that a turn of the wheel needs to know.
struct RouletteTurn: Sendable {
    let query: RouletteQuery
    let pool: RoulettePool
    /// Of the pool, what one does not want.
    let excluded: Set<Place.ID>
}

/// What a turn of the wheel gave.
struct RouletteOutcome: Sendable, Equatable {
    let pick: Place.ID
    /// Among how many, those included that came up before in this round.
    let candidates: Int
}

/// A filter that leaves nothing, and how many places there are without it alone.
struct RouletteAdvice: Sendable {
    enum Filter: Sendable, Equatable {
        case tags(group: String), text, kind, rating, district, type, radius, unvisited, leftOut

        /// Under `roulette.filter-` in the texts, and for programs.
        var name: String {
            switch self {
            case .tags: "tag"
            case .text: "q"
            case .kind: "kind"
            case .rating: "rating"
            case .district: "district"
            case .type: "type"
            case .radius: "radius"
            case .unvisited: "unvisited"
            case .leftOut: "not"
            }
        }
    }

    let filter: Filter
    let query: RouletteQuery
    let candidates: Int
}

extension RouletteQuery {
    /// The filters that are set, each with the same query without it alone; of very many the first few.
    var withoutEach: [(filter: RouletteAdvice.Filter, query: RouletteQuery)] {
        var ways: [(filter: RouletteAdvice.Filter, query: RouletteQuery)] = []
        func add(_ filter: RouletteAdvice.Filter, if isSet: Bool, _ change: (inout RouletteQuery) -> Void) {
            if isSet { ways.append((filter, with(change))) }
        }
        add(.leftOut, if: !leftOut.isEmpty) { $0.leftOut = [] }
        add(.unvisited, if: unvisited != nil) { $0.unvisited = nil }
        for group in Set(tags.map(Self.group)).sorted() {
            add(.tags(group: group), if: true) { $0.tags.removeAll { Self.group($0) == group } }
        }
        add(.text, if: place.text != nil) { $0.place.text = nil }
        add(.rating, if: rating != nil) { $0.rating = nil }
        add(.type, if: !place.types.isEmpty) { $0.place.types = [] }
        add(.kind, if: place.kind != nil) { $0.place.kind = nil }
        add(.district, if: !place.districts.isEmpty) { $0.place.districts = [] }
        let widest = PlaceQuery.radii.upperBound
        add(.radius, if: place.near != nil && place.radius < widest) { $0.place.radius = widest }
        return Array(ways.prefix(Self.maxWaysOut))
    }

    /// Each is a narrowing of its own, and these are enough to choose from.
    private static let maxWaysOut = 8

    private static func group(_ tag: String) -> String { String(tag.prefix { $0 != "-" }) }
}

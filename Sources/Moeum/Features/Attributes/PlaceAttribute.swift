/// Something that members can tell about a place by one answer each. The raw value is the key in forms, addresses and JSON.
enum PlaceAttribute: String, Sendable, CaseIterable {
    // In the order in which they are shown and asked.
    case solo, children, reservation, parking
    case stepFree = "step-free"
    case toilet, cards
    case englishMenu = "english-menu"
    case vegetarian, vegan, halal, wifi, power, seats, events
    case usedBooks = "used-books"
    /// What a meal costs, in four steps.
    case price
    case monday = "hours-mon"
    case tuesday = "hours-tue"
    case wednesday = "hours-wed"
    case thursday = "hours-thu"
    case friday = "hours-fri"
    case saturday = "hours-sat"
    case sunday = "hours-sun"

    /// Monday first.
    static let week: [PlaceAttribute] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]

    /// What can be told about a place of each kind: the one table of it. Opening hours have every kind.
    private static let offered: [Place.Kind: [PlaceAttribute]] = [
        .restaurant: [
            .solo, .children, .reservation, .parking, .price, .stepFree, .toilet, .cards, .englishMenu, .vegetarian,
            .vegan, .halal, .wifi, .power, .seats,
        ],
        .bookshop: [
            .seats, .events, .usedBooks, .children, .parking, .stepFree, .toilet, .cards, .wifi, .power,
        ],
    ]

    /// In the order in which they are asked, without opening hours.
    static func offered(at kind: Place.Kind) -> [PlaceAttribute] { offered[kind] ?? [] }

    /// Those that lists can be narrowed by.
    static let filters = allCases.filter { $0.values == yesOrNo }

    private static let yesOrNo = ["yes", "no"]

    /// Monday is 1, Sunday 7; nil for what is no opening hours.
    var weekday: Int? { Self.week.firstIndex(of: self).map { $0 + 1 } }

    /// The answers to choose from; empty for opening hours.
    var values: [String] {
        if weekday != nil { return [] }
        return self == .price ? ["1", "2", "3", "4"] : Self.yesOrNo
    }

    /// Whether the newest answers count for more than old ones: opening hours and prices change.
    var ages: Bool { weekday != nil || self == .price }

    func isOffered(at kind: Place.Kind) -> Bool { weekday != nil || Self.offered(at: kind).contains(self) }

    /// The answer as it is stored; nil for one that cannot be.
    func value(_ typed: String) -> String? {
        weekday == nil ? values.first { $0.utf8.elementsEqual(typed.utf8) } : DayHours(typed)?.text
    }
}

extension RateLimits {
    /// Answers of one account about places.
    var placeAnswers: RateLimit? { limit("place-answer", atOnce: 120, thenOneEach: .seconds(10)) }
    /// Answers that one account takes back. A limit of its own, so that a slip can always be undone.
    var placeAnswerDeletions: RateLimit? { limit("place-answer-deletion", atOnce: 240, thenOneEach: .seconds(5)) }
}

import Foundation

/// Invented reviews in the order of their days, so that a place's reviews are spread in time as on a real site.
struct DemoReviews {
    struct Entry: Sendable {
        let id: Review.ID
        let place: Place.ID
        let account: Account.ID
        let stars: Int
        let body: String
        let script: ReviewText.Script
        let visitedOn: String?
        let createdAt: Date
        let keywords: [Keyword.ID]
        /// The accounts that voted it helpful.
        let voters: [Account.ID]
    }

    /// The period of all reviews, in seconds.
    static let period: Double = 2 * 365 * 86_400
    private static let maxVotes = 12
    /// Primes: at least one has no common factor with the number of accounts.
    private static let strides = [7_919, 7_907, 7_901]

    private let spots: [DemoPlace]
    private let offered: [Keyword]
    private let accounts: Int
    private let count: Int
    private let start: Date
    private let stride: Int
    private var ratings: [RatingCounts]
    private var made = 0
    private var generator: SeededGenerator

    /// - Parameters:
    ///   - spots: in the order of creation.
    ///   - accounts: the accounts 1 to this number.
    ///   - count: at most one for each account and place.
    init(_ spots: [DemoPlace], _ keywords: [Keyword], accounts: Int, count: Int, seed: UInt64, now: Date) {
        self.spots = spots
        offered = keywords
        self.accounts = accounts
        self.count = count
        start = now - Self.period
        stride = Self.strides.first { accounts % $0 != 0 } ?? 1
        ratings = Array(repeating: .none, count: spots.count)
        generator = SeededGenerator(state: seed ^ 0x5E71)
    }

    /// The ratings of the places so far.
    var counts: [(place: Place.ID, counts: RatingCounts)] {
        zip(spots, ratings).map { (place: $0.place, counts: $1) }
    }

    /// The next reviews, at most `limit`; nil after the last.
    mutating func next(_ limit: Int) -> [Entry]? {
        let some = min(limit, count - made)
        guard some > 0 else { return nil }
        return (0..<some).map { _ in entry() }
    }

    private mutating func entry() -> Entry {
        let index = spot()
        let spot = spots[index]
        let author = author(at: index)
        let stars = stars(at: index)
        ratings[index].change(from: nil, to: stars)
        let createdAt = start + (Double(made) + generator.fraction()) * Self.period / Double(count)
        let script: ReviewText.Script = DemoPeople.language(of: author) == .english ? .english : .korean
        made += 1
        return Entry(
            id: Review.ID(rawValue: Int64(made)),
            place: spot.place,
            account: author,
            stars: stars,
            body: DemoTexts.body(stars, spot.kind, script, &generator),
            script: script,
            visitedOn: visit(before: createdAt),
            createdAt: createdAt,
            keywords: keywords(stars, spot.kind),
            voters: voters(except: author)
        )
    }

    /// A few places have most of the reviews; one that all accounts have reviewed is replaced by its neighbour.
    private mutating func spot() -> Int {
        var index = generator.skewedIndex(below: spots.count)
        while ratings[index].count == accounts { index = (index + 1) % spots.count }
        return index
    }

    /// Takes the accounts in turn from a different start for each place, so that no account reviews a place twice.
    private func author(at index: Int) -> Account.ID {
        account((index * 104_729 + ratings[index].count * stride) % accounts)
    }

    /// From 0 on.
    private func account(_ number: Int) -> Account.ID { Account.ID(rawValue: Int64(number) + 1) }

    /// Mostly four and five stars; some places are better than others.
    private mutating func stars(at index: Int) -> Int {
        switch generator.below(100) + index * 31 % 20 {
        case ..<5: 1
        case ..<12: 2
        case ..<25: 3
        case ..<60: 4
        default: 5
        }
    }

    private mutating func visit(before day: Date) -> String? {
        let daysAgo = generator.skewed(60)
        return generator.below(4) == 0 ? nil : SeoulTime(day - Double(daysAgo) * 86_400).isoDay
    }

    /// Ids in ascending order.
    private mutating func keywords(_ stars: Int, _ kind: Place.Kind) -> [Keyword.ID] {
        let fitting = offered.filter { $0.kind == kind && (stars == 3 || ($0.tone == .good) == (stars > 3)) }
        let picked = (0..<generator.below(Review.maxKeywords + 1)).compactMap { _ in generator.pick(fitting)?.id }
        return Set(picked).sorted()
    }

    private mutating func voters(except author: Account.ID) -> [Account.ID] {
        let votes = generator.below(3) == 0 ? generator.skewed(Self.maxVotes + 1) : 0
        let first = generator.below(accounts)
        return (0..<min(votes + 1, accounts)).map { account((first + $0) % accounts) }
            .filter { $0 != author }.prefix(votes).map { $0 }
    }
}

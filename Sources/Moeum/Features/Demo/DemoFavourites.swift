import Foundation

/// A place with the usual tags of a favourite.
struct DemoPlace: Sendable {
    let place: Place.ID
    let kind: Place.Kind
    let usualTags: [Tag]
}

/// Invented people's favourites, lists and visits, one person at a time.
struct DemoFavourites {
    /// One person's favourites, lists and visits.
    struct Owner: Sendable {
        let account: Account.ID
        let favourites: [NewFavourite]
        let visits: [(visit: Visit, at: Date)]
        let list: ListEntry?
    }

    struct ListEntry: Sendable {
        let id: NamedList.ID
        let details: NamedList.Details
        let places: [Place.ID]
        let at: Date
    }

    private static let maxListLength = 12

    private let spots: [DemoPlace]
    private let accounts: Int
    private let count: Int
    private let now: Date
    private var made = 0
    private var owners = 0
    private var rows: Int64 = 0
    private var generator: SeededGenerator

    /// - Parameters:
    ///   - spots: at least as many as one person's favourites.
    ///   - accounts: the accounts 1 to this number, with equally many favourites.
    init(_ spots: [DemoPlace], accounts: Int, count: Int, seed: UInt64, now: Date) {
        self.spots = spots
        self.accounts = accounts
        self.count = count
        self.now = now
        generator = SeededGenerator(state: seed ^ 0xFA5E)
    }

    /// The next people, until there are `limit` of them or so many favourites; nil after the last.
    mutating func next(_ limit: Int, favourites maxFavourites: Int) -> [Owner]? {
        var some: [Owner] = []
        var kept = 0
        while owners < accounts, some.count < limit, kept < maxFavourites {
            let share = (count - made) / (accounts - owners)
            let owner = owner(of: (count - made) % (accounts - owners) > 0 ? share + 1 : share)
            kept += owner.favourites.count
            some.append(owner)
        }
        return some.isEmpty ? nil : some
    }

    private mutating func owner(of share: Int) -> Owner {
        owners += 1
        made += share
        let account = Account.ID(rawValue: Int64(owners))
        var seen = Set<Int>()
        let favourites = (0..<share).map { number in
            // A few places are everybody's favourites; one that is taken already is replaced by its neighbour.
            var index = generator.skewedIndex(below: spots.count)
            while !seen.insert(index).inserted { index = (index + 1) % spots.count }
            let age = DemoReviews.period * (1 - Double(number) / Double(share))
            return favourite(spots[index], of: account, at: now - age)
        }
        return Owner(
            account: account,
            favourites: favourites,
            visits: favourites.compactMap { visit($0.place) },
            list: favourites.count > 2 && generator.below(3) == 0 ? list(favourites.map(\.place)) : nil
        )
    }

    private mutating func favourite(_ spot: DemoPlace, of account: Account.ID, at time: Date) -> NewFavourite {
        var tags = spot.usualTags
        for (group, values) in DemoTexts.tags where generator.below(3) == 0 {
            if let value = generator.pick(values) { tags.append(Tag(group: group, value: value)) }
        }
        let script: ReviewText.Script = DemoPeople.language(of: account) == .english ? .english : .korean
        let note = generator.below(4) == 0 ? DemoTexts.body(5, spot.kind, script, &generator) : ""
        return NewFavourite(
            place: spot.place,
            tags: tags,
            note: String(note.prefix(Favourite.maxNoteLength)),
            createdAt: time
        )
    }

    /// A visit of every second place.
    private mutating func visit(_ place: Place.ID) -> (visit: Visit, at: Date)? {
        guard generator.below(2) == 0 else { return nil }
        rows += 1
        let day = now - Double(generator.skewed(700)) * 86_400
        return (Visit(id: Identifier(rawValue: rows), place: place, on: SeoulTime(day).isoDay), day)
    }

    private mutating func list(_ places: [Place.ID]) -> ListEntry? {
        guard let title = generator.pick(DemoTexts.lists) else { return nil }
        rows += 1
        let visibility: NamedList.Visibility = generator.below(4) == 0 ? .public : .private
        return ListEntry(
            id: Identifier(rawValue: rows),
            details: NamedList.Details(title: title, note: "", visibility: visibility),
            places: Array(places.prefix(3 + generator.below(Self.maxListLength - 2))),
            at: now - Double(generator.skewed(300)) * 86_400
        )
    }
}

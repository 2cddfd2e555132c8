/// The favourites that the chosen tags leave, and the count of each further tag: tags of one group are joined with OR, groups
/// with AND.
struct FavouriteFacets: Sendable {
    struct Value: Sendable, Equatable {
        let tag: Tag
        /// How many favourites have the tag, given the choices in the other groups.
        let count: Int
        let isChosen: Bool
    }

    struct Group: Sendable, Equatable {
        let name: String
        let values: [Value]
    }

    /// Tags that match something, and chosen ones. The usual groups come first, then groups by their number of favourites
    /// without any choice, so that they do not move while somebody chooses; values by their count.
    let groups: [Group]
    /// The favourites that match.
    let members: FavouriteSets.Members
    let total: Int

    /// - Parameters:
    ///   - tags: the person's own; ties keep this order.
    ///   - within: the favourites that the other filters leave; nil is all.
    init(
        _ sets: FavouriteSets,
        tags: [(id: FavouriteSets.TagID, tag: Tag)],
        chosen: [Tag],
        within: FavouriteSets.Members? = nil
    ) {
        let everything = within ?? sets.all
        let ids = Dictionary(tags.map { ($0.tag, $0.id) }) { first, _ in first }
        let unions = Dictionary(grouping: chosen, by: \.group).mapValues { group in
            sets.union(of: group.compactMap { ids[$0] })
        }
        members = unions.values.reduce(everything, FavouriteSets.intersection)
        total = FavouriteSets.count(members)
        var groups: [(rank: Int, group: Group)] = []
        let unknown = chosen.filter { ids[$0] == nil }.map { (id: FavouriteSets.TagID?.none, tag: $0) }
        for (name, tags) in (tags.map { (id: $0.id, tag: $0.tag) } + unknown).grouped(by: \.tag.group) {
            let others =
                unions[name] == nil
                ? members
                : unions.reduce(everything) { $1.key == name ? $0 : FavouriteSets.intersection($0, $1.value) }
            let values = tags.map { entry in
                Value(
                    tag: entry.tag,
                    count: entry.id.map { FavouriteSets.count(sets.members(of: $0), and: others) } ?? 0,
                    isChosen: chosen.contains(entry.tag)
                )
            }
            let shown = Self.stably(values.filter { $0.count > 0 || $0.isChosen }, by: \.count)
            if shown.isEmpty { continue }
            let rank = Self.usual[name] ?? FavouriteSets.count(sets.union(of: tags.compactMap(\.id)))
            groups.append((rank: rank, group: Group(name: name, values: shown)))
        }
        self.groups = Self.stably(groups, by: \.rank).map(\.group)
    }

    /// Higher than any count.
    private static let usual = [UsualTags.district: Int.max, UsualTags.type: Int.max - 1]

    /// Sorts by descending rank; ties keep their order.
    private static func stably<Item>(_ items: [Item], by rank: (Item) -> Int) -> [Item] {
        items.enumerated().sorted { one, other in
            let ranks = (rank(one.element), rank(other.element))
            return ranks.0 == ranks.1 ? one.offset < other.offset : ranks.0 > ranks.1
        }.map(\.element)
    }
}

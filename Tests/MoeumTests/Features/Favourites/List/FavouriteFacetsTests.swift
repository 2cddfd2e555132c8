import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Counts of facets, held to a plain count over made-up favourites.
@Suite struct FavouriteFacetsTests {
    @Test("Random choices of tags are counted as one by one")
    func countsRandomChoices() {
        var random = SeededGenerator(state: 20_261_121)
        for _ in 1...300 {
            let bucket = RandomFavourites(&random)
            for _ in 1...10 {
                let chosen = (0..<random.below(6)).map { _ in bucket.tags[random.below(bucket.tags.count)].tag }
                let isWithin = random.below(2) == 0
                let within = isWithin ? Set(bucket.slots.keys.filter { _ in random.below(2) == 0 }) : nil
                let facets = FavouriteFacets(
                    bucket.sets,
                    tags: bucket.tags,
                    chosen: chosen,
                    within: within.map { bucket.sets.members(at: $0) }
                )
                let expected = bucket.facets(chosen, within: within)
                #expect(facets.total == expected.left.count)
                #expect(facets.groups == expected.groups)
                #expect(bucket.sets.slots(of: facets.members) == expected.left.sorted(by: >))
            }
        }
    }

    @Test("Slots are paged from the newest on")
    func pagesSlots() {
        var random = SeededGenerator(state: 7)
        for _ in 1...200 {
            let bucket = RandomFavourites(&random)
            let all = bucket.slots.keys.sorted(by: >)
            var seen: [Int64] = []
            while true {
                let page = bucket.sets.slots(of: bucket.sets.all, below: seen.last, limit: 7)
                seen += page
                if page.count < 7 { break }
            }
            #expect(seen == all)
        }
    }

    @Test("The usual groups come first, then those of most favourites")
    func ordersGroups() {
        let names = ["a-1", "가-느낌10", "가-느낌2", "가-느낌1", "나-x", "종류-면", "지역-마포", "지역-중구"]
        let tags = names.enumerated().compactMap { index, name in
            (try? Tag(name)).map { (id: FavouriteSets.TagID(rawValue: Int64(index + 1)), tag: $0) }
        }.sorted { $0.tag.sortKey.lexicographicallyPrecedes($1.tag.sortKey) }
        // Eight favourites; the first bit of each byte is the first of them.
        let members: [UInt8] = [0b1, 0b1_1100, 0b110_0000, 0b11, 0b1111_1111, 0b1, 0b1, 0b110]
        let sets = FavouriteSets(
            [(tag: FavouriteSets.everything, piece: 0, bytes: [0xFF])]
                + members.enumerated().map {
                    (tag: FavouriteSets.TagID(rawValue: Int64($0 + 1)), piece: 0, bytes: [$1])
                }
        )
        let facets = FavouriteFacets(sets, tags: tags, chosen: [])
        #expect(facets.groups.map(\.name) == ["지역", "종류", "나", "가", "a"])
        #expect(facets.groups[0].values.map(\.tag.value) == ["중구", "마포"])
        #expect(facets.groups[3].values.map(\.tag.value) == ["느낌10", "느낌1", "느낌2"])
        // Few favourites left move no group.
        let narrowed = FavouriteFacets(sets, tags: tags, chosen: [Tag(group: "a", value: "1")])
        #expect(narrowed.groups.map(\.name) == ["지역", "종류", "나", "가", "a"])
    }

    @Test("A tag without favourites matches none and stays removable")
    func keepsUnknownTag() {
        let sets = FavouriteSets([(tag: FavouriteSets.everything, piece: 0, bytes: [0b111])])
        let unknown = Tag(group: "region", value: "nowhere")
        let facets = FavouriteFacets(sets, tags: [], chosen: [unknown])
        #expect(facets.total == 0)
        #expect(facets.groups.map(\.name) == ["region"])
        #expect(facets.groups.first?.values == [FavouriteFacets.Value(tag: unknown, count: 0, isChosen: true)])
    }

    @Test("Without favourites there are no groups")
    func emptySets() {
        let facets = FavouriteFacets(FavouriteSets([]), tags: [], chosen: [])
        #expect(facets.total == 0)
        #expect(facets.groups.isEmpty)
    }

    @Test("Any slot can be the only one of a set")
    func singleSlot() {
        for slot in [Int64(0), 1, 63, 64, 4_095, 4_096, 1_000_000] {
            let (piece, bit) = (slot / FavouriteSets.pieceBits, Int(slot % FavouriteSets.pieceBits))
            var bytes = [UInt8](repeating: 0, count: FavouriteSets.pieceBytes)
            bytes[bit / 8] = 1 << UInt8(bit % 8)
            let sets = FavouriteSets([(tag: FavouriteSets.everything, piece: piece, bytes: bytes)])
            #expect(sets.slots(of: sets.all) == [slot])
            #expect(sets.members(at: [slot]) == sets.all)
            #expect(sets.slots(of: sets.all, below: slot) == [])
        }
    }
}

/// Favourites with tags at random, some of them far apart.
private struct RandomFavourites {
    var tags: [(id: FavouriteSets.TagID, tag: Tag)] = []
    /// Of each favourite, its tags.
    var slots: [Int64: Set<FavouriteSets.TagID>] = [:]
    let sets: FavouriteSets

    init(_ random: inout SeededGenerator) {
        for group in 0...random.below(4) {
            for value in 0...random.below(6) {
                tags.append(
                    (
                        id: FavouriteSets.TagID(rawValue: Int64(tags.count + 1)),
                        tag: Tag(group: "group\(group)", value: "value\(value)")
                    )
                )
            }
        }
        let reach = [40, 300, 20_000][random.below(3)]
        for _ in 0..<random.below(60) {
            let slot = Int64(1 + random.below(reach))
            slots[slot] = Set(tags.map(\.id).filter { _ in random.below(4) == 0 })
        }
        var bytes: [FavouriteSets.TagID: [Int64: [UInt8]]] = [:]
        for (slot, members) in slots {
            for tag in members.union([FavouriteSets.everything]) {
                let empty = [UInt8](repeating: 0, count: FavouriteSets.pieceBytes)
                let (piece, bit) = (slot / FavouriteSets.pieceBits, Int(slot % FavouriteSets.pieceBits))
                bytes[tag, default: [:]][piece, default: empty][bit / 8] |= 1 << UInt8(bit % 8)
            }
        }
        sets = FavouriteSets(
            bytes.flatMap { tag, pieces in pieces.map { (tag: tag, piece: $0.key, bytes: $0.value) } }
        )
    }

    /// Counted one favourite after the other: any inside a group, all of the groups.
    func facets(
        _ chosen: [Tag],
        within: Set<Int64>?
    ) -> (left: [Int64], groups: [FavouriteFacets.Group]) {
        func passes(_ members: Set<FavouriteSets.TagID>, without group: String?) -> Bool {
            let groups = Set(chosen.map(\.group)).filter { $0 != group }
            return groups.allSatisfy { name in
                tags.contains { $0.tag.group == name && chosen.contains($0.tag) && members.contains($0.id) }
            }
        }
        let candidates = slots.filter { within?.contains($0.key) ?? true }
        let left = candidates.filter { passes($0.value, without: nil) }.map(\.key)
        var groups: [FavouriteFacets.Group] = []
        // How many have any tag of a group, whatever is chosen.
        func reach(_ name: String) -> Int {
            let ids = Set(tags.filter { $0.tag.group == name }.map(\.id))
            return slots.values.count { !$0.isDisjoint(with: ids) }
        }
        for name in Set(tags.map(\.tag.group)).sorted(by: { (-reach($0), $0) < (-reach($1), $1) }) {
            let values = tags.filter { $0.tag.group == name }.map { entry in
                FavouriteFacets.Value(
                    tag: entry.tag,
                    count: candidates.values.count { $0.contains(entry.id) && passes($0, without: name) },
                    isChosen: chosen.contains(entry.tag)
                )
            }
            let shown = values.filter { $0.count > 0 || $0.isChosen }
                .sorted { (-$0.count, $0.tag.value) < (-$1.count, $1.tag.value) }
            if !shown.isEmpty { groups.append(FavouriteFacets.Group(name: name, values: shown)) }
        }
        return (left, groups)
    }
}

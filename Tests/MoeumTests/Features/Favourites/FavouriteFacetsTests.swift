import Testing

@testable import Moeum
@testable import struct Moeum.Tag

/// Counts of facets, held to a plain count over made-up favourites.
@Suite struct FavouriteFacetsTests {
    @Test func thousandsOfRandomNarrowingsAreCountedAsByHand() {
        var random = DemoGenerator(state: 20_261_121)
        for _ in 1...300 {
            let shelf = RandomFavourites(&random)
            for _ in 1...10 {
                let chosen = (0..<random.below(6)).map { _ in shelf.tags[random.below(shelf.tags.count)].tag }
                let isWithin = random.below(2) == 0
                let within = isWithin ? Set(shelf.slots.keys.filter { _ in random.below(2) == 0 }) : nil
                let facets = FavouriteFacets(
                    shelf.sets,
                    tags: shelf.tags,
                    chosen: chosen,
                    within: within.map { shelf.sets.members(at: $0) }
                )
                let expected = shelf.facets(chosen, within: within)
                #expect(facets.total == expected.left.count)
                #expect(facets.groups == expected.groups)
                #expect(shelf.sets.slots(of: facets.members) == expected.left.sorted(by: >))
            }
        }
    }

    @Test func slotsComeFromTheNewestOnInPieces() {
        var random = DemoGenerator(state: 7)
        for _ in 1...200 {
            let shelf = RandomFavourites(&random)
            let all = shelf.slots.keys.sorted(by: >)
            var seen: [Int64] = []
            while true {
                let page = shelf.sets.slots(of: shelf.sets.all, below: seen.last, limit: 7)
                seen += page
                if page.count < 7 { break }
            }
            #expect(seen == all)
        }
    }

    @Test func aTagThatNobodyHasLeavesNothingAndCanBeDropped() {
        let sets = FavouriteSets([(tag: FavouriteSets.everything, piece: 0, bytes: [0b111])])
        let unknown = Tag(group: "region", value: "nowhere")
        let facets = FavouriteFacets(sets, tags: [], chosen: [unknown])
        #expect(facets.total == 0)
        #expect(facets.groups.map(\.name) == ["region"])
        #expect(facets.groups.first?.values == [FavouriteFacets.Value(tag: unknown, count: 0, isChosen: true)])
    }

    @Test func nothingKeptIsNothingNarrowed() {
        let facets = FavouriteFacets(FavouriteSets([]), tags: [], chosen: [])
        #expect(facets.total == 0)
        #expect(facets.groups.isEmpty)
    }

    @Test func everyPlaceOfASetCanBeTheFirst() {
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

    init(_ random: inout DemoGenerator) {
        for group in 0...random.below(4) {
            for value in 0...random.below(6) {
                tags.append((id: Int64(tags.count + 1), tag: Tag(group: "group\(group)", value: "value\(value)")))
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
        for name in Set(tags.map(\.tag.group)).sorted() {
            let values = tags.filter { $0.tag.group == name }.map { entry in
                FavouriteFacets.Value(
                    tag: entry.tag,
                    count: candidates.values.count { $0.contains(entry.id) && passes($0, without: name) },
                    isChosen: chosen.contains(entry.tag)
                )
            }
            let shown = values.filter { $0.count > 0 || $0.isChosen }
            if !shown.isEmpty { groups.append(FavouriteFacets.Group(name: name, values: shown)) }
        }
        return (left, groups)
    }
}

/// Which favourites have which tag, as one bit each, so that thousands are filtered and counted at once.
///
/// A favourite's bit is at its slot. The slot is in the piece `slot / pieceBits`; pieces without favourites are not stored.
/// Stored with the lowest bit first in the lowest byte: the byte order of the words of all supported machines.
struct FavouriteSets: Sendable {
    /// A set of favourites as 64-bit words, `wordsPerPiece` for each of `pieces`.
    typealias Members = [UInt64]
    typealias TagID = Identifier<Tag>

    static let pieceBits: Int64 = 4_096
    static let wordsPerPiece = Int(pieceBits) / 64
    static let pieceBytes = Int(pieceBits) / 8
    /// The id of the set of all favourites.
    static let everything = TagID.absent

    /// The numbers of the stored pieces, ascending.
    let pieces: [Int64]
    let all: Members
    private let ordinals: [Int64: Int]
    private let byTag: [TagID: Members]

    /// - Parameter rows: the stored pieces of each tag.
    init(_ rows: [(tag: TagID, piece: Int64, bytes: [UInt8])]) {
        let pieces = Set(rows.map(\.piece)).sorted()
        let ordinals = Dictionary(uniqueKeysWithValues: pieces.enumerated().map { ($1, $0) })
        var byTag: [TagID: Members] = [:]
        for row in rows {
            guard let ordinal = ordinals[row.piece] else { continue }
            let empty = Members(repeating: 0, count: pieces.count * Self.wordsPerPiece)
            byTag[row.tag, default: empty].withUnsafeMutableBytes { bytes in
                let start = ordinal * Self.pieceBytes
                bytes[start..<start + min(row.bytes.count, Self.pieceBytes)].copyBytes(from: row.bytes)
            }
        }
        self.pieces = pieces
        self.ordinals = ordinals
        all = byTag.removeValue(forKey: Self.everything) ?? []
        self.byTag = byTag
    }

    var isEmpty: Bool { all.isEmpty }

    /// The favourites with a tag; empty for an unknown tag.
    func members(of tag: TagID) -> Members { byTag[tag] ?? none }

    func union(of tags: some Sequence<TagID>) -> Members {
        tags.reduce(into: none) { union, tag in
            guard let members = byTag[tag] else { return }
            for index in union.indices { union[index] |= members[index] }
        }
    }

    func members(at slots: some Sequence<Int64>) -> Members {
        slots.reduce(into: none) { members, slot in
            guard let ordinal = ordinals[slot / Self.pieceBits] else { return }
            let bit = Int(slot % Self.pieceBits)
            members[ordinal * Self.wordsPerPiece + bit / 64] |= 1 << UInt64(bit % 64)
        }
    }

    /// The slots of a set, newest first.
    /// - Parameter end: only slots below it; nil is all.
    func slots(of members: Members, below end: Int64? = nil, limit: Int = .max) -> [Int64] {
        var slots: [Int64] = []
        for (ordinal, piece) in pieces.enumerated().reversed() {
            let first = piece * Self.pieceBits
            if let end, first >= end { continue }
            for word in (0..<Self.wordsPerPiece).reversed() {
                var bits = members[ordinal * Self.wordsPerPiece + word]
                while bits != 0 {
                    let bit = 63 - bits.leadingZeroBitCount
                    bits &= ~(1 << UInt64(bit))
                    let slot = first + Int64(word * 64 + bit)
                    if let end, slot >= end { continue }
                    if slots.count >= limit { return slots }
                    slots.append(slot)
                }
            }
        }
        return slots
    }

    static func intersection(_ one: Members, _ other: Members) -> Members {
        var members = one
        for index in members.indices { members[index] &= other[index] }
        return members
    }

    static func union(_ one: Members, _ other: Members) -> Members {
        var members = one
        for index in members.indices { members[index] |= other[index] }
        return members
    }

    func isMember(_ slot: Int64, of members: Members) -> Bool {
        guard let ordinal = ordinals[slot / Self.pieceBits] else { return false }
        let bit = Int(slot % Self.pieceBits)
        return members[ordinal * Self.wordsPerPiece + bit / 64] & (1 << UInt64(bit % 64)) != 0
    }

    static func count(_ members: Members) -> Int { members.reduce(0) { $0 + $1.nonzeroBitCount } }

    static func count(_ one: Members, and other: Members) -> Int {
        var count = 0
        for index in one.indices { count += (one[index] & other[index]).nonzeroBitCount }
        return count
    }

    private var none: Members { Members(repeating: 0, count: all.count) }
}

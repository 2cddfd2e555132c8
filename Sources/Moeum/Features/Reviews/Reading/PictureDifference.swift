/// The difference between a review's photos before and after an edit.
struct PictureDifference: Sendable, Equatable {
    /// A photo and its position, from 1 on.
    struct Item: Sendable, Equatable {
        let position: Int
        let picture: AttachedPhoto
    }

    /// A photo that was kept with another alternative text or kind.
    struct Description: Sendable, Equatable {
        let position: Int
        let old: String
        let new: String
    }

    let added: [Item]
    let removed: [Item]
    /// The fewest photos that have to be moved to get the new order.
    let moved: [Item]
    let described: [Description]
    let ofOtherKind: [Description]

    init(from old: [AttachedPhoto], to new: [AttachedPhoto]) {
        let (before, after) = (Self.items(old), Self.items(new))
        let (oldIDs, newIDs) = (Set(old.map(\.id)), Set(new.map(\.id)))
        added = after.filter { !oldIDs.contains($0.picture.id) }
        removed = before.filter { !newIDs.contains($0.picture.id) }
        let stayed = after.filter { oldIDs.contains($0.picture.id) }
        let order = stayed.map(\.picture.id).difference(from: old.map(\.id).filter(newIDs.contains))
        var movedOffsets: Set<Int> = []
        for case .insert(let offset, _, _) in order { movedOffsets.insert(offset) }
        moved = stayed.enumerated().filter { movedOffsets.contains($0.offset) }.map(\.element)
        described = Self.changes(of: \.alt, from: old, to: stayed)
        ofOtherKind = Self.changes(of: \.kind, from: old, to: stayed)
    }

    private static func changes(
        of words: (AttachedPhoto) -> String,
        from old: [AttachedPhoto],
        to stayed: [Item]
    ) -> [Description] {
        let before = Dictionary(old.map { ($0.id, words($0)) }) { first, _ in first }
        return stayed.compactMap { item in
            let new = words(item.picture)
            guard let said = before[item.picture.id], said != new else { return nil }
            return Description(position: item.position, old: said, new: new)
        }
    }

    private static func items(_ pictures: [AttachedPhoto]) -> [Item] {
        pictures.enumerated().map { Item(position: $0 + 1, picture: $1) }
    }
}

/// The photos of a version as stored: a line for each with its id, its kind after a colon where it has one, and its alternative
/// text.
extension [AttachedPhoto] {
    var lines: String {
        map { "\($0.id)\($0.kind.isEmpty ? "" : ":\($0.kind)") \($0.alt)" }.joined(separator: "\n")
    }

    init(lines: String) {
        self = lines.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            let marks = parts[0].split(separator: ":", maxSplits: 1)
            guard let id = marks.first.flatMap({ Photo.ID($0) }) else { return nil }
            return AttachedPhoto(
                id: id,
                alt: parts.count == 2 ? String(parts[1]) : "",
                kind: marks.count == 2 ? String(marks[1]) : ""
            )
        }
    }
}

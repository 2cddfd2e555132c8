/// The last entry of a page of the trash, after which the next one begins.
struct DiaryTrashCursor: Sendable, Equatable {
    /// Milliseconds.
    let deletedAt: Int64
    let id: DiaryEntry.ID

    init(_ entry: DiaryEntry) {
        deletedAt = entry.deletedAt?.milliseconds ?? 0
        id = entry.id
    }

    /// Nil for a text that is no key of this program.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let deletedAt = Int64(parts[0]), let id = DiaryEntry.ID(parts[1]) else { return nil }
        (self.deletedAt, self.id) = (deletedAt, id)
    }

    var text: String { "\(deletedAt).\(id)" }
}

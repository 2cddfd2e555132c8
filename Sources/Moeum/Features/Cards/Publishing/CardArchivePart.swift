extension ArchivePart {
    /// Public cards are for reading only: whoever imports an archive makes nothing public with it.
    static let cards = ArchivePart(
        name: "cards",
        columns: [
            Column("look", .text), Column("name", .text), Column("where", .text), Column("line", .text),
            Column("date", .text), Column("alt", .text), Column("hidden", .flag), Column("createdAt", .time),
        ],
        rows: { try $0.archivedCards(of: $1) }
    )
}

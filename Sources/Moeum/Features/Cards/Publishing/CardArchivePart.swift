extension ArchivePart {
    /// Public cards are for reading only: whoever imports an archive makes nothing public with it.
    static let cards = ArchivePart(
        name: "cards",
        columns: [
            Column(name: "look", kind: .text), Column(name: "name", kind: .text), Column(name: "where", kind: .text),
            Column(name: "line", kind: .text), Column(name: "date", kind: .text), Column(name: "alt", kind: .text),
            Column(name: "hidden", kind: .flag), Column(name: "createdAt", kind: .time),
        ],
        rows: { try $0.archivedCards(of: $1) }
    )
}

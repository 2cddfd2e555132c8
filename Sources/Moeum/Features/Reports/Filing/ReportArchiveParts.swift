/// Reports and suggestions in an account's archive; they cannot be imported.
extension ArchivePart {
    static let reports = ArchivePart(
        name: "reports",
        columns: [
            Column("target", .text), Column("reason", .text), Column("detail", .text), Column("createdAt", .time),
            Column("answeredAt", .time, isOptional: true), Column("outcome", .text, isOptional: true),
        ],
        rows: { try $0.archivedReports(of: $1) }
    )

    /// For a bookshop that the site lacked, the place is the one that was added.
    static let suggestions = ArchivePart(
        name: "suggestions",
        columns: [
            Column("placeId", .integer, isOptional: true), Column("place", .text, isOptional: true),
            Column("district", .text, isOptional: true), Column("kind", .text), Column("value", .text),
            Column("source", .text), Column("createdAt", .time), Column("answeredAt", .time, isOptional: true),
            Column("outcome", .text, isOptional: true),
        ],
        rows: { try $0.archivedSuggestions(of: $1) }
    )
}

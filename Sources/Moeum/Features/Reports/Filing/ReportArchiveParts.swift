/// Reports and suggestions in an account's archive; they cannot be imported.
extension ArchivePart {
    static let reports = ArchivePart(
        name: "reports",
        columns: [
            Column(name: "target", kind: .text), Column(name: "reason", kind: .text),
            Column(name: "detail", kind: .text), Column(name: "createdAt", kind: .time),
            Column(name: "answeredAt", kind: .time, isOptional: true),
            Column(name: "outcome", kind: .text, isOptional: true),
        ],
        rows: { try $0.archivedReports(of: $1) }
    )

    /// For a bookshop that the site lacked, the place is the one that was added.
    static let suggestions = ArchivePart(
        name: "suggestions",
        columns: [
            Column(name: "placeId", kind: .integer, isOptional: true),
            Column(name: "place", kind: .text, isOptional: true),
            Column(name: "district", kind: .text, isOptional: true), Column(name: "kind", kind: .text),
            Column(name: "value", kind: .text), Column(name: "source", kind: .text),
            Column(name: "createdAt", kind: .time), Column(name: "answeredAt", kind: .time, isOptional: true),
            Column(name: "outcome", kind: .text, isOptional: true),
        ],
        rows: { try $0.archivedSuggestions(of: $1) }
    )
}

extension ArchivePart {
    /// Never imported: what is said in public counts once, on the site and the day on which it was said.
    static let confirmations = ArchivePart(
        name: "confirmations",
        columns: ArchivedPlace.columns + [
            Column("state", .text), Column("answeredOn", .text), Column("answeredAt", .time),
        ],
        rows: { try $0.archivedConfirmations(of: $1) }
    )
}

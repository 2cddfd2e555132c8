extension ArchivePart {
    /// Exported only: an answer is about a place as it was on its day, and would count as new on another site.
    static let placeAnswers = ArchivePart(
        name: "place-answers",
        columns: ArchivedPlace.columns + [Column("key", .text), Column("value", .text), Column("answeredAt", .time)],
        rows: { try $0.archivedPlaceAnswers(of: $1) }
    )
}

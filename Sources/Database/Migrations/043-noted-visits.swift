extension Migration {
    /// Whether a review says that its visit was noted on its day or the next.
    package static let notedVisits = Migration(
        name: "043-noted-visits",
        statements: ["ALTER TABLE reviews ADD COLUMN is_visit_noted SMALLINT NOT NULL DEFAULT 0"]
    )
}

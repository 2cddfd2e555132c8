extension Migration {
    /// Whether what a case was about had been deleted when it was closed. A column beside `outcome`, whose CHECK knows two
    /// words: SQLite changes no CHECK, and the table cannot be made anew without what hangs on it.
    static let goneTargets = Migration(
        name: "029-gone-targets",
        statements: [
            """
            ALTER TABLE report_cases
            ADD COLUMN is_gone SMALLINT NOT NULL DEFAULT 0 CHECK (is_gone = 0 OR (is_gone = 1 AND outcome IS NOT NULL))
            """
        ]
    )
}

extension Migration {
    /// The photos that stood with an earlier text of an entry: their ids, separated by blanks.
    package static let versionPhotos = Migration(
        name: "056-version-photos",
        statements: ["ALTER TABLE diary_versions ADD COLUMN photos TEXT NOT NULL DEFAULT ''"]
    )
}

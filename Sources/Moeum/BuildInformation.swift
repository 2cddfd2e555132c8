import CBuild

/// What this program is, for reports of faults.
package struct BuildInformation: Sendable {
    package static let current = BuildInformation(
        release: Release.current.description,
        commit: String(cString: moeum_commit()),
        sqlite: SQLiteDatabase.libraryVersion,
        libvips: PhotoImage.libraryVersion
    )

    package let release: String
    /// `unknown` where the build was not told.
    package let commit: String
    /// The versions of the libraries that it runs with.
    package let sqlite: String
    package let libvips: String

    /// `moeum 0.9.0 (commit 0123456789ab, SQLite 3.40.1, libvips 8.14.1)`
    package var line: String { "moeum \(release) (commit \(commit), SQLite \(sqlite), libvips \(libvips))" }
}

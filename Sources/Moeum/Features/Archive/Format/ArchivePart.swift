/// One kind of a person's data: how it is exported to an archive and imported from one. A feature adds its own parts to `all`.
struct ArchivePart: Sendable {
    /// A column of the part's rows.
    struct Column: Sendable {
        /// The name in JSON and CSV; the text `archive.column.<part>.<name>` says what it means.
        let name: String
        let kind: ArchiveValue.Kind
        let isOptional: Bool
        /// The greatest length of an imported text, in bytes of UTF-8: no form accepts a longer one. The feature checks the
        /// exact length itself.
        let maxLength: Int

        init(_ name: String, _ kind: ArchiveValue.Kind, isOptional: Bool = false, maxLength: Int = 1_024) {
            (self.name, self.kind, self.isOptional, self.maxLength) = (name, kind, isOptional, maxLength)
        }

        /// Whether a text is short and harmless enough to be processed.
        func takes(_ text: String) -> Bool { text.utf8.count <= maxLength && !Form.isUntypable(text) }
    }

    /// A photo file that goes into the archive beside the tables.
    struct File: Sendable, Equatable {
        /// The path in the archive, such as `photos/12.webp`.
        let name: String
        /// The name in the photo storage.
        let stored: String
    }

    /// The files are `<name>.json` and `<name>.csv`; the title is the text `archive.part.<name>`.
    let name: String
    let columns: [Column]
    /// All rows of an account, with values in the order of the columns.
    var rows: @Sendable (Transaction, _ account: Account.ID) throws -> [[ArchiveValue]]
    var files: @Sendable (Transaction, _ account: Account.ID) throws -> [File] = { _, _ in [] }
    /// Nil for parts that are exported only.
    var restore: ArchiveRestore?
    /// Limits of the import.
    var limits = ArchiveRows.Limits()

    /// In the order in which parts are exported and imported: entries before the visits that they noted.
    static let all: [ArchivePart] = [
        profile, consents, sessions, securityEvents, sanctions, appeals, reports, suggestions, reviews, reviewVersions,
        photos, reviewDrafts, helpfulVotes, tags, favourites, removedFavourites, lists, listEntries, removedListEntries,
        listCollaborations, listInvitations, diaryEntries, diaryVersions, cards, savedPhotos, visits, roulettePicks,
        confirmations, placeAnswers,
    ]
}

extension ArchivePart {
    /// - Parameter select: a statement that reads all rows of an account, as for `archivedRows`.
    init(
        name: String,
        columns: [Column],
        select: @escaping @Sendable (Account.ID) -> SQL,
        files: @escaping @Sendable (Transaction, Account.ID) throws -> [File] = { _, _ in [] },
        restore: ArchiveRestore? = nil,
        limits: ArchiveRows.Limits = ArchiveRows.Limits()
    ) {
        self.init(
            name: name,
            columns: columns,
            rows: { _, _ in [] },
            files: files,
            restore: restore,
            limits: limits
        )
        rows = { [part = self] in try $0.archivedRows(part, select($1)) }
    }
}

/// The fields of a profile that can be imported.
struct ArchivedProfile: Sendable {
    let biography: Biography
    /// The biography, prepared for screening.
    let written: PreparedText
    let language: Language
    let theme: Theme

    /// Nil where a value would be refused by the form.
    init?(_ record: ArchiveRecord) {
        guard let bio = record.text("bio"), let biography = try? Biography(bio),
            let language = record.text("language").flatMap(Language.init(rawValue:)),
            let theme = record.text("theme").flatMap(Theme.init(rawValue:))
        else { return nil }
        (self.biography, self.language, self.theme) = (biography, language, theme)
        written = PreparedText(biography.text)
    }
}

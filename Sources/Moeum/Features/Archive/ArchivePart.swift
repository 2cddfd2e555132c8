/// One kind of things that belong to a person: how they leave in an archive, and how they come back. A feature adds a
/// value of its own to `all`.
struct ArchivePart: Sendable {
    /// One value of each row.
    struct Column: Sendable {
        /// In JSON and at the head of the table; its meaning is the text `archive.column.<part>.<name>`.
        let name: String
        let kind: ArchiveValue.Kind
        var isOptional = false
        /// Each text that comes back, in bytes of UTF-8: what is longer no form has taken. Of what a person writes their own
        /// feature knows the exact length.
        var maxLength = 1_024

        /// Whether a text may be looked at any further.
        func takes(_ text: String) -> Bool { text.utf8.count <= maxLength && !Form.isUntypable(text) }
    }

    /// A file of the photos' storage that goes into the archive beside the tables.
    struct File: Sendable, Equatable {
        /// Below the archive's root, such as `photos/12.webp`.
        let name: String
        /// Its name in the storage.
        let stored: String
    }

    /// The files are `<name>.json` and `<name>.csv`; its title is the text `archive.part.<name>`.
    let name: String
    let columns: [Column]
    /// Every row of an account, in the order of the columns.
    let rows: @Sendable (Transaction, _ account: Int64) throws -> [[ArchiveValue]]
    var files: @Sendable (Transaction, _ account: Int64) throws -> [File] = { _, _ in [] }
    /// Nil for what can be read and not brought elsewhere.
    var restore: ArchiveRestore?
    /// What is taken in of it.
    var limits = ArchiveRows.Limits()

    /// In the order in which they stand in the archive and come back from it.
    static let all: [ArchivePart] = [
        profile, consents, sessions, securityEvents, sanctions, appeals, reports, suggestions, reviews, reviewVersions,
        photos, reviewDrafts, helpfulVotes, tags, favourites, removedFavourites, lists, listEntries, removedListEntries,
        listCollaborations, listInvitations, visits, roulettePicks,
    ]
}

extension ArchivePart {
    /// Address, nickname, role and password are never taken in: they are the other account's own.
    static let profile = ArchivePart(
        name: "profile",
        columns: [
            Column(name: "email", kind: .text), Column(name: "nickname", kind: .text),
            Column(name: "bio", kind: .text, maxLength: Biography.maxBytes),
            Column(name: "language", kind: .text), Column(name: "theme", kind: .text),
            Column(name: "role", kind: .text), Column(name: "createdAt", kind: .time),
            Column(name: "verifiedAt", kind: .time, isOptional: true),
            Column(name: "twoFactorSince", kind: .time, isOptional: true),
        ],
        rows: { try $0.archivedProfile(of: $1) },
        restore: ArchiveRestore(ArchivedProfile.init) { transaction, recipient, profiles in
            try profiles.count { try transaction.restoreProfile($0, to: recipient) }
        },
        limits: ArchiveRows.Limits(rows: 1, bytesPerRow: 64 << 10)
    )

    static let consents = ArchivePart(
        name: "consents",
        columns: [
            Column(name: "document", kind: .text), Column(name: "version", kind: .text),
            Column(name: "agreedAt", kind: .time),
        ],
        rows: { try $0.archivedConsents(of: $1) }
    )

    static let sessions = ArchivePart(
        name: "sessions",
        columns: [
            Column(name: "browser", kind: .text), Column(name: "system", kind: .text),
            Column(name: "network", kind: .text), Column(name: "remembered", kind: .flag),
            Column(name: "createdAt", kind: .time), Column(name: "seenAt", kind: .time),
        ],
        rows: { try $0.archivedSessions(of: $1) }
    )

    static let securityEvents = ArchivePart(
        name: "security-events",
        columns: [
            Column(name: "kind", kind: .text), Column(name: "browser", kind: .text),
            Column(name: "system", kind: .text), Column(name: "network", kind: .text),
            Column(name: "detail", kind: .text, isOptional: true), Column(name: "at", kind: .time),
        ],
        rows: { try $0.archivedSecurityEvents(of: $1) }
    )

    static let sanctions = ArchivePart(
        name: "sanctions",
        columns: [
            Column(name: "kind", kind: .text), Column(name: "reason", kind: .text), Column(name: "note", kind: .text),
            Column(name: "startsAt", kind: .time), Column(name: "endsAt", kind: .time, isOptional: true),
            Column(name: "liftedAt", kind: .time, isOptional: true),
            Column(name: "target", kind: .text, isOptional: true),
        ],
        rows: { try $0.archivedSanctions(of: $1) }
    )

    static let appeals = ArchivePart(
        name: "appeals",
        columns: [
            Column(name: "sanction", kind: .text), Column(name: "sanctionStartsAt", kind: .time),
            Column(name: "text", kind: .text), Column(name: "state", kind: .text),
            Column(name: "createdAt", kind: .time), Column(name: "decidedAt", kind: .time, isOptional: true),
            Column(name: "answer", kind: .text),
        ],
        rows: { try $0.archivedAppeals(of: $1) }
    )
}

/// What of a profile can be brought into another account.
struct ArchivedProfile: Sendable {
    let biography: Biography
    /// The same, as it is screened.
    let written: Written
    let language: Language
    let theme: Theme

    /// Nil where the record holds something that no form would have taken.
    init?(_ record: ArchiveRecord) {
        guard let bio = record.text("bio"), let biography = try? Biography(bio),
            let language = record.text("language").flatMap(Language.init(rawValue:)),
            let theme = record.text("theme").flatMap(Theme.init(rawValue:))
        else { return nil }
        (self.biography, self.language, self.theme) = (biography, language, theme)
        written = Written(biography.text)
    }
}

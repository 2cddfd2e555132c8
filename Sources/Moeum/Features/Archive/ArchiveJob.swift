import Foundation

/// An archive to be made or imported, and its result.
struct ArchiveJob: Sendable, Equatable, Identifiable {
    enum Kind: String, Sendable {
        case export, `import`
    }

    enum State: String, Sendable {
        /// The file is being uploaded; not shown.
        case uploading
        case waiting, running, done, failed
        /// Its file is gone.
        case expired
    }

    /// Why the job failed; the person reads the text `archive.failure.<code>`.
    enum Failure: String, Sendable, CaseIterable {
        /// The program failed several times.
        case internalError = "fault"
        /// The uploaded file is missing.
        case fileMissing = "file-missing"
        case notAnArchive = "not-an-archive"
        case tooLarge = "too-large"
        /// File names, links or encryption that an archive of Moeum never has.
        case dangerous
        case damaged
        /// A ZIP file, but no archive of Moeum.
        case notOurs = "not-ours"
        /// A later version of the format.
        case newer
        /// The rows of a part are not as many as the manifest says.
        case countsDiffer = "counts-differ"
        /// The person may not publish any more.
        case barred
        /// The account keeps as many bytes as it may; what came before is kept.
        case accountFull = "account-full"
    }

    let id: Identifier<ArchiveJob>
    let account: Account.ID
    let kind: Kind
    let state: State
    /// The current step, shown to the person.
    let step: String?
    /// The file's name in its folder.
    let file: String?
    let size: Int64?
    let outcome: [ArchiveCounts]
    let failure: Failure?
    let createdAt: Date
    let endedAt: Date?
    let expiresAt: Date?
    /// Whether the made archive was downloaded.
    let wasFetched: Bool

    /// How long a made archive can be downloaded, in seconds.
    static let lifetime: TimeInterval = 7 * 86_400
    /// How long an unfinished upload keeps the account from another one, in seconds: longer than any upload may take, so that
    /// it is not replaced while it is still running.
    static let uploadLength: TimeInterval = 5_400

    var isActive: Bool { state == .waiting || state == .running }

    /// Whether the archive can be downloaded.
    func isReady(at now: Date) -> Bool { state == .done && kind == .export && expiresAt.map { $0 > now } ?? false }
}

/// The result of one part of an archive.
struct ArchiveCounts: Codable, Sendable, Equatable {
    let part: String
    /// Rows in the archive.
    let found: Int
    let imported: Int
    /// Rows that are not processed yet; nil once all are.
    var left: Int?
    var skipped: Int { found - imported }
}

extension RateLimits {
    /// Archives made for one account.
    var exports: RateLimit? { limit("export", atOnce: 3, thenOneEach: .seconds(3_600)) }
    /// Archives imported into one account.
    var imports: RateLimit? { limit("import", atOnce: 5, thenOneEach: .seconds(600)) }
}

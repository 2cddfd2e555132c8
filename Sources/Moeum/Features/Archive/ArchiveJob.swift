import Foundation

/// An archive that is to be made or taken in, and what became of it.
struct ArchiveJob: Sendable, Equatable {
    enum Kind: String, Sendable {
        case export, `import`
    }

    enum State: String, Sendable {
        /// Its file is coming in; shown to nobody.
        case uploading
        case waiting, running, done, failed
        /// Its file is gone.
        case expired
    }

    /// Why it came to nothing; told to the person by the text `archive.failure.<code>`.
    enum Failure: String, Sendable, CaseIterable {
        /// The program failed at it several times.
        case internalError = "fault"
        /// The upload is gone from the disk.
        case fileMissing = "file-missing"
        case notAnArchive = "not-an-archive"
        case tooLarge = "too-large"
        /// Names, links or encryption that no archive of ours has.
        case dangerous
        case damaged
        /// A ZIP file, but none of Moeum.
        case notOurs = "not-ours"
        /// Of a later version of the format.
        case newer
        /// A part has other rows than the archive says.
        case countsDiffer = "counts-differ"
        /// Its owner may publish no longer, so nothing comes in either.
        case barred
    }

    let id: Int64
    let account: Int64
    let kind: Kind
    let state: State
    /// What is being done, for whoever waits.
    let step: String?
    /// The file's name in its folder.
    let file: String?
    let size: Int64?
    let outcome: [ArchiveCounts]
    let failure: Failure?
    let tries: Int
    /// Told to whoever has it in hand; another number means that somebody else does now.
    let lease: Int64
    let createdAt: Date
    let endedAt: Date?
    let expiresAt: Date?
    /// Whether somebody has downloaded what was made.
    let wasFetched: Bool

    /// For how long a made archive can be downloaded.
    static let lifetime: TimeInterval = 7 * 86_400
    /// How long nobody else touches a job whose holder says nothing.
    static let leaseLength: TimeInterval = 60
    /// How long an upload keeps others of its account waiting at most: longer than its body may take to come, or its place
    /// would be given away while it still grows.
    static let uploadLength: TimeInterval = 5_400
    /// After so many tries that ended in nothing it is given up.
    static let maxTries = 3

    var isInHand: Bool { state == .waiting || state == .running }

    /// Whether its file can still be had.
    func isReady(at now: Date) -> Bool { state == .done && kind == .export && expiresAt.map { $0 > now } ?? false }
}

/// What came of one part of an archive.
struct ArchiveCounts: Codable, Sendable, Equatable {
    let part: String
    /// Rows that the archive has.
    let found: Int
    let imported: Int
    /// Rows that are still to be looked at; nil once that is done.
    var left: Int?
    var skipped: Int { found - imported }
}

extension RateLimits {
    /// Archives made for one account.
    var exports: RateLimit? { limit("export", atOnce: 3, thenOneEach: .seconds(3_600)) }
    /// Archives brought into one account.
    var imports: RateLimit? { limit("import", atOnce: 5, thenOneEach: .seconds(600)) }
}

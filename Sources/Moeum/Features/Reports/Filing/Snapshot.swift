import Foundation

/// What was reported, as it was then: staff decide about what the reporter saw, whatever was changed since.
struct Snapshot: Sendable, Equatable {
    struct Picture: Sendable, Equatable {
        let photo: Photo.ID
        let blob: String
        let alt: String
        let files: PhotoFiles
    }

    /// The nickname of the author or of the reported account.
    var nickname: String?
    var stars: Int?
    /// The words of a review (a photo has its review's) or of a profile, or the facts of a place.
    var body: String
    /// `yyyy-MM-dd`.
    var visitedOn: String?
    var pictures: [Picture] = []

    /// How long a snapshot is kept after its case was closed: the time for appeals and some more to look back.
    static let lifetime: TimeInterval = 180 * 86_400

    /// Deletes expired snapshots.
    static let sweep: @Sendable (Transaction, Date, Int) throws -> Int = {
        try $0.deleteOldSnapshots(at: $1, atMost: $2)
    }

    private var digest: SHA256.Digest {
        let facts = [nickname ?? "", stars.map(String.init) ?? "", body, visitedOn ?? ""]
        // As JSON, so that no two contents produce the same text.
        let whole = [facts] + pictures.map { ["\($0.photo)", $0.blob, $0.alt] }
        return SHA256.digest(of: (try? JSONEncoder().encode(whole)) ?? Data())
    }

    /// SHA-256 of the contents, in hexadecimal.
    var fingerprint: String { Hexadecimal.text(digest) }

    /// As many digits of the fingerprint as an integer holds; never negative.
    var mark: Int64 { digest.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & .max }
}

import Foundation

/// What was reported, as it was then: staff decide on what the reporter saw, whatever became of it since.
struct Snapshot: Sendable, Equatable {
    struct Picture: Sendable, Equatable {
        let photo: Photo.ID
        let blob: String
        let alt: String
        let files: PhotoFiles
    }

    /// Of whoever wrote it or is reported.
    var nickname: String?
    var stars: Int?
    /// Of a review its words, of a photo its review's, of a person what they say of themselves, of a place its facts.
    var body: String
    /// `yyyy-MM-dd`.
    var visitedOn: String?
    var pictures: [Picture] = []

    /// For so long after its case was closed it is kept: until nobody can appeal any more, and some time to look back.
    static let lifetime: TimeInterval = 180 * 86_400

    /// Forgets what nobody decides on any more.
    static let sweep: @Sendable (Transaction, Date, Int) throws -> Int = {
        try $0.deleteOldSnapshots(at: $1, atMost: $2)
    }

    private var digest: SHA256.Digest {
        let facts = [nickname ?? "", stars.map(String.init) ?? "", body, visitedOn ?? ""]
        // As JSON, so that no two states run together into one text.
        let whole = [facts] + pictures.map { ["\($0.photo)", $0.blob, $0.alt] }
        return SHA256.digest(of: (try? JSONEncoder().encode(whole)) ?? Data())
    }

    /// The same for the same state, SHA-256 in hexadecimal.
    var fingerprint: String { Hexadecimal.text(digest) }

    /// As much of the fingerprint as a number holds; never negative.
    var mark: Int64 { digest.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & .max }
}

import Foundation

/// A photo of others that an account has saved, with a memo of its own. Only its owner sees either.
struct SavedPhoto: Sendable, Identifiable {
    enum Error: Swift.Error {
        /// The account has the greatest number of saved photos.
        case full
    }

    let id: Identifier<SavedPhoto>
    /// Nil where the photo is gone; its memo stays.
    let photo: WallPhoto?
    /// The place that the photo shows or showed; nil where the site no longer has it.
    let place: WallPhoto.Subject?
    let memo: String
    let savedAt: Date

    var cursor: SavedPhotoCursor { SavedPhotoCursor(value: savedAt.milliseconds, id: id) }

    static let maxCount = 5_000
    /// In grapheme clusters.
    static let maxMemoLength = 200
    static let pageSize = 30
    /// For so long a photo that was let go can be saved again with its memo.
    static let undoPeriod: TimeInterval = 86_400

    /// By which a memo is found.
    static func searchKey(_ memo: String, at place: String) -> String { DiaryText.folded("\(memo)\n\(place)") }

    /// Deletes what was let go and can no longer be undone.
    static let sweep: AccountSweep.Task = { try $0.deleteOldSavedPhotos(before: $1 - undoPeriod, atMost: $2) }
}

typealias SavedPhotoCursor = Keyset<Int64, SavedPhoto>

extension RateLimits {
    /// Photos that one account saves and lets go.
    var stars: RateLimit? { limit("star", atOnce: 240, thenOneEach: .seconds(2)) }
}

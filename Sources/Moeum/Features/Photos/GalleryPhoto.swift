import Foundation

/// A photo that readers see, with what its caption says.
struct GalleryPhoto: Sendable, Identifiable {
    struct Subject: Sendable {
        let id: Place.ID
        let name: String
        let kind: Place.Kind
    }

    struct Author: Sendable {
        let id: Account.ID
        let nickname: String
    }

    let id: Int64
    let files: PhotoFiles
    /// Its main colour as `#rrggbb`.
    let colour: String
    /// A tiny picture as a `data:` address.
    let placeholder: String
    let alt: String
    let createdAt: Date
    let place: Subject
    let review: Review.ID
    let stars: Int
    /// Nil where its author left and let it stand, or is suspended.
    let author: Author?
    /// Among its review's.
    let position: Int64

    var key: GalleryKey { GalleryKey(review: review, position: position, id: id) }
}

/// Where a photo stands among a place's: what a list that goes on names in its address.
struct GalleryKey: Sendable, Equatable {
    let review: Review.ID
    let position: Int64
    let id: Int64

    init(review: Review.ID, position: Int64, id: Int64) {
        (self.review, self.position, self.id) = (review, position, id)
    }

    /// Nil where somebody made one up.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int64($0) }
        guard parts.count == 3, parts.allSatisfy({ $0 >= 0 }) else { return nil }
        self.init(review: parts[0], position: parts[1], id: parts[2])
    }

    var text: String { "\(review)-\(position)-\(id)" }
}

/// The photos to go to from one.
struct GalleryNeighbours: Sendable, Equatable {
    let first: Int64?
    let previous: Int64?
    let next: Int64?
    let last: Int64?
    /// How many there are before it; at the top of its place's page are the first few.
    let newerCount: Int
}

import Foundation

/// A photo that readers may see, with what its caption shows.
struct GalleryPhoto: Sendable, Identifiable {
    /// The place that a photo shows.
    struct Subject: ViewModel {
        let id: Place.ID
        let name: String
        let kind: Place.Kind

        static let fields: [Field<Subject>] = [
            .integer("id") { Int($0.id) }, .text("kind") { $0.kind.rawValue }, .text("name") { $0.name },
        ]
    }

    let id: Photo.ID
    let files: PhotoFiles
    /// The dominant colour as `#rrggbb`.
    let colour: String
    /// The placeholder as a `data:` address.
    let placeholder: String
    let alt: String
    /// Nil where its author did not say.
    let kind: PhotoKind?
    let createdAt: Date
    let place: Subject
    let review: Review.ID
    let stars: Int
    /// Nil where the author deleted the account and kept the review, or is suspended.
    let author: ReviewList.Author?
    /// The photo's position in its review.
    let position: Int64

    var key: GalleryKey { GalleryKey(review: review, position: position, id: id) }
}

/// The position of a photo in its place's gallery, which the address of a gallery's next page carries.
struct GalleryKey: Sendable, Equatable {
    let review: Review.ID
    let position: Int64
    let id: Photo.ID

    var text: String { "\(review)-\(position)-\(id)" }

    func isBefore(_ other: GalleryKey) -> Bool {
        review == other.review ? (position, id) < (other.position, other.id) : review > other.review
    }
}

extension GalleryKey {
    /// Nil for a text that is no key.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int64($0) }
        guard parts.count == 3, parts.allSatisfy({ $0 >= 0 }) else { return nil }
        self.init(review: Review.ID(rawValue: parts[0]), position: parts[1], id: Photo.ID(rawValue: parts[2]))
    }
}

/// The previous and next photo in a gallery.
struct GalleryNeighbours: Sendable, Equatable {
    let first: Photo.ID?
    let previous: Photo.ID?
    let next: Photo.ID?
    let last: Photo.ID?
    /// How many photos come before this one.
    let newerCount: Int
    /// Whether the photo is at the top of the place's page.
    let isInFront: Bool
    /// How many the gallery has.
    let count: Int
}

/// A place's newest photo that readers may see, as its card shows it.
struct CoverPhoto: ViewModel {
    let files: PhotoFiles
    let alt: String

    static let fields: [Field<CoverPhoto>] = [
        .text("src") { $0.files.path(.small) },
        .integer("width") { $0.files.width(.small) },
        .integer("height") { $0.files.height(.small) },
        .text("alt") { $0.alt },
    ]
}

import Foundation

/// A photo as galleries and its own page show it.
struct GalleryCard: ViewModel {
    let photo: GalleryPhoto
    /// The photo's alternative text, or whose photo it is.
    let alt: String
    let authorName: String
    /// The kind of the photo in words; nil for none.
    var kindName: String?
    /// The same with its day.
    var kindCaption: String?
    /// The first photo of a page is loaded eagerly.
    var isFirst = false
    /// Whether the reader has saved it; nil without a session.
    var isSaved: Bool?

    static let fields: [Field<GalleryCard>] = [
        .integer("id") { Int($0.photo.id) },
        .text("src") { $0.photo.files.path(.large) },
        .integer("width") { $0.photo.files.width(.large) },
        .integer("height") { $0.photo.files.height(.large) },
        .text("alt") { $0.alt },
        .choice("kind") { $0.photo.kind },
        .object("place") { $0.photo.place },
        .object("review") { GalleryReview(photo: $0.photo) },
        .flag("isTall") { $0.photo.files.height(.large) > 2 * $0.photo.files.width(.large) }.viewOnly,
        .text("caption") { $0.photo.alt.isEmpty ? nil : $0.photo.alt }.viewOnly,
        .text("kindName") { $0.kindName }.viewOnly,
        .text("kindCaption") { $0.kindCaption }.viewOnly,
        .text("placeName") { $0.photo.place.name }.viewOnly,
        .text("thumbSource") { $0.photo.files.path(.small) }.viewOnly,
        .text("middleSource") { $0.photo.files.path(.medium) }.viewOnly,
        .text("sources") { $0.photo.files.sources() }.viewOnly,
        .text("colour") { $0.photo.colour }.viewOnly,
        .text("placeholder") { $0.photo.placeholder.isEmpty ? nil : $0.photo.placeholder }.viewOnly,
        .text("shape") { $0.photo.files.wallShape.name }.viewOnly,
        .flag("isFirst") { $0.isFirst }.viewOnly,
        .text("authorName") { $0.authorName }.viewOnly,
        .time("createdAt") { $0.photo.createdAt }.viewOnly,
        .flag("saved") { $0.isSaved },
        .object("star") { StarButton(photo: $0.photo.id, name: $0.photo.place.name, isSaved: $0.isSaved) }.viewOnly,
    ]
}

/// The review that a photo belongs to.
struct GalleryReview: ViewModel {
    let photo: GalleryPhoto

    static let fields: [Field<GalleryReview>] = [
        .integer("id") { Int($0.photo.review) }, .integer("stars") { $0.photo.stars },
        .object("author") { $0.photo.author },
    ]
}

/// Makes gallery cards in a reader's language.
struct GalleryPresenter: Sendable, Localized {
    let views: Views
    let language: Language
    let now: Date

    /// - Parameter saved: photos that the reader has saved; nil without a session.
    func card(_ photo: GalleryPhoto, isFirst: Bool = false, saved: Set<Photo.ID>? = nil) -> GalleryCard {
        let name = photo.author?.nickname ?? text("review.former-member")
        let kind = photo.kind.map { text("photo.kind.\($0.rawValue)") }
        return GalleryCard(
            photo: photo,
            alt: photo.alt.isEmpty ? text("review.photo-by", ["name": .text(name)]) : photo.alt,
            authorName: name,
            kindName: kind,
            kindCaption: kind.map { text("photo.kind-on", ["kind": .text($0), "day": .text(day(of: photo))]) },
            isFirst: isFirst,
            isSaved: saved.map { $0.contains(photo.id) }
        )
    }

    /// With its year where that is over: prices change.
    private func day(of photo: GalleryPhoto) -> String { SeoulTime(photo.createdAt).shortDay(at: SeoulTime(now)) }

    /// Cards of a page's photos; the first is loaded eagerly.
    func cards(_ photos: [GalleryPhoto], saved: Set<Photo.ID>? = nil) -> [GalleryCard] {
        photos.enumerated().map { card($1, isFirst: $0 == 0, saved: saved) }
    }
}

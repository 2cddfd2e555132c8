/// Makes gallery cards in a reader's language.
struct GalleryPresenter: Sendable, Localized {
    let views: Views
    let language: Language

    /// - Parameter saved: photos that the reader has saved; nil without a session.
    func card(_ photo: GalleryPhoto, isFirst: Bool = false, saved: Set<Photo.ID>? = nil) -> GalleryCard {
        let name = photo.author?.nickname ?? text("review.former-member")
        return GalleryCard(
            photo: photo,
            alt: photo.alt.isEmpty ? text("review.photo-by", ["name": .text(name)]) : photo.alt,
            authorName: name,
            isFirst: isFirst,
            isSaved: saved.map { $0.contains(photo.id) }
        )
    }

    /// Cards of a page's photos; the first is loaded eagerly.
    func cards(_ photos: [GalleryPhoto], saved: Set<Photo.ID>? = nil) -> [GalleryCard] {
        photos.enumerated().map { card($1, isFirst: $0 == 0, saved: saved) }
    }

    func title(_ key: String, _ place: String) -> String {
        text(key, ["place": .text(place)])
    }
}

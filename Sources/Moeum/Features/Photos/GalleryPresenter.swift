/// Makes gallery cards in a reader's language.
struct GalleryPresenter: Sendable, Localized {
    let views: Views
    let language: Language

    func card(_ photo: GalleryPhoto, isFirst: Bool = false) -> GalleryCard {
        let name = photo.author?.nickname ?? text("review.former-member")
        return GalleryCard(
            photo: photo,
            alt: photo.alt.isEmpty ? text("review.photo-by", ["name": .text(name)]) : photo.alt,
            authorName: name,
            dayText: SeoulTime(photo.createdAt).words(withDay: true, language),
            isFirst: isFirst
        )
    }

    /// Cards of a page's photos; the first is loaded eagerly.
    func cards(_ photos: [GalleryPhoto]) -> [GalleryCard] {
        photos.enumerated().map { card($1, isFirst: $0 == 0) }
    }

    func title(_ key: String, _ place: String) -> String {
        text(key, ["place": .text(place)])
    }
}

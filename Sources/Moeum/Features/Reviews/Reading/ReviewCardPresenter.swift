import Foundation

/// Makes review cards in a reader's language.
struct ReviewCardPresenter: Sendable, Localized {
    private let app: App
    let language: Language
    let reader: ReviewReader
    /// The reader; nil on a page that is the same for everybody.
    private let member: Member?
    /// Path and query of the page with the reviews.
    private let path: String

    var views: Views { app.views }
    /// The token of the page's forms.
    var formToken: String? { member?.formToken }

    init(_ app: App, _ context: AppRequestContext, path: String) {
        (self.app, self.path) = (app, path)
        (language, member) = (context.language, context.member)
        reader = ReviewReader(context.member, at: app.clock())
    }

    /// - Parameter withPlace: whether the page has reviews of several places.
    func card(_ entry: ReviewList.Entry, withPlace: Bool = false) -> ReviewCard {
        let isOwn = reader.owns(entry)
        // Readers see their own name on their own reviews even where it is hidden from others.
        let name = entry.author?.nickname ?? (isOwn ? member?.nickname : nil) ?? nobody(entry.accountID)
        return ReviewCard(
            entry: entry,
            authorName: name,
            place: withPlace ? ReviewCard.Subject(place: entry.place, whereText: whereText(entry.place)) : nil,
            labels: entry.keywords.map { ReviewCard.Label(name: $0.name(language), tone: $0.tone) },
            pictures: entry.pictures.map { picture in
                let alt = picture.alt.isEmpty ? text("review.photo-by", ["name": .text(name)]) : picture.alt
                return ReviewCardPicture(picture: picture, alt: alt)
            },
            isOwn: isOwn,
            hasVersions: entry.editedAt != nil && (isOwn || reader.isStaff),
            formToken: formToken,
            returnTo: "\(path)#r\(entry.id)"
        )
    }

    /// Words for an author who is not named: a deleted account, or one whose name is hidden for now.
    func nobody(_ account: Account.ID?) -> String {
        text(account == nil ? "review.former-member" : "review.unnamed-member")
    }

    func cards(_ list: ReviewList, withPlace: Bool = false) -> [ReviewCard] {
        list.entries.map { card($0, withPlace: withPlace) }
    }

    private func whereText(_ place: ReviewList.Subject) -> String {
        let district = app.districts[slug: place.district].map { language == .english ? $0.englishName : $0.name }
        let dong = place.dong.map { app.map.dongName($0, in: place.district, language) }
        return language.area(district ?? place.district, dong)
    }
}

import Foundation

/// What a case is about, in its present state, no matter who may see it.
struct CaseSubject: ViewModel {
    let target: AuditEntry.Target
    /// Nil for what cannot be hidden.
    var isShown: Bool?
    var isHidden = false
    let body: String
    var stars: Int?
    var pictures: [CasePicture] = []
    /// Its name or the place that shows it, a line each.
    let facts: [String]
    /// Whether readers see it, and why not.
    let states: [String]
    var account: Account.ID?
    var placeID: Place.ID?

    static let fields: [Field<CaseSubject>] = [
        .text("target") { $0.target.description },
        .text("body") { $0.body },
        .integer("stars") { $0.stars },
        .list("photos") { $0.pictures },
        .texts("facts") { $0.facts },
        .flag("isShown") { $0.isShown },
        .flag("isHidden") { $0.isHidden },
        .texts("states") { $0.states },
        .text("staffHref") { ModerationPath.staff($0.target) }.viewOnly,
        .text("siteHref") { ModerationPath.site($0.target) }.viewOnly,
    ]
}

/// A photo as staff see it, hidden or not.
struct CasePicture: ViewModel {
    let source: String
    let href: String
    let alt: String

    init(_ picture: FiledSnapshot.Picture, _ words: ModerationFormatter) {
        source = "/admin/media/\(picture.name)-320.webp"
        href = "/admin/media/\(picture.name)-1280.webp"
        alt = picture.alt.isEmpty ? words.text("case.photo") : picture.alt
    }

    /// The picture of a public card.
    init(_ card: Card) {
        source = "/admin/cards/\(card.id)/card.jpg"
        href = source
        alt = card.alt
    }

    static let fields: [Field<CasePicture>] = [
        .text("src") { $0.source },
        .text("href") { $0.href },
        .text("alt") { $0.alt },
    ]
}

extension ModerationFormatter {
    /// What a target is in its present state; nil where it was deleted.
    func subject(_ target: AuditEntry.Target, _ transaction: Transaction) throws -> CaseSubject? {
        switch target.kind {
        case .review: try target.reviewID.flatMap { try review($0, transaction) }
        case .photo: try target.photoID.flatMap { try photo($0, transaction) }
        case .card: try target.cardID.flatMap { try card($0, transaction) }
        case .user: try target.accountID.flatMap { try person($0, transaction) }
        case .place: try target.placeID.flatMap { try place($0, transaction) }
        default: nil
        }
    }

    private func review(_ id: Review.ID, _ transaction: Transaction) throws -> CaseSubject? {
        guard let review = try transaction.review(id) else { return nil }
        return CaseSubject(
            target: .review(id),
            isShown: review.isShown,
            isHidden: review.hiddenAt != nil,
            body: review.body,
            stars: review.stars,
            pictures: try transaction.subjectPictures(of: .review(id)).map { CasePicture($0, self) },
            facts: [try transaction.place(review.place)?.name].compactMap(\.self),
            states: try states(.review(id), hidden: review.hiddenAt, isShown: review.isShown, transaction),
            account: review.account,
            placeID: review.place
        )
    }

    private func photo(_ id: Photo.ID, _ transaction: Transaction) throws -> CaseSubject? {
        guard let shown = try transaction.reviewOfPhoto(id) else { return nil }
        let visibility = try transaction.photoVisibility(id)
        let review = try shown.review.flatMap { try transaction.review($0) }
        var states = try states(.photo(id), hidden: visibility?.hiddenAt, isShown: shown.isShown, transaction)
        if review == nil {
            states = [text("case.photo-unused")]
        } else if states.isEmpty {
            states = [text("case.review-unseen")]
        }
        return CaseSubject(
            target: .photo(id),
            isShown: shown.isShown,
            isHidden: visibility?.hiddenAt != nil,
            body: review?.body ?? "",
            pictures: try transaction.subjectPictures(of: .photo(id)).map { CasePicture($0, self) },
            facts: [try review.flatMap { try transaction.place($0.place)?.name }].compactMap(\.self),
            states: states,
            account: visibility?.account,
            placeID: review?.place
        )
    }

    private func card(_ id: Card.ID, _ transaction: Transaction) throws -> CaseSubject? {
        guard let card = try transaction.card(id), card.withdrawnAt == nil else { return nil }
        let states = try states(.card(id), hidden: card.hiddenAt, isShown: card.isPublic, transaction)
        return CaseSubject(
            target: .card(id),
            isShown: card.isPublic,
            isHidden: card.hiddenAt != nil,
            body: card.text,
            pictures: [CasePicture(card)],
            facts: [card.plan.words.name],
            states: states.isEmpty ? [text("case.card-unseen")] : states,
            account: card.account,
            placeID: card.place
        )
    }

    private func person(_ id: Account.ID, _ transaction: Transaction) throws -> CaseSubject? {
        guard let person = try transaction.account(id) else { return nil }
        let sanctions = try transaction.sanctions(of: id).filter { $0.kind.isPersonal && $0.isInForce(at: now) }
        return CaseSubject(
            target: .user(id),
            body: person.bio,
            facts: [person.nickname],
            states: sanctions.map { text("case.sanction.\($0.kind.rawValue)") },
            account: id
        )
    }

    private func place(_ id: Place.ID, _ transaction: Transaction) throws -> CaseSubject? {
        guard let place = try transaction.place(id) else { return nil }
        let closed = try transaction.confirmations(of: id, at: now).closed
        let answers = closed == 0 ? [] : [text("case.confirmations", ["count": .integer(closed)])]
        let facts = [place.name, place.category, place.roadAddress ?? place.lotAddress, place.phone, place.menu]
        return CaseSubject(
            target: .place(id),
            body: place.description ?? "",
            facts: facts.compactMap(\.self),
            states: [text("case.place.\(place.status.rawValue)")] + answers,
            placeID: id
        )
    }

    /// Whether readers see the content, and why not, in words.
    private func states(
        _ content: ContentReference,
        hidden: Date?,
        isShown: Bool,
        _ transaction: Transaction
    ) throws -> [String] {
        if isShown { return [text("case.shown")] }
        let reasons = try transaction.hiddenReasons(of: content).keys.map(\.rawValue).sorted()
        let hiding = hidden.map { [text("case.hidden", ["when": .text(moment($0))])] } ?? []
        return hiding + reasons.map { text("hidden-reason.\($0)") }
    }
}

import Foundation

/// The page on which a review is written or edited.
struct ReviewFormPage: Page {
    static let template = "reviews/form"

    let place: ReviewedPlace
    let formView: ReviewFormView
    /// Why it cannot be published now, in words.
    let notice: ReviewNotice?
    /// When the words in the form were kept, where they were kept before.
    let draftSavedAt: Date?
    /// The review as it stands, beside what is about to take its place.
    let existing: ReviewAsItIs?

    static let fields: [Field<ReviewFormPage>] = [
        .object("place") { $0.place },
        .object("notice") { $0.notice },
        .time("draftSavedAt") { $0.draftSavedAt },
        .object("existing") { $0.existing },
        .object("form") { $0.formView },
    ]
}

/// The place that a review is of, as far as its form names it.
struct ReviewedPlace: ViewModel {
    let place: Place

    init(_ place: Place) { self.place = place }

    static let fields: [Field<ReviewedPlace>] = [
        .text("placeID") { String($0.place.id) },
        .text("placeKind") { $0.place.kind.rawValue },
        .text("placeName") { $0.place.name },
        .text("placeHref") { "/places/\($0.place.id)" },
    ]
}

/// Why a review cannot be published now, and what to do about it.
struct ReviewNotice: ViewModel {
    let code: String
    let text: String
    /// Where to go, where there is something to do.
    let href: String?
    let linkText: String?

    static let fields: [Field<ReviewNotice>] = [
        .text("code") { $0.code },
        .text("text") { $0.text },
        .text("noticeHref") { $0.href },
        .text("linkText") { $0.linkText },
    ]
}

/// The form itself: what was typed, what can be chosen, what is wrong.
struct ReviewFormView: ViewModel {
    let place: Place.ID
    let account: Account.ID
    let purpose: ReviewFormState.Purpose
    /// Of a new review: sent twice, the form creates one.
    let idempotencyKey: String?
    let token: String?
    let form: ReviewForm
    let stars: [StarChoice]
    let keywords: [KeywordChoice]
    let photos: [PhotoFieldItem]
    /// The last day that a visit can have been on.
    let today: String
    /// In words, by field.
    let words: [String: String]
    let photoErrors: [String]
    let summary: FormSummary?

    private var action: String { purpose.isEdit ? purpose.path : "\(purpose.path)/reviews" }
    private var rev: Int? { if case .edit(_, let rev) = purpose { rev } else { nil } }
    /// A device may have several people, and what was written about one version is no draft of the next.
    private var draftKey: String {
        switch purpose {
        case .write: "review:\(account):\(place)"
        case .edit(let id, let rev): "review:\(account):\(place):\(id):\(rev)"
        }
    }
    /// The form's own page, also where it answers what was sent.
    private var loginHref: String {
        "/login?next=\(PlaceQuery.encoded(purpose.path + (purpose.isEdit ? "/edit" : "/reviews/new")))"
    }

    static let fields: [Field<ReviewFormView>] = [
        .text("action") { $0.action },
        .text("csrf") { $0.token },
        .text("once") { $0.idempotencyKey },
        .integer("rev") { $0.rev },
        .flag("isEdit") { $0.purpose.isEdit },
        .text("rating") { $0.form.rating },
        .text("body") { $0.form.body },
        .text("visitedOn") { $0.form.visitedOn },
        .list("keywords") { $0.keywords },
        .list("photos") { $0.photos },
        .texts("photoErrors") { $0.photoErrors },
        .object("summary") { $0.summary },
        .list("stars") { $0.stars }.viewOnly,
        .list("goodKeywords") { $0.keywords.filter { $0.keyword.tone == .good } }.viewOnly,
        .list("badKeywords") { $0.keywords.filter { $0.keyword.tone == .bad } }.viewOnly,
        .object("blankPhoto") { _ in PhotoFieldItem.blank }.viewOnly,
        .text("draftAddress") { "/places/\($0.place)/reviews/draft" }.viewOnly,
        .text("draftKey") { $0.draftKey }.viewOnly,
        .text("cancelHref") { $0.purpose.path }.viewOnly,
        .text("loginHref") { $0.loginHref }.viewOnly,
        .integer("least") { _ in ReviewText.lengths.lowerBound }.viewOnly,
        .integer("most") { _ in ReviewText.lengths.upperBound }.viewOnly,
        .integer("mostKeywords") { _ in Review.maxKeywords }.viewOnly,
        .integer("mostPhotos") { _ in Review.maxPhotos }.viewOnly,
        .integer("mostBytes") { _ in Int(PhotoLimits.bytes) }.viewOnly,
        .text("earliest") { _ in Review.earliestVisit }.viewOnly,
        .text("today") { $0.today }.viewOnly,
        .text("ratingError") { $0.words["rating"] }.viewOnly,
        .text("bodyError") { $0.words["body"] }.viewOnly,
        .text("visitedOnError") { $0.words["visited_on"] }.viewOnly,
        .text("keywordError") { $0.words["keyword"] }.viewOnly,
        .text("photosError") { $0.words["photos"] }.viewOnly,
        .flag("hasPhotoProblem") { $0.words["photos"] != nil || !$0.photoErrors.isEmpty }.viewOnly,
    ]
}

/// One of the five radios.
struct StarChoice: ViewModel {
    let value: Int
    let label: String
    let isChosen: Bool

    static let fields: [Field<StarChoice>] = [
        .integer("value") { $0.value },
        .text("label") { $0.label },
        .flag("isChosen") { $0.isChosen },
        .text("id") { $0.value == 1 ? "rating" : "rating-\($0.value)" },
    ]
}

/// A keyword that can be ticked.
struct KeywordChoice: ViewModel {
    let keyword: Keyword
    let name: String
    let isChosen: Bool
    /// The first of the form, where its problems lead.
    let isFirst: Bool

    static let fields: [Field<KeywordChoice>] = [
        .text("id") { String($0.keyword.id) },
        .text("name") { $0.name },
        .text("tone") { $0.keyword.tone.rawValue },
        .flag("isChosen") { $0.isChosen },
        .flag("isFirst") { $0.isFirst }.viewOnly,
    ]
}

/// A review that stands, to be compared with what somebody typed.
struct ReviewAsItIs: ViewModel {
    let review: Review
    let keywords: [String]
    let photos: [PhotoFieldItem]
    let day: String?

    static let fields: [Field<ReviewAsItIs>] = [
        .text("id") { String($0.review.id) },
        .integer("stars") { $0.review.stars },
        .text("words") { $0.review.body },
        .text("visitedText") { $0.day }.viewOnly,
        .text("visitedOn") { $0.review.visitedOn },
        .time("changedAt") { $0.review.editedAt ?? $0.review.createdAt },
        .texts("keywordNames") { $0.keywords },
        .list("pictures") { $0.photos },
        .integer("starsWidth") { 20 * $0.review.stars }.viewOnly,
    ]
}

import Foundation

/// The page on which a review is written or edited.
struct ReviewFormPage: Page {
    static let template = "reviews/form"

    let place: ReviewedPlace
    let formView: ReviewFormView
    /// Why the review cannot be published now, in words.
    let notice: ReviewNotice?
    /// When the form's words were saved as a draft; nil where they were not.
    let draftSavedAt: Date?
    /// The published review, beside the form that would overwrite it.
    let existing: PublishedVersion?

    static let fields: [Field<ReviewFormPage>] = [
        .object("place") { $0.place },
        .object("notice") { $0.notice },
        .time("draftSavedAt") { $0.draftSavedAt },
        .object("existing") { $0.existing },
        .object("form") { $0.formView },
    ]
}

/// The place of a review, as far as the form shows it.
struct ReviewedPlace: ViewModel {
    let place: Place

    static let fields: [Field<ReviewedPlace>] = [
        .text("placeID") { String($0.place.id) },
        .text("placeKind") { $0.place.kind.rawValue },
        .text("placeName") { $0.place.name },
        .text("placeHref") { "/places/\($0.place.id)" },
    ]
}

/// Why a review cannot be published now, with a link where something can be done.
struct ReviewNotice: ViewModel {
    let code: String
    let text: String
    /// The link's address; nil where nothing can be done.
    let href: String?
    let linkText: String?

    static let fields: [Field<ReviewNotice>] = [
        .text("code") { $0.code },
        .text("text") { $0.text },
        .text("noticeHref") { $0.href },
        .text("linkText") { $0.linkText },
    ]
}

/// The form itself: values, choices, problems.
struct ReviewFormView: ViewModel {
    let place: Place.ID
    let account: Account.ID
    let state: ReviewFormState
    /// For a new review; nil for an edit.
    let idempotencyKey: String?
    let token: String?
    let stars: [StarChoice]
    let keywords: [KeywordChoice]
    let photos: [PhotoFieldItem]
    /// What a photo that is added may show.
    let photoKinds: [PhotoKindChoice]
    /// Own diary entries about the place.
    let diary: [DiaryOffer]
    /// The latest days of visits that were noted at the time, in words.
    let notedDays: String?
    /// Of the draft that is kept; nil without one.
    let draftRev: String?
    /// The last allowed date of a visit, in Seoul.
    let today: String
    /// The errors in words, by field.
    let words: [String: String]
    let photoErrors: [String]
    let summary: FormSummary?

    private var action: String { purpose.isEdit ? purpose.path : "\(purpose.path)/reviews" }
    private var form: ReviewForm { state.form }
    private var purpose: ReviewFormState.Purpose { state.purpose }
    /// The key of the draft that a browser stores: several people may share a device, and a draft belongs to one revision.
    private var draftKey: String {
        switch purpose {
        case .write: "review:\(account):\(place)"
        case .edit(let id): "review:\(account):\(place):\(id):\(state.rev)"
        }
    }
    /// The address for logging in and coming back to the form, also from a refused form.
    private var loginHref: String {
        "/login?next=\((purpose.path + (purpose.isEdit ? "/edit" : "/reviews/new")).queryEncoded)"
    }

    static let fields: [Field<ReviewFormView>] = [
        .text("action") { $0.action },
        .text("csrf") { $0.token },
        .text("once") { $0.idempotencyKey },
        .integer("rev") { $0.purpose.isEdit ? $0.state.rev : nil },
        .flag("isEdit") { $0.purpose.isEdit },
        .text("rating") { $0.form.rating },
        .text("body") { $0.form.body },
        .text("visitedOn") { $0.form.visitedOn },
        .flag("isVisitNoted") { $0.form.isVisitNoted },
        .list("keywords") { $0.keywords },
        .list("photos") { $0.photos },
        .list("diary") { $0.diary },
        .texts("photoErrors") { $0.photoErrors },
        .object("summary") { $0.summary },
        .list("stars") { $0.stars }.viewOnly,
        .list("goodKeywords") { $0.keywords.filter { $0.keyword.tone == .good } }.viewOnly,
        .list("badKeywords") { $0.keywords.filter { $0.keyword.tone == .bad } }.viewOnly,
        .object("blankPhoto") { PhotoFieldItem.blank(kinds: $0.photoKinds) }.viewOnly,
        .text("draftAddress") { "/places/\($0.place)/reviews/draft" }.viewOnly,
        .text("draftKey") { $0.draftKey }.viewOnly,
        .text("draftRev") { $0.draftRev },
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
        .flag("offersNoted") { $0.notedDays != nil || $0.form.isVisitNoted }.viewOnly,
        .text("notedDays") { $0.notedDays }.viewOnly,
        .text("visitNotedError") { $0.words["visit_noted"] }.viewOnly,
        .text("diaryError") { $0.words["diary"] }.viewOnly,
        .text("keywordError") { $0.words["keyword"] }.viewOnly,
        .text("photosError") { $0.words["photos"] }.viewOnly,
        .flag("hasPhotoProblem") { $0.words["photos"] != nil || !$0.photoErrors.isEmpty }.viewOnly,
    ]
}

/// One of the five radio buttons for stars.
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

/// A checkbox for a keyword.
struct KeywordChoice: ViewModel {
    let keyword: Keyword
    let name: String
    let isChosen: Bool
    /// The first keyword of the form, to which its problem links.
    let isFirst: Bool

    static let fields: [Field<KeywordChoice>] = [
        .text("id") { String($0.keyword.id) },
        .text("name") { $0.name },
        .text("tone") { $0.keyword.tone.rawValue },
        .flag("isChosen") { $0.isChosen },
        .flag("isFirst") { $0.isFirst }.viewOnly,
    ]
}

/// The published review, to compare with what was typed.
struct PublishedVersion: ViewModel {
    let review: Review
    let keywords: [String]
    let photos: [PhotoFieldItem]

    static let fields: [Field<PublishedVersion>] = [
        .text("id") { String($0.review.id) },
        .integer("stars") { $0.review.stars },
        .text("words") { $0.review.body },
        .text("visitedOn") { $0.review.visitedOn },
        .time("changedAt") { $0.review.editedAt ?? $0.review.createdAt },
        .texts("keywordNames") { $0.keywords },
        .list("pictures") { $0.photos },
    ]
}

/// Asks for confirmation before a review is deleted.
struct ReviewDeletePage: Page {
    static let template = "reviews/delete"

    let place: ReviewedPlace
    let review: Review

    static let fields: [Field<ReviewDeletePage>] = [
        .object("place") { $0.place },
        .text("id") { String($0.review.id) },
        .integer("stars") { $0.review.stars },
        .text("body") { $0.review.body },
    ]
}

import Foundation

/// An account's review of a place, at most one for each.
package struct Review: Sendable, Identifiable, Equatable {
    package let id: Identifier<Review>
    let place: Place.ID
    /// Nil where the author deleted the account and kept the review.
    let account: Account.ID?
    /// 1 to 5.
    let stars: Int
    let body: String
    /// `yyyy-MM-dd`.
    let visitedOn: String?
    /// Whether the author lets it be said that the visit was noted on its day or the next.
    let isVisitNoted: Bool
    /// Counts the edits from 1; a form carries the revision that it began from.
    let rev: Int
    let createdAt: Date
    let editedAt: Date?
    /// When staff hid the review.
    let hiddenAt: Date?
    /// When the review was first hidden for a reason, such as its author's suspension.
    let hiddenForReasonAt: Date?

    /// Whether readers see it.
    var isShown: Bool { hiddenAt == nil && hiddenForReasonAt == nil }

    static let starRange = 1...5
    static let maxKeywords = 5
    static let maxPhotos = 6
    /// The earliest date of a visit: reviews are not for memories of long ago.
    static let earliestVisit = "2000-01-01"
}

/// A review as sent, checked by every rule that needs nothing but the form.
struct ReviewInput: Sendable, Equatable {
    let stars: Int
    let text: ReviewText
    let visitedOn: String?
    /// As ticked; publishing asks for such a visit.
    let isVisitNoted: Bool
    /// Ids of keywords, each once, ascending.
    let keywords: [Keyword.ID]
    let pictures: [AttachedPhoto]

    /// - Parameter today: in Seoul, `yyyy-MM-dd`: a visit may not be later.
    init(_ form: ReviewForm, today: String) throws(FormErrors) {
        var errors: [String: String] = [:]
        let stars = Int(form.rating).flatMap { Review.starRange.contains($0) ? $0 : nil }
        if stars == nil { errors["rating"] = form.rating.isEmpty ? "missing" : "invalid" }
        var text: ReviewText?
        do { text = try ReviewText(form.body) } catch { errors["body"] = error.rawValue }
        let visitedOn = form.visitedOn.trimmed
        errors["visited_on"] = Self.error(ofDay: visitedOn, today: today)
        if form.keywords.count > Review.maxKeywords { errors["keyword"] = "too-many" }
        if form.pictures.count > Review.maxPhotos { errors["photos"] = "too-many" }
        let pictures = Self.described(form.pictures, &errors)
        guard let stars, let text, errors.isEmpty else { throw FormErrors(errors) }
        self.stars = stars
        self.text = text
        self.visitedOn = visitedOn.isEmpty ? nil : visitedOn
        isVisitNoted = form.isVisitNoted && !visitedOn.isEmpty
        keywords = form.keywords.sorted()
        self.pictures = pictures
    }

    private static func error(ofDay day: String, today: String) -> String? {
        if day.isEmpty { return nil }
        guard SeoulTime.isDay(day), day >= Review.earliestVisit else { return "invalid" }
        return day > today ? "future" : nil
    }

    private static func described(_ pictures: [AttachedPhoto], _ errors: inout [String: String]) -> [AttachedPhoto] {
        pictures.map { picture in
            do throws(AlternativeText.Error) { return try picture.checked() } catch {
                errors["alt"] = error.rawValue
                return picture
            }
        }
    }
}

extension RateLimits {
    /// New reviews of one account.
    package var reviews: RateLimit? { limit("review", atOnce: 20, thenOneEach: .seconds(180)) }
    /// Edits by one account; each keeps an earlier version.
    var reviewEdits: RateLimit? { limit("review-edit", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Saved drafts of one account: a form sends itself every few seconds.
    var drafts: RateLimit? { limit("draft", atOnce: 120, thenOneEach: .seconds(2)) }
    /// The most drafts of one account; beyond them the oldest are deleted.
    var maxDrafts: Int? { areOn ? 50 : nil }
    /// Helpful votes of one account, given or taken back.
    var helpfulVotes: RateLimit? { limit("helpful", atOnce: 60, thenOneEach: .seconds(10)) }
}

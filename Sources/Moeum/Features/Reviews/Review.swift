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

    /// - Parameters:
    ///   - today: in Seoul, `yyyy-MM-dd`: a visit may not be later.
    ///   - photoKinds: what its photos may show.
    init(
        _ form: ReviewForm,
        today: String,
        photoKinds: [PhotoKind] = PhotoKind.allCases
    ) throws(FormErrors) {
        var errors: [String: String] = [:]
        let stars = Int(form.rating).flatMap { Review.starRange.contains($0) ? $0 : nil }
        if stars == nil { errors["rating"] = form.rating.isEmpty ? "missing" : "invalid" }
        var text: ReviewText?
        do { text = try ReviewText(form.body) } catch { errors["body"] = error.rawValue }
        let visitedOn = form.visitedOn.trimmed
        errors["visited_on"] = Self.error(ofDay: visitedOn, today: today)
        if form.keywords.count > Review.maxKeywords { errors["keyword"] = "too-many" }
        if form.pictures.count > Review.maxPhotos { errors["photos"] = "too-many" }
        let pictures = Self.described(form.pictures, photoKinds, &errors)
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

    private static func described(
        _ pictures: [AttachedPhoto],
        _ kinds: [PhotoKind],
        _ errors: inout [String: String]
    ) -> [AttachedPhoto] {
        pictures.map { picture in
            if !picture.kind.isEmpty, !picture.isOf(kinds) { errors["kind"] = "unknown" }
            do throws(AlternativeText.Error) {
                var checked = try picture.checked()
                checked.kind = picture.kind
                return checked
            } catch {
                errors["alt"] = error.rawValue
                return picture
            }
        }
    }
}

/// The text of a review, checked so that readers see it as it was typed.
struct ReviewText: Sendable, Hashable {
    /// Why a text is refused; the raw value is the code of the form's error.
    enum Error: String, Swift.Error, CaseIterable {
        case missing
        case tooShort = "too-short"
        case tooLong = "too-long"
        case characters
    }

    /// The language of a text by its letters.
    enum Script: String, Sendable, CaseIterable {
        case korean = "ko"
        case english = "en"
        case other
    }

    /// Lines end in `\n`; never more than one empty line in a row.
    let text: String

    /// In grapheme clusters.
    static let lengths = 10...2_000
    /// Enough for two thousand of the longest emoji.
    private static let maxBytes = 65_536

    init(_ typed: String) throws(Error) {
        // Checked first: a form may send a megabyte.
        if typed.utf8.count > Self.maxBytes { throw .tooLong }
        if InvisibleCharacters.containsTower(typed) { throw .characters }
        // The length as typed: the form's counter counts so too.
        if Self.length(of: typed) > Self.lengths.upperBound { throw .tooLong }
        let text = TextNormalizer.tidied(TextNormalizer.seen(typed))
        if text.isEmpty { throw .missing }
        if text.count < Self.lengths.lowerBound { throw .tooShort }
        self.text = text
    }

    /// The length in grapheme clusters; approximate for texts that are far too long.
    static func length(of typed: String) -> Int {
        guard typed.utf8.count <= maxBytes else { return typed.unicodeScalars.count }
        return typed.precomposedStringWithCanonicalMapping.trimmed.count
    }

    /// The script of most letters; a Hangul syllable counts as two letters.
    var script: Script {
        var (hangul, latin, others) = (0, 0, 0)
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            switch scalar.value {
            case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3131...0x318E: hangul += 2
            case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: latin += 1
            default: others += 2
            }
        }
        if hangul > 0, hangul >= max(latin, others) { return .korean }
        return latin > 0 && latin > others ? .english : .other
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

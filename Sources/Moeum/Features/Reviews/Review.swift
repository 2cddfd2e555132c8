import Foundation

/// What one person says of one place. There is one living review a person and place.
struct Review: Sendable, Identifiable, Equatable {
    typealias ID = Int64

    let id: ID
    let place: Place.ID
    /// Nil where its author left and let it stand.
    let account: Account.ID?
    /// 1 to 5.
    let stars: Int
    let body: String
    /// `yyyy-MM-dd`.
    let visitedOn: String?
    /// Counts its edits from 1; an edit says which one it began from.
    let rev: Int
    let createdAt: Date
    let editedAt: Date?
    /// Hidden by staff.
    let hiddenAt: Date?
    /// Out of sight because its author is suspended.
    let hiddenForReasonAt: Date?

    /// Whether readers see it.
    var isShown: Bool { hiddenAt == nil && hiddenForReasonAt == nil }

    static let starRange = 1...5
    static let maxKeywords = 5
    static let maxPhotos = 6
    /// Reviews are of what the site knows, not of memories.
    static let earliestVisit = "2000-01-01"
}

extension Review {
    /// A review as its author wants it, by every rule that the form alone can be held to.
    struct Draft: Sendable, Equatable {
        /// A photo in its place, and what it shows in words.
        struct Picture: Sendable, Equatable {
            let id: Int64
            let alt: String
        }

        let stars: Int
        let text: ReviewText
        let visitedOn: String?
        /// Ids of keywords, each once, in ascending order.
        let keywords: [Int64]
        let pictures: [Picture]

        /// What is wrong with a form: codes by field.
        struct Refusal: Error, Equatable {
            var problems: [String: String]
        }

        /// - Parameter today: in Seoul, `yyyy-MM-dd`; nobody visits tomorrow.
        init(_ form: ReviewForm, today: String) throws(Refusal) {
            var problems: [String: String] = [:]
            let stars = Int(form.rating).flatMap { starRange.contains($0) ? $0 : nil }
            if stars == nil { problems["rating"] = form.rating.isEmpty ? "missing" : "invalid" }
            var text: ReviewText?
            do { text = try ReviewText(form.body) } catch { problems["body"] = error.rawValue }
            let visitedOn = form.visitedOn.trimmed
            problems["visited_on"] = Self.error(ofDay: visitedOn, today: today)
            if form.keywords.count > maxKeywords { problems["keyword"] = "too-many" }
            if form.pictures.count > maxPhotos { problems["photos"] = "too-many" }
            let pictures = Self.described(form.pictures, &problems)
            guard let stars, let text, problems.isEmpty else { throw Refusal(problems: problems) }
            self.stars = stars
            self.text = text
            self.visitedOn = visitedOn.isEmpty ? nil : visitedOn
            keywords = form.keywords.sorted()
            self.pictures = pictures
        }

        private static func error(ofDay day: String, today: String) -> String? {
            if day.isEmpty { return nil }
            guard SeoulTime.isDay(day), day >= earliestVisit else { return "invalid" }
            return day > today ? "future" : nil
        }

        private static func described(_ pictures: [Picture], _ problems: inout [String: String]) -> [Picture] {
            pictures.map { picture in
                do throws(AlternativeText.Error) {
                    return Picture(id: picture.id, alt: try AlternativeText(picture.alt).text)
                } catch {
                    problems["alt"] = error.rawValue
                    return picture
                }
            }
        }
    }
}

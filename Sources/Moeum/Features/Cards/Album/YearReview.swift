import Foundation

/// What a year of visits comes to.
struct YearReview: Sendable, Equatable {
    let year: Int
    let visits: Int
    let districts: Int
    /// Names of the first and the latest place that was visited.
    let first: String
    let latest: String
    /// Whose places were visited most often; nil where none has a tag.
    let tag: Tag?
    let bookshops: Int
}

extension CardPlanner {
    /// The card of a year, of words alone.
    func plan(of review: YearReview) -> CardPlan {
        CardPlan(
            look: .words,
            subject: review.bookshops * 2 > review.visits ? .bookshop : .restaurant,
            words: CardWords(
                name: text("year-card.name", ["year": .text(String(review.year))]),
                place: review.tag.map { text("year-card.tag", ["tag": .text($0.value)]) } ?? "",
                line: line(of: review),
                date: text("year-card.latest", ["place": .text(places.label(review.latest))]),
                brand: text("site.name")
            ),
            photo: nil
        )
    }

    /// Such as `48번 다녀왔어요. 12개 구를 걸었고, 시작은 한결설렁탕이었어요.`
    func line(of review: YearReview) -> String {
        [
            text("year-card.visits", ["count": .integer(review.visits)]),
            text("year-card.districts", ["count": .integer(review.districts)]),
            text("year-card.first", ["place": .text(places.label(review.first))]),
        ].joined(separator: " ")
    }

    func view(of review: YearReview) -> YearReviewView {
        let plan = plan(of: review)
        let alt = [plan.words.name, plan.words.line, plan.words.place, plan.words.date].filter { !$0.isEmpty }
            .joined(separator: " ")
        return YearReviewView(
            review: review,
            plan: plan,
            pictures: pictures(alt: alt) {
                "/diary/\(review.year)/card.jpg?size=\($0.rawValue)&lang=\(language.rawValue)"
            }
        )
    }
}

/// A year in review, with its card.
struct YearReviewView: ViewModel {
    let review: YearReview
    let plan: CardPlan
    let pictures: [CardSheetPage.Picture]

    static let fields: [Field<YearReviewView>] = [
        .integer("visits") { $0.review.visits },
        .integer("districts") { $0.review.districts },
        .text("firstPlace") { $0.review.first },
        .text("latestPlace") { $0.review.latest },
        .text("tag") { $0.review.tag?.value },
        .text("reviewLine") { $0.plan.words.line }.viewOnly,
        .text("reviewTag") { $0.plan.words.place.isEmpty ? nil : $0.plan.words.place }.viewOnly,
        .text("reviewLatest") { $0.plan.words.date }.viewOnly,
        .list("pictures") { $0.pictures }.viewOnly,
        .text("picture") { $0.pictures.last?.source }.viewOnly,
        .text("pictureAlt") { $0.pictures.last?.alt }.viewOnly,
    ]
}

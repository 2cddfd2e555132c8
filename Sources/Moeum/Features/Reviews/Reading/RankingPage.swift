import Foundation

/// How places are ranked: the formula, examples, and the top places.
struct RankingPage: Page {
    static let template = "reviews/ranking"

    /// One of the top places, with both means.
    struct Entry: ViewModel {
        let position: Int
        let id: Place.ID
        let name: String
        let counts: RatingCounts

        static let fields: [Field<Entry>] = [
            .integer("position") { $0.position },
            .integer("id") { Int($0.id) },
            .text("name") { $0.name },
            .integer("count") { $0.counts.count },
            .decimal("mean") { PlaceRating.rounded($0.counts.mean ?? 0) },
            .decimal("bayesianMean") { PlaceRating.rounded($0.counts.bayesianMean) },
            .text("meanText") { RankingPage.twoDecimals($0.counts.mean ?? 0) }.viewOnly,
            .text("bayesianText") { RankingPage.twoDecimals($0.counts.bayesianMean) }.viewOnly,
            .flag("isFew") { $0.counts.isFew }.viewOnly,
        ]
    }

    /// An invented place as an example of the formula.
    struct Example: ViewModel {
        let counts: RatingCounts

        static let fields: [Field<Example>] = [
            .integer("count") { $0.counts.count },
            .text("meanText") { RankingPage.twoDecimals($0.counts.mean ?? 0) },
            .text("bayesianText") { RankingPage.twoDecimals($0.counts.bayesianMean) },
            .integer("dividend") {
                Int(Double(RatingCounts.priorCount) * RatingCounts.priorMean) + $0.counts.sum
            },
            .integer("divisor") { RatingCounts.priorCount + $0.counts.count },
        ]
    }

    let entries: [Entry]

    static let fields: [Field<RankingPage>] = [
        .integer("priorCount") { _ in RatingCounts.priorCount },
        .decimal("priorMean") { _ in RatingCounts.priorMean },
        .list("places") { $0.entries },
        .object("single") { _ in Example(counts: RatingCounts([0, 0, 0, 0, 1])) }.viewOnly,
        .object("many") { _ in Example(counts: RatingCounts([0, 0, 0, 16, 24])) }.viewOnly,
    ]

    static func twoDecimals(_ number: Double) -> String {
        let hundredths = Int((number * 100).rounded())
        return "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())"
    }
}

/// How many shown reviews of a place gave each number of stars, with the means.
struct RatingCounts: Sendable, Equatable {
    /// Counts from one star to five.
    private(set) var stars: [Int]

    static let none = RatingCounts([0, 0, 0, 0, 0])

    /// - Parameter stars: five counts, one star first.
    init(_ stars: [Int]) { self.stars = stars }

    /// The number of prior ratings that are added to each place's, so that a few ratings alone do not decide its rank.
    static let priorCount = 10
    /// The mean of the prior ratings.
    static let priorMean = 3.5
    /// With fewer ratings the mean is not reliable, and pages say so.
    static let minReviews = 5

    var count: Int { stars.reduce(0, +) }
    var sum: Int { stars.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element } }

    /// Nil without ratings.
    var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }
    var isFew: Bool { Self.isFew(count) }

    static func isFew(_ count: Int) -> Bool { (1..<minReviews).contains(count) }

    /// The mean with the prior ratings included (a Bayesian average with a Dirichlet prior), by which places are ranked.
    var bayesianMean: Double {
        (Double(Self.priorCount) * Self.priorMean + Double(sum)) / Double(Self.priorCount + count)
    }

    /// The ascending sort key of lists: best places first, those without ratings last.
    var order: Double { count == 0 ? 0 : -bayesianMean }

    /// Removes one rating and adds another; nil is none.
    mutating func change(from old: Int?, to new: Int?) {
        if let old { stars[old - 1] -= 1 }
        if let new { stars[new - 1] += 1 }
    }
}

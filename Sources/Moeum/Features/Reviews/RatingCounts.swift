/// How many shown reviews of a place gave how many stars, and what follows from it.
struct RatingCounts: Sendable, Equatable {
    /// One star first, five last.
    private(set) var stars: [Int]

    static let none = RatingCounts([0, 0, 0, 0, 0])

    /// - Parameter stars: five counts, of one star first.
    init(_ stars: [Int]) { self.stars = stars }

    /// The ratings that every place is given beforehand, so that a few do not decide its rank alone.
    static let priorCount = 10
    /// The mean of those.
    static let priorMean = 3.5
    /// With fewer ratings than these a mean says little, and pages say so.
    static let fewest = 5

    var count: Int { stars.reduce(0, +) }
    var sum: Int { stars.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element } }

    /// Nil without ratings.
    var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }
    var isFew: Bool { Self.isFew(count) }

    static func isFew(_ count: Int) -> Bool { (1..<fewest).contains(count) }

    /// The mean with the prior ratings among the others (a Bayesian average with a Dirichlet prior); what places are ranked
    /// by.
    var bayesianMean: Double {
        (Double(Self.priorCount) * Self.priorMean + Double(sum)) / Double(Self.priorCount + count)
    }

    /// Lists go up along it: the best first, places without ratings last.
    var order: Double { count == 0 ? 0 : -bayesianMean }

    /// One rating leaves, another comes; nil is none.
    mutating func change(from old: Int?, to new: Int?) {
        if let old { stars[old - 1] -= 1 }
        if let new { stars[new - 1] += 1 }
    }
}

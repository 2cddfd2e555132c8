import Foundation

/// When a job that failed is tried again, and how often.
struct RetryBackoff: Sendable {
    /// In seconds.
    var firstDelay: TimeInterval = 15
    var factor = 2.0
    var maxDelay: TimeInterval = 3_600
    /// About a day and a half with the delays above.
    var maxAttempts = 45

    /// In seconds: longer each time, plus or minus up to a quarter at random, so that what failed together is spread.
    func delay(after attempts: Int) -> TimeInterval {
        min(maxDelay, firstDelay * pow(factor, Double(max(0, attempts - 1)))) * .random(in: 0.75...1.25)
    }
}

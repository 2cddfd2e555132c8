/// When something that another server did not take is tried again.
struct RetryBackoff: Sendable {
    /// In milliseconds.
    var first: Int64 = 15_000
    var maxPause: Int64 = 3_600_000
    /// About a day and a half with the pauses above.
    var tries = 45

    /// In milliseconds: twice as long each time, plus or minus up to a quarter at random, so that what failed together is spread.
    func pause(after tries: Int) -> Int64 {
        let pause = min(maxPause, first << min(max(0, tries - 1), 20))
        return pause + Int64.random(in: -pause / 4...pause / 4)
    }
}

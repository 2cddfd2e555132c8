import NIOCore

/// Whether a client accepts its answers. A slow one does; one that has accepted nothing for too long does not.
struct ReadingPace {
    /// How many bytes of answers waited for the client at the last check, and since when it has accepted none.
    private var stalled: (bytes: Int, since: NIODeadline)?

    /// Whether bytes waited at the last check.
    var isBehind: Bool { stalled != nil }

    /// - Parameter waiting: how many bytes wait now.
    mutating func hasStalled(_ waiting: Int, _ now: NIODeadline, for limit: TimeAmount) -> Bool {
        guard waiting > 0 else {
            stalled = nil
            return false
        }
        guard let last = stalled, waiting >= last.bytes else {
            stalled = (waiting, now)
            return false
        }
        stalled = (waiting, last.since)
        return now - last.since >= limit
    }
}

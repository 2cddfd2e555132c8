import Foundation
import Synchronization

/// A value that may be some minutes old, so that a costly count is not made for every page.
final class Kept<Value: Sendable>: Sendable {
    private let lifetime: TimeInterval
    private let state = Mutex<(value: Value, until: Date)?>(nil)

    /// - Parameter lifetime: seconds.
    init(lifetime: TimeInterval) { self.lifetime = lifetime }

    /// The value kept, or a fresh one. Two callers at once may both make it.
    func value(at now: Date, _ make: () throws -> Value) rethrows -> Value {
        if let kept = state.withLock({ $0 }), now < kept.until { return kept.value }
        let value = try make()
        state.withLock { $0 = (value, now.addingTimeInterval(lifetime)) }
        return value
    }
}

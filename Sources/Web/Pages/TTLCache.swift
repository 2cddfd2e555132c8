import Foundation
import Synchronization

/// A cached value that may be some minutes old, so that an expensive count is not made for every page.
package final class TTLCache<Value: Sendable>: Sendable {
    private let lifetime: TimeInterval
    private let state = Mutex<(value: Value, until: Date)?>(nil)
    private let making = Mutex(())

    /// - Parameter lifetime: seconds.
    package init(lifetime: TimeInterval) { self.lifetime = lifetime }

    /// The cached value, or a new one. One caller at a time makes it; meanwhile others get the old one, and wait only where
    /// there is none yet.
    package func value<Failure: Error>(at now: Date, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        guard let kept = state.withLock({ $0 }) else {
            return try making.withLock { _ throws(Failure) in try renewed(at: now, make) }
        }
        if now < kept.until { return kept.value }
        return try making.withLockIfAvailable { _ throws(Failure) in try renewed(at: now, make) } ?? kept.value
    }

    private func renewed<Failure: Error>(at now: Date, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
        // Another caller may have made it during the wait.
        if let kept = state.withLock({ $0 }), now < kept.until { return kept.value }
        let value = try make()
        state.withLock { $0 = (value, now.addingTimeInterval(lifetime)) }
        return value
    }
}

import Database
import Synchronization

/// A lock for each account, under which its costly answers are made one at a time, in the order of their requests, so that
/// what one of them stores keeps nobody else waiting.
package final class AccountLocks: Sendable {
    /// An account's lock while somebody has it: until it is released or the last reference to it goes.
    package final class Lock: Sendable {
        private let onRelease: @Sendable () -> Void
        private let isReleased = Atomic(false)

        fileprivate init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

        deinit { release() }

        package func release() { if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { onRelease() } }
    }

    /// Those that wait for a lock that somebody has.
    private let waiting = Mutex<[Identifier<Member>: [CheckedContinuation<Void, Never>]]>([:])

    package init() {}

    /// - Parameters:
    ///   - maxWaiting: so many more requests of the account wait for the lock.
    ///   - problem: thrown where as many are waiting.
    package func acquire(
        for account: Identifier<Member>,
        maxWaiting: Int,
        orThrow problem: Problem = .rateLimited(retryAfter: 1)
    ) async throws -> Lock {
        let isFree = try waiting.withLock { waiting in
            if let others = waiting[account] {
                if others.count >= maxWaiting { throw problem }
                return false
            }
            waiting[account] = []
            return true
        }
        if !isFree { await wait(for: account) }
        return Lock { [self] in release(account) }
    }

    private func wait(for account: Identifier<Member>) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                // It may have been released meanwhile.
                guard waiting[account] != nil else {
                    waiting[account] = []
                    return true
                }
                waiting[account]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func release(_ account: Identifier<Member>) {
        let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
            if waiting[account]?.isEmpty ?? true {
                waiting[account] = nil
                return nil
            }
            return waiting[account]?.removeFirst()
        }
        next?.resume()
    }
}

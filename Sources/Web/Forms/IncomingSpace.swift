import Synchronization

/// How much of the disk is taken by files that are coming in: of everybody together, and of each account, so that no
/// number of requests at once fills it. What is on its way is this process's own, and so is the count.
package final class IncomingSpace: Sendable {
    private struct Taken {
        var total: Int64 = 0
        /// Of those alone who have any.
        var byAccount: [Int64: Int64] = [:]
    }

    /// What one file has taken; given back with the last reference to it.
    package final class Claim: Sendable {
        private let space: IncomingSpace
        private let account: Int64
        private let bytes = Atomic<Int64>(0)

        fileprivate init(_ space: IncomingSpace, _ account: Int64) { (self.space, self.account) = (space, account) }

        deinit { space.give(bytes.load(ordering: .relaxed), of: account) }

        /// - Returns: false where there is no room for so many bytes more.
        package func take(_ more: Int64) -> Bool {
            guard space.take(more, for: account) else { return false }
            bytes.add(more, ordering: .relaxed)
            return true
        }
    }

    private let capacity: Int64
    private let maxPerAccount: Int64
    private let taken = Mutex(Taken())

    /// - Parameters:
    ///   - most: bytes of everybody together.
    ///   - mostOfAccount: bytes of one account.
    package init(capacity: Int64, ofAccount maxPerAccount: Int64) {
        (self.capacity, self.maxPerAccount) = (capacity, maxPerAccount)
    }

    /// Bytes that are taken now.
    package var total: Int64 { taken.withLock { $0.total } }

    /// - Parameter account: nil for all those without one, who share what one has.
    package func claim(for account: Int64?) -> Claim { Claim(self, account ?? 0) }

    private func take(_ bytes: Int64, for account: Int64) -> Bool {
        taken.withLock { taken in
            let own = taken.byAccount[account, default: 0] + bytes
            guard taken.total + bytes <= capacity, own <= maxPerAccount else { return false }
            taken.total += bytes
            taken.byAccount[account] = own
            return true
        }
    }

    private func give(_ bytes: Int64, of account: Int64) {
        taken.withLock { taken in
            taken.total -= bytes
            let own = taken.byAccount[account, default: 0] - bytes
            taken.byAccount[account] = own > 0 ? own : nil
        }
    }
}

import Database
import Synchronization

/// The disk space for uploads in progress: of all accounts together and of each, so that no number of simultaneous requests
/// fills the disk. Counted per process, like the uploads themselves.
package final class UploadQuota: Sendable {
    private struct Taken {
        var total: Int64 = 0
        /// Only accounts with uploads; nil stands for all requests without an account.
        var byAccount: [Identifier<Member>?: Int64] = [:]
    }

    /// The space of one upload; released with the last reference to it.
    package final class Reservation: Sendable {
        private let space: UploadQuota
        private let account: Identifier<Member>?
        private let bytes = Atomic<Int64>(0)

        fileprivate init(_ space: UploadQuota, _ account: Identifier<Member>?) {
            (self.space, self.account) = (space, account)
        }

        deinit { space.release(bytes.load(ordering: .relaxed), of: account) }

        /// - Returns: false where there is no space for so many more bytes.
        package func reserve(_ more: Int64) -> Bool {
            guard space.reserve(more, for: account) else { return false }
            bytes.add(more, ordering: .relaxed)
            return true
        }
    }

    private let capacity: Int64
    private let maxPerAccount: Int64
    private let taken = Mutex(Taken())

    /// - Parameters:
    ///   - capacity: bytes of all accounts together.
    ///   - maxPerAccount: bytes of one account.
    package init(capacity: Int64, ofAccount maxPerAccount: Int64) {
        (self.capacity, self.maxPerAccount) = (capacity, maxPerAccount)
    }

    package var total: Int64 { taken.withLock { $0.total } }

    /// - Parameter account: nil for all requests without an account, which share the space of one.
    package func reservation(for account: Identifier<Member>?) -> Reservation { Reservation(self, account) }

    private func reserve(_ bytes: Int64, for account: Identifier<Member>?) -> Bool {
        taken.withLock { taken in
            let own = taken.byAccount[account, default: 0] + bytes
            guard taken.total + bytes <= capacity, own <= maxPerAccount else { return false }
            taken.total += bytes
            taken.byAccount[account] = own
            return true
        }
    }

    private func release(_ bytes: Int64, of account: Identifier<Member>?) {
        taken.withLock { taken in
            taken.total -= bytes
            let own = taken.byAccount[account, default: 0] - bytes
            taken.byAccount[account] = own > 0 ? own : nil
        }
    }
}

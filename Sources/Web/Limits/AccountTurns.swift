import Database
import Synchronization

/// Lets each account have one costly answer made at a time, so that what one of them stores keeps nobody else waiting.
package final class AccountTurns: Sendable {
    /// An account's turn, which lasts until it is ended or the last reference to it goes.
    package final class Turn: Sendable {
        private let pass: @Sendable () -> Void
        private let hasEnded = Atomic(false)

        fileprivate init(pass: @escaping @Sendable () -> Void) { self.pass = pass }

        deinit { end() }

        package func end() { if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { pass() } }
    }

    /// Those that wait behind the one whose turn it is.
    private let lines = Mutex<[Identifier<Member>: [CheckedContinuation<Void, Never>]]>([:])

    package init() {}

    /// - Parameters:
    ///   - maxWaiting: so many more requests of the account wait for their turn.
    ///   - problem: thrown where as many are waiting.
    package func acquire(
        for account: Identifier<Member>,
        maxWaiting: Int,
        orThrow problem: Problem = .rateLimited(retryAfter: 1)
    ) async throws -> Turn {
        let isFree = try lines.withLock { lines in
            if let line = lines[account] {
                if line.count >= maxWaiting { throw problem }
                return false
            }
            lines[account] = []
            return true
        }
        if !isFree { await wait(for: account) }
        return Turn { [self] in endTurn(of: account) }
    }

    private func wait(for account: Identifier<Member>) async {
        await withCheckedContinuation { continuation in
            let isFree = lines.withLock { lines in
                // The turn may have ended meanwhile.
                guard lines[account] != nil else {
                    lines[account] = []
                    return true
                }
                lines[account]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func endTurn(of account: Identifier<Member>) {
        let next = lines.withLock { lines -> CheckedContinuation<Void, Never>? in
            if lines[account]?.isEmpty ?? true {
                lines[account] = nil
                return nil
            }
            return lines[account]?.removeFirst()
        }
        next?.resume()
    }
}

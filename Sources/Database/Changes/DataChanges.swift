import Synchronization

/// Numbers the changes of a database's rows, so that what was made from some columns can be kept until one of them changes. A
/// number moves before the write that moves it is answered.
package final class DataChanges: Sendable {
    private struct State: ~Copyable {
        /// The number of the last change.
        var number = 1
        /// The number of each column's last change.
        var changedAt = [Int](repeating: 1, count: ColumnSet.capacity)
        /// The number of the last change of which nobody knows the columns.
        var allChangedAt = 1
        /// SQLite: the counter of all processes' commits, and its last known value.
        var counter: SQLiteCommitCounter?
        var counted: UInt32?
        var isCommitting = false
        /// PostgreSQL: whether other processes' changes arrive.
        var isListening = false

        mutating func change(_ columns: ColumnSet) {
            number += 1
            if columns == .all { allChangedAt = number }
            for column in columns.numbers { changedAt[column] = number }
        }

        /// Whether all commits so far are numbered; numbers those of other processes.
        mutating func isUpToDate() -> Bool {
            guard let counter else { return isListening }
            let count = counter.value
            if count == counted { return true }
            // This process's own commit, whose columns are numbered in a moment.
            if isCommitting { return false }
            counted = count
            change(.all)
            return true
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of the last change; nil while nobody knows whether there was another.
    package var number: Int? { state.withLock { $0.isUpToDate() ? $0.number : nil } }

    /// The number of the last change where none of the columns has changed since they were read; otherwise nil.
    package func currentNumber(_ columns: ColumnSet, since number: Int) -> Int? {
        state.withLock { state in
            guard state.isUpToDate() else { return nil }
            if state.number == number { return number }
            guard state.allChangedAt <= number, columns.numbers.allSatisfy({ state.changedAt[$0] <= number }) else {
                return nil
            }
            return state.number
        }
    }

    /// PostgreSQL: these columns were changed, by whatever process.
    func change(_ columns: ColumnSet) { state.withLock { $0.change(columns) } }

    /// PostgreSQL: whether other processes' changes arrive from now on. Those before are unknown.
    func setListening(_ isListening: Bool) {
        state.withLock { state in
            state.isListening = isListening
            state.change(.all)
        }
    }

    /// SQLite: counts other processes' commits too, from now on; nil ends it, before the counter's memory is gone.
    func follow(_ counter: SQLiteCommitCounter?) {
        state.withLock { state in
            state.counter = counter
            state.counted = nil
        }
    }

    /// SQLite: commits a transaction. Other processes wait meanwhile for the write lock that the connection holds, so a changed
    /// counter before it is theirs and one step afterwards is this commit.
    /// - Parameters:
    ///   - written: the columns that the transaction has changed.
    ///   - body: commits, and says whether there was anything to write.
    func commit(_ written: ColumnSet, _ body: () throws -> Bool) throws {
        state.withLock { state in
            _ = state.isUpToDate()
            state.isCommitting = true
        }
        var hasWritten = false
        defer {
            state.withLock { state in
                state.isCommitting = false
                if hasWritten {
                    state.counted = state.counted.map { $0 &+ 1 }
                    state.change(written)
                }
            }
        }
        hasWritten = try body()
    }
}

import Synchronization

/// Records which columns a task reads, in all of its reads, so that what it makes of them can be kept until they change.
package final class ReadRecorder: Sendable {
    @TaskLocal package static var current: ReadRecorder?

    private struct State {
        /// The lowest number of a read; nil before the first.
        var number: Int?
        var columns = ColumnSet.none
        var isUncacheable = false
    }

    private let state = Mutex(State())

    package init() {}

    /// What was read; nil where it cannot be kept.
    /// - Parameter number: of the last change before the task began; counts where it has read nothing.
    package func trace(since number: Int) -> ReadTrace? {
        state.withLock { state in
            state.isUncacheable ? nil : ReadTrace(number: min(number, state.number ?? number), columns: state.columns)
        }
    }

    /// What the task makes must not be kept: it depends on more than rows, or something must be done each time.
    package func preventCaching() { state.withLock { $0.isUncacheable = true } }

    /// - Parameter number: nil where nobody knew the number of the last change.
    func add(_ columns: ColumnSet, since number: Int?) {
        state.withLock { state in
            guard let number else { return state.isUncacheable = true }
            state.number = min(number, state.number ?? number)
            state.columns.formUnion(columns)
        }
    }
}

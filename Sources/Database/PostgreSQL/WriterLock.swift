#if Postgres
    import Foundation

    /// Lets either many writes of this process run side by side, or a single one alone: otherwise long writes that read much
    /// would be rolled back in favour of others for ever.
    ///
    /// `@unchecked Sendable`: every access to the mutable state is under `condition`'s lock.
    final class WriterLock: @unchecked Sendable {
        private let condition = NSCondition()
        private var running = 0
        private var isOneAlone = false
        private var waitingAlone = 0

        /// Runs `body` once it may. A write that waits to run alone goes before those that came later.
        func run<Value>(alone: Bool, _ body: () throws -> Value) rethrows -> Value {
            acquire(alone)
            defer { release(alone) }
            return try body()
        }

        private func acquire(_ alone: Bool) {
            condition.lock()
            defer { condition.unlock() }
            if alone {
                waitingAlone += 1
                while isOneAlone || running > 0 { condition.wait() }
                waitingAlone -= 1
                isOneAlone = true
            } else {
                while isOneAlone || waitingAlone > 0 { condition.wait() }
                running += 1
            }
        }

        private func release(_ alone: Bool) {
            condition.withLock {
                if alone { isOneAlone = false } else { running -= 1 }
                condition.broadcast()
            }
        }
    }
#endif

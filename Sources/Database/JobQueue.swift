import Foundation

/// Passes jobs to threads of their own, so that waiting for a disk never blocks the threads that serve requests.
///
/// `@unchecked Sendable`: every access to the mutable state is under `condition`'s lock.
package final class JobQueue<Job: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private let limit: Int
    private var jobs: [(job: Job, owner: Int64?)] = []
    /// Whose jobs are being done.
    private var busy: Set<Int64> = []
    private var isClosed = false
    private var sleeping = 0
    private var isWaking = false
    private var runningThreads = 0
    private var onEnd: (@Sendable () -> Void)?

    package init(limit: Int) { self.limit = limit }

    package var count: Int { condition.withLock { jobs.count } }

    /// False where the job was refused because the queue is full or closed.
    /// - Parameter owner: one job of each is done at a time, and few of each wait: nobody keeps every thread from others. Nil
    ///   for jobs that are done as they come.
    package func add(_ job: Job, of owner: Int64? = nil) -> Bool {
        condition.lock()
        guard !isClosed, jobs.count < limit, hasRoom(for: owner) else {
            condition.unlock()
            return false
        }
        jobs.append((job, owner))
        let mustWake = decideToWake()
        condition.unlock()
        // After unlocking: a thread that wakes while the lock is held goes back to sleep at once.
        if mustWake { condition.signal() }
        return true
    }

    /// Starts a thread for `work`, which asks `next` for up to `batch` waiting jobs at a time, until that returns nil: the
    /// queue is closed and empty.
    /// - Parameter niceness: how far it stands back behind other threads (setpriority(2)), where the kernel lets it.
    package func startThread(
        named name: String,
        batch: Int,
        niceness: Int32 = 0,
        _ work: @escaping @Sendable (_ next: () -> [Job]?) -> Void
    ) {
        condition.withLock { runningThreads += 1 }
        let thread = Thread { [self] in
            if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
            var owners: [Int64] = []
            work { dequeue(upTo: batch, after: &owners) }
            endThread()
        }
        thread.name = name
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Accepts no more jobs and returns once the running ones are done.
    package func close() async {
        await withCheckedContinuation { continuation in
            condition.lock()
            isClosed = true
            let isIdle = runningThreads == 0
            if !isIdle { onEnd = { continuation.resume() } }
            condition.broadcast()
            condition.unlock()
            if isIdle { continuation.resume() }
        }
    }

    /// Accepts no more jobs, without waiting for the running ones.
    package func finish() {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
    }

    /// - Parameter owners: whose jobs the thread has done; then, whose it does next.
    private func dequeue(upTo batch: Int, after owners: inout [Int64]) -> [Job]? {
        condition.lock()
        busy.subtract(owners)
        owners = []
        // Jobs of somebody whose job is being done are left to the thread that does it.
        while !hasFreeJob {
            if isClosed {
                condition.unlock()
                return nil
            }
            sleeping += 1
            condition.wait()
            sleeping -= 1
            isWaking = false
        }
        var (taken, index): ([Job], Int) = ([], 0)
        while taken.count < batch, index < jobs.count {
            guard isFree(jobs[index].owner) else {
                index += 1
                continue
            }
            let (job, owner) = jobs.remove(at: index)
            taken.append(job)
            if let owner {
                busy.insert(owner)
                owners.append(owner)
            }
        }
        let mustWake = decideToWake()
        condition.unlock()
        if mustWake { condition.signal() }
        return taken
    }

    /// One thread is woken at a time, and wakes the next if it finds more than its own job: waking costs more than most
    /// jobs, and a burst of short ones needs no more than one thread.
    private func decideToWake() -> Bool {
        guard sleeping > 0, !isWaking, hasFreeJob else { return false }
        isWaking = true
        return true
    }

    private var hasFreeJob: Bool { jobs.contains { isFree($0.owner) } }

    private func isFree(_ owner: Int64?) -> Bool { owner.map { !busy.contains($0) } ?? true }

    /// One owner's jobs take a quarter of the line at most.
    private func hasRoom(for owner: Int64?) -> Bool {
        guard let owner else { return true }
        return jobs.count { $0.owner == owner } < max(1, limit / 4)
    }

    private func endThread() {
        condition.lock()
        runningThreads -= 1
        let end = runningThreads == 0 ? onEnd : nil
        if runningThreads == 0 { onEnd = nil }
        condition.unlock()
        end?()
    }
}

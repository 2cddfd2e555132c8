import Foundation
import Logging
import ServiceLifecycle

/// Does jobs. A job is held by a lease: two processes never do the same one, and a crashed process's job is done by another.
struct JobWorker: Sendable {
    let database: any Database
    let logger: Logger
    let clock: @Sendable () -> Date
    var heartbeat = Duration.seconds(20)

    /// What became of a try to do a job.
    enum Outcome: Sendable {
        case done
        /// None is due, or none has anything to do.
        case nothing
        /// It will be tried again or was given up.
        case failed
    }

    /// Does what is due of a kind.
    /// - Returns: how long the next should wait after one that failed, in seconds; nil where it need not wait.
    @discardableResult
    func drain(_ kind: any JobKind) async throws -> TimeInterval? {
        try await withThrowingTaskGroup(of: TimeInterval?.self) { group in
            for _ in 0..<kind.rules.concurrency { group.addTask { try await drainAlone(kind) } }
            return try await group.reduce(nil) { $0 ?? $1 }
        }
    }

    private func drainAlone(_ kind: any JobKind) async throws -> TimeInterval? {
        while !isStopping {
            switch try await doNext(kind) {
            case .done: continue
            case .nothing: return nil
            case .failed: if let delay = kind.rules.delayAfterFailure { return delay }
            }
        }
        return nil
    }

    /// Does the job that has been due longest.
    func doNext(_ kind: any JobKind) async throws -> Outcome {
        let now = clock()
        // A read is cheaper than a write that changes nothing.
        guard try await database.read({ try $0.hasWork(for: kind, at: now) }) else { return .nothing }
        let lease = Identifier<JobLease>.next()
        let job = try await database.write { transaction in
            try kind.admits(transaction, at: now) ? transaction.takeJob(kind, as: lease, at: now) : nil
        }
        guard let job else { return .nothing }
        do {
            guard job.attempts <= kind.rules.backoff.maxAttempts else {
                // Each of them ended its process.
                throw JobFailure(reason: job.error ?? "the program ended while it was done", isPermanent: true)
            }
            try await run(job, of: kind)
            return .done
        } catch is JobLost {
            logger.notice("a job was lost", metadata: metadata(job))
            return .done
        } catch {
            try await postpone(job, of: kind, error)
            return .failed
        }
    }

    private func run(_ job: Job, of kind: any JobKind) async throws {
        let hold = JobHold(job, database, clock)
        let lease = JobLease(heartbeat: heartbeat) { try await hold.database.write { _ in } }
        let result = try await lease.hold { try await kind.run(hold) }
        let again = result.again ?? kind.rules.interval.map { clock() + $0 }
        do {
            try await hold.database.write { transaction in
                try result.commit(transaction)
                try transaction.finishJob(job, again: again)
            }
        } catch {
            await result.cleanUp(false)
            throw error
        }
        await result.cleanUp(true)
    }

    /// After a failure. A process that stops gives its jobs back, which does not count.
    private func postpone(_ job: Job, of kind: any JobKind, _ error: any Error) async throws {
        let now = clock()
        if isStopping {
            return try await lostOrDone { try $0.postponeJob(job, nil, to: now) }
        }
        let failure = error as? JobFailure ?? JobFailure(reason: "\(error)")
        let backoff = kind.rules.backoff
        let isDead = failure.isPermanent || job.attempts >= backoff.maxAttempts
        var metadata = metadata(job)
        metadata["reason"] = .string(failure.summary ?? failure.reason)
        logger.warning(isDead ? "a job was given up" : "a job failed", metadata: metadata)
        try await lostOrDone { transaction in
            guard isDead else {
                return try transaction.postponeJob(job, failure.reason, to: now + backoff.delay(after: job.attempts))
            }
            try transaction.giveUpJob(job, failure.reason, at: now)
            try kind.giveUp(job, transaction, at: now)
        }
    }

    private var isStopping: Bool { Task.isShuttingDownGracefully || Task.isCancelled }

    /// Where another process has the job by now, it decides.
    private func lostOrDone(_ change: @escaping @Sendable (Transaction) throws -> Void) async throws {
        do { try await database.write(change) } catch is JobLost {}
    }

    private func metadata(_ job: Job) -> Logger.Metadata {
        ["job": .string("\(job.kind) \(job.key)"), "attempt": .stringConvertible(job.attempts)]
    }
}

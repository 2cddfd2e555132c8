import Foundation
import Logging

/// The photo workers of a site: one for each job, never more than a few at a time. Jobs beyond a short queue are refused.
actor PhotoWorkers {
    struct Limits: Sendable {
        var workers = 2
        var waiting = 8
        /// How long a job waits for a worker.
        var queueing = Duration.seconds(20)
        /// How long one photo may take by the clock.
        var working = Duration.seconds(30)
    }

    /// How many jobs are running or waiting.
    var load: Int { working + waiting.count }

    private let process: PhotoWorkerProcess
    private let limits: Limits
    private let logger: Logger
    private var working = 0
    private var waiting: [(id: Int, turn: CheckedContinuation<Bool, Never>)] = []
    private var lastID = 0
    /// Jobs that a worker did not survive, or had no time for, since the process began.
    private(set) var failures = 0

    /// - Parameters:
    ///   - program: the executable, started with the argument `photo-worker`.
    ///   - folder: where each job has a folder of its own, beside which its worker reaches nothing.
    init(program: String, folder: String, limits: Limits = Limits(), logger: Logger) {
        process = PhotoWorkerProcess(program: program, folder: folder, timeout: limits.working, logger: logger)
        (self.limits, self.logger) = (limits, logger)
    }

    /// Takes a picture in.
    /// - Throws: why the photo is refused, or a `Problem` with 503 where the photo itself is not to blame.
    func run(_ job: PhotoJob) async throws -> PhotoMetadata {
        guard case .done(let metadata) = try await outcome(of: .decode(job)) else { throw Problem.internalError }
        return metadata
    }

    /// Draws a card.
    /// - Throws: `PhotoRejection.damaged` where its photo cannot be read, `.busy`, or a `Problem` with 503.
    func draw(_ job: CardDrawingJob) async throws { _ = try await outcome(of: .draw(job)) }

    /// Does a job in a worker. Where the worker dies, the job is tried once more in a new one, since another cause may have
    /// killed it; a job that took too much or too long is not.
    /// - Throws: why the photo is refused, or a `Problem` with 503 where the photo itself is not to blame.
    private func outcome(of job: PhotoWorkerJob) async throws -> PhotoOutcome {
        guard await acquireWorker() else { throw PhotoRejection.busy }
        defer { releaseWorker() }
        for _ in 1...2 {
            let reply: PhotoWorkerProcess.Reply
            do { reply = try await process.answer(job) } catch {
                logger.error("photo worker has no files", metadata: ["error": "\(error)"])
                throw Problem.failing
            }
            switch reply {
            case .neverStarted: throw Problem.failing
            case .outcome(.failed):
                logger.error("photo worker cannot write", metadata: ["output": "\(job.output)"])
                throw Problem.failing
            case .tookTooMuch:
                failures += 1
                logger.warning("photo worker took too much", metadata: ["job": "\(job.output)"])
                throw PhotoRejection.damaged
            // A bad photo would have hit the limit of processor time first: here the machine was too busy.
            case .tookTooLong:
                failures += 1
                logger.warning("photo worker took too long", metadata: ["job": "\(job.output)"])
                throw PhotoRejection.busy
            case .died:
                failures += 1
                logger.warning("photo worker died", metadata: ["job": "\(job.output)"])
            case .outcome(.refused(let rejection)): throw rejection
            case .outcome(let outcome): return outcome
            }
        }
        throw PhotoRejection.damaged
    }

    private func acquireWorker() async -> Bool {
        if working < limits.workers {
            working += 1
            return true
        }
        guard waiting.count < limits.waiting else { return false }
        lastID += 1
        let id = lastID
        let alarm = Task { [limits] in
            try await Task.sleep(for: limits.queueing)
            self.abandonWait(id)
        }
        defer { alarm.cancel() }
        return await withCheckedContinuation { waiting.append((id, $0)) }
    }

    private func abandonWait(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting.remove(at: index).turn.resume(returning: false)
    }

    private func releaseWorker() {
        if waiting.isEmpty { working -= 1 } else { waiting.removeFirst().turn.resume(returning: true) }
    }
}

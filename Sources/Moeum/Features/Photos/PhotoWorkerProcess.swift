import Foundation
import Logging
import Subprocess
import Synchronization

/// A running photo worker: does one job at a time, ends with the last reference to this, and reports its own death.
final class PhotoWorkerProcess: Sendable {
    /// The result of a job.
    enum Reply: Sendable, Equatable {
        case outcome(PhotoOutcome)
        /// The worker died or was killed during the job, or before it.
        case died
        /// The system ended the worker because the job took too much processor time.
        case tookTooMuch
        /// The worker was killed because the job took too long by the clock.
        case tookTooLong
        /// The worker could not be started.
        case neverStarted
    }

    private struct Request: Sendable {
        let job: PhotoWorkerJob
        let answer: CheckedContinuation<Reply, Never>
    }

    /// A job left unanswered because the process ended, and whether it had run out of time.
    private struct UnansweredJob: Sendable {
        let request: Request
        let isLate: Bool
    }

    private let requests: AsyncStream<Request>.Continuation

    /// - Parameters:
    ///   - folder: where its pictures are, made where it is missing.
    ///   - patience: how long a job may take before the process is killed.
    init(program: String, folder: String, patience: Duration, logger: Logger) {
        // Writing to a worker that died then fails with an error instead of ending the server.
        signal(SIGPIPE, SIG_IGN)
        Self.make(folder)
        let (stream, requests) = AsyncStream.makeStream(of: Request.self)
        self.requests = requests
        Task {
            var answer = Reply.neverStarted
            var unanswered: UnansweredJob?
            do {
                // Its standard error is dropped: libvips' messages about strangers' files.
                let result = try await Subprocess.run(
                    .path(.init(program)),
                    arguments: ["photo-worker", "--folder", folder],
                    environment: Self.environment,
                    input: .inputWriter,
                    output: .sequence,
                    error: .discarded
                ) { process in
                    answer = .died
                    var lines = process.standardOutput.strings().makeAsyncIterator()
                    for await request in stream {
                        let isLate = Atomic(false)
                        let watch = Task {
                            try await Task.sleep(for: patience)
                            isLate.store(true, ordering: .sequentiallyConsistent)
                            try process.send(signal: .kill)
                        }
                        defer { watch.cancel() }
                        var outcome: PhotoOutcome?
                        do {
                            _ = try await process.standardInputWriter.write(try Self.line(request.job))
                            outcome = try await lines.next().map(Self.outcome)
                        } catch { logger.warning("photo worker broke off", metadata: ["error": "\(error)"]) }
                        guard let outcome else {
                            unanswered = UnansweredJob(
                                request: request,
                                isLate: isLate.load(ordering: .sequentiallyConsistent)
                            )
                            // It may have answered something unexpected and still run.
                            try? process.send(signal: .kill)
                            break
                        }
                        request.answer.resume(returning: .outcome(outcome))
                    }
                }
                logger.info("photo worker ended", metadata: ["status": "\(result.terminationStatus)"])
                if let late = unanswered {
                    let isTooMuch = result.terminationStatus == .signaled(SIGXCPU)
                    late.request.answer.resume(
                        returning: isTooMuch ? .tookTooMuch : late.isLate ? .tookTooLong : .died
                    )
                    unanswered = nil
                }
            } catch {
                logger.error("photo worker failed", metadata: ["error": "\(error)"])
            }
            unanswered?.request.answer.resume(returning: .died)
            // Answers those who wait for the dead worker, and all later ones.
            requests.finish()
            for await request in stream { request.answer.resume(returning: answer) }
        }
    }

    deinit { requests.finish() }

    /// What a worker could do that it must not, in words; empty where it is shut in.
    /// - Parameter secret: a file of the site.
    static func trial(program: String, folder: String, secret: String) async throws -> [String] {
        make(folder)
        let result = try await Subprocess.run(
            .path(.init(program)),
            arguments: ["photo-worker", "--folder", folder, "--trying", secret],
            environment: environment,
            output: .string(limit: 10_000),
            error: .discarded
        )
        return SandboxTrial.successes(in: result.standardOutput) ?? ["not be started"]
    }

    private static func make(_ folder: String) {
        // Where that fails, so does the worker, which cannot tell why.
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Does one job; jobs of one process wait for each other.
    func answer(_ job: PhotoWorkerJob) async -> Reply {
        await withCheckedContinuation { continuation in
            if case .terminated = requests.yield(Request(job: job, answer: continuation)) {
                continuation.resume(returning: .died)
            }
        }
    }

    /// Nothing of the server's environment, which holds secrets. One memory arena, because each keeps the memory it has freed;
    /// no folder in which libvips would look for further loaders.
    private static var environment: Environment {
        .custom(["MALLOC_ARENA_MAX": "1", "VIPSHOME": "/nonexistent", "SWIFT_BACKTRACE": "enable=no"])
    }

    private static func line(_ job: PhotoWorkerJob) throws -> [UInt8] {
        Array(try JSONEncoder().encode(job)) + [UInt8(ascii: "\n")]
    }

    private static func outcome(_ line: String) throws -> PhotoOutcome {
        try JSONDecoder().decode(PhotoOutcome.self, from: Data(line.utf8))
    }
}

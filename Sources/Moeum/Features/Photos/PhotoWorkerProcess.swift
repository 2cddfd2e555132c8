import Foundation
import Logging
import Subprocess
import Synchronization

/// One photo worker that runs: takes a job at a time, ends with the last reference to this, and says so when it died.
final class PhotoWorkerProcess: Sendable {
    /// What became of a job that was given to it.
    enum Reply: Sendable, Equatable {
        case outcome(PhotoOutcome)
        /// It died or was killed over the job, or before it.
        case died
        /// The system ended it over the job because that took too much of a processor.
        case tookTooMuch
        /// It was killed over the job because that took too long by the clock.
        case tookTooLong
        /// The system would not start it.
        case neverStarted
    }

    private struct Request: Sendable {
        let job: PhotoJob
        let answer: CheckedContinuation<Reply, Never>
    }

    /// A job that is not answered because the process broke off, and whether it had run out of time.
    private struct Broken: Sendable {
        let request: Request
        let isLate: Bool
    }

    private let requests: AsyncStream<Request>.Continuation

    /// - Parameter patience: how long a job may take before the process is killed.
    init(program: String, patience: Duration, logger: Logger) {
        // To write to one that died is an error that is answered, not the end of the server.
        signal(SIGPIPE, SIG_IGN)
        let (stream, requests) = AsyncStream.makeStream(of: Request.self)
        self.requests = requests
        Task {
            var answer = Reply.neverStarted
            var broken: Broken?
            do {
                // Its errors go nowhere: they are libvips' words about what strangers sent.
                let result = try await Subprocess.run(
                    .path(.init(program)),
                    arguments: ["photo-worker"],
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
                            broken = Broken(request: request, isLate: isLate.load(ordering: .sequentiallyConsistent))
                            // It may have said something else and live on.
                            try? process.send(signal: .kill)
                            break
                        }
                        request.answer.resume(returning: .outcome(outcome))
                    }
                }
                logger.info("photo worker ended", metadata: ["status": "\(result.terminationStatus)"])
                if let late = broken {
                    let isTooMuch = result.terminationStatus == .signaled(SIGXCPU)
                    late.request.answer.resume(
                        returning: isTooMuch ? .tookTooMuch : late.isLate ? .tookTooLong : .died
                    )
                    broken = nil
                }
            } catch {
                logger.error("photo worker failed", metadata: ["error": "\(error)"])
            }
            broken?.request.answer.resume(returning: .died)
            // Whoever asked while it died is told, and whoever asks from now on.
            requests.finish()
            for await request in stream { request.answer.resume(returning: answer) }
        }
    }

    deinit { requests.finish() }

    /// Does one job; jobs of one process wait for each other.
    func answer(_ job: PhotoJob) async -> Reply {
        await withCheckedContinuation { continuation in
            if case .terminated = requests.yield(Request(job: job, answer: continuation)) {
                continuation.resume(returning: .died)
            }
        }
    }

    /// Nothing of the server's, whose environment holds secrets. Memory is not spread over arenas, of which each keeps what
    /// it was lent; libvips finds no folder with loaders of further formats.
    private static var environment: Environment {
        .custom(["MALLOC_ARENA_MAX": "1", "VIPSHOME": "/nonexistent", "SWIFT_BACKTRACE": "enable=no"])
    }

    private static func line(_ job: PhotoJob) throws -> [UInt8] {
        Array(try JSONEncoder().encode(job)) + [UInt8(ascii: "\n")]
    }

    private static func outcome(_ line: String) throws -> PhotoOutcome {
        try JSONDecoder().decode(PhotoOutcome.self, from: Data(line.utf8))
    }
}

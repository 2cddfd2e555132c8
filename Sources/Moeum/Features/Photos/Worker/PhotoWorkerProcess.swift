import Foundation
import Logging
import Subprocess
import Synchronization

/// One photo worker: a process that does one job, in a folder that holds nothing but that job's files, and ends. So anyone who
/// takes it over by a picture has that picture, and no other before or after it.
struct PhotoWorkerProcess: Sendable {
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

    let program: String
    /// In which the job's folder is made.
    let folder: String
    /// How long a job may take before the process is killed.
    let timeout: Duration
    let logger: Logger
    private let threads = BlockingThreadPool()

    init(program: String, folder: String, timeout: Duration, logger: Logger) {
        // Writing to a worker that died then fails with an error instead of ending the server.
        signal(SIGPIPE, SIG_IGN)
        (self.program, self.folder, self.timeout, self.logger) = (program, folder, timeout, logger)
    }

    /// Does a job, also for somebody who has gone meanwhile.
    /// - Throws: where its files cannot be brought in or taken out.
    func answer(_ job: PhotoWorkerJob) async throws -> Reply {
        try await Task {
            let own = "\(folder)/\(SystemRandom.name())"
            defer { try? FileManager.default.removeItem(atPath: own) }
            let (moved, read, made) = job.moved(to: own)
            try await threads.run {
                try DurableFile.makeFolder(own)
                for file in read { try Self.linkOrCopy(file.outside, to: file.inside) }
            }
            let reply = await run(moved, in: own)
            switch reply {
            case .outcome(.done), .outcome(.drawn):
                try await threads.run { for file in made { try Self.move(file.inside, to: file.outside) } }
            case .outcome, .died, .tookTooMuch, .tookTooLong, .neverStarted: break
            }
            return reply
        }.value
    }

    private func run(_ job: PhotoWorkerJob, in own: String) async -> Reply {
        var reply = Reply.neverStarted
        let lateness = Lateness()
        do {
            // Its standard error is dropped: libvips' messages about strangers' files.
            let result = try await Subprocess.run(
                .path(.init(program)),
                arguments: ["photo-worker", "--folder", own],
                environment: Self.environment,
                input: .inputWriter,
                output: .sequence,
                error: .discarded
            ) { process in
                reply = .died
                let watch = Task { [timeout] in
                    try await Task.sleep(for: timeout)
                    lateness.isReached.store(true, ordering: .sequentiallyConsistent)
                    try process.send(signal: .kill)
                }
                defer { watch.cancel() }
                do {
                    let line = try JSONEncoder().encode(job) + [UInt8(ascii: "\n")]
                    _ = try await process.standardInputWriter.write(Array(line))
                    var lines = process.standardOutput.strings().makeAsyncIterator()
                    if let line = try await lines.next() {
                        reply = .outcome(try JSONDecoder().decode(PhotoOutcome.self, from: Data(line.utf8)))
                    }
                } catch { logger.warning("photo worker broke off", metadata: ["error": "\(error)"]) }
                // It may have answered something unexpected and still run.
                if reply == .died { try? process.send(signal: .kill) }
            }
            guard reply == .died else { return reply }
            if result.terminationStatus == .signaled(SIGXCPU) { return .tookTooMuch }
            return lateness.isReached.load(ordering: .sequentiallyConsistent) ? .tookTooLong : .died
        } catch {
            logger.error("photo worker failed", metadata: ["error": "\(error)"])
            return reply
        }
    }

    /// Whether the job took longer than it may.
    private final class Lateness: Sendable {
        let isReached = Atomic(false)
    }

    /// What a worker could do that it must not, in words; empty where it is shut in.
    /// - Parameter secret: a file of the site.
    static func trial(program: String, folder: String, secret: String) async throws -> [String] {
        let own = "\(folder)/\(SystemRandom.name())"
        let other = SandboxTrial.otherJob(than: own)
        defer { for path in [own, other.folder] { try? FileManager.default.removeItem(atPath: path) } }
        for path in [own, other.folder] { try DurableFile.makeFolder(path) }
        try Data("a picture".utf8).write(to: URL(filePath: other.photo))
        let result = try await Subprocess.run(
            .path(.init(program)),
            arguments: ["photo-worker", "--folder", own, "--trying", secret],
            environment: environment,
            output: .string(limit: 10_000),
            error: .discarded
        )
        return SandboxTrial.successes(in: result.standardOutput) ?? ["not be started"]
    }

    /// A second name, or a copy on a disk that has none.
    private static func linkOrCopy(_ path: String, to inside: String) throws {
        if link(path, inside) == 0 { return }
        try FileManager.default.copyItem(atPath: path, toPath: inside)
    }

    private static func move(_ inside: String, to path: String) throws {
        guard rename(inside, path) == 0 else { throw DurableFile.Error(code: errno) }
    }

    /// Nothing of the server's environment, which holds secrets. One memory arena, because each keeps the memory it has freed;
    /// no folder in which libvips would look for further loaders.
    private static var environment: Environment {
        .custom(["MALLOC_ARENA_MAX": "1", "VIPSHOME": "/nonexistent", "SWIFT_BACKTRACE": "enable=no"])
    }
}

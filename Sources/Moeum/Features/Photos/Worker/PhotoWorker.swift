import CVips
import Foundation

/// The photo worker process: `moeum photo-worker`. It decodes uploaded files outside the server and under limits of its own, so
/// that a malicious picture costs one photo and this process.
package struct PhotoWorker {
    /// Bytes of writable memory. With the resident parts of the program and its libraries it stays below 512 MB, and 50
    /// megapixels of a progressive JPEG or a WebP fit in; address space alone does not count.
    static let memory: UInt = 440 << 20
    /// Processor seconds for one photo.
    static let seconds: UInt = 20
    /// Bytes of the largest file that it may write.
    private static let fileSize: UInt = 32 << 20

    private let folder: String
    private let isShutIn: Bool
    private let secret: String?

    /// - Parameters:
    ///   - folder: the only one that it reads and writes in.
    ///   - isShutIn: whether this process was born without reach of other files.
    ///   - secret: a file that it must not read; given, it does no work but tells what it could do that it must not.
    package init(folder: String, isShutIn: Bool, secret: String?) {
        (self.folder, self.isShutIn, self.secret) = (folder, isShutIn, secret)
    }

    /// Does the job that it reads, and ends; or ends with its input, which ends with the server.
    package func run() throws {
        umask(0o077)
        if !isShutIn, Sandbox.hasLandlock { try shutIn() }
        if secret == nil { Self.endWithServer() }
        guard PhotoImage.start() else { throw Error(description: "libvips does not start") }
        try Self.limit()
        try Sandbox.forbidCalls()
        if let secret { return SandboxTrial.report(secret: secret, folder: folder) }
        guard let line = readLine() else { return }
        Self.limitTime()
        let outcome = try JSONDecoder().decode(PhotoWorkerJob.self, from: Data(line.utf8)).run()
        FileHandle.standardOutput.write(try JSONEncoder().encode(outcome) + Data("\n".utf8))
    }

    /// Takes the files of others out of this thread's reach, which is all of the process as a rule. Where a library has started
    /// threads, it executes this program again, so that none of them has had those files.
    private func shutIn() throws {
        let isAlone = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count == 1
        try Sandbox.forbidFiles(but: folder)
        if isAlone { return }
        let words =
            ["moeum", "photo-worker", "--folder", folder, "--shut-in"] + (secret.map { ["--trying", $0] } ?? [])
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        execv("/proc/self/exe", arguments)
        throw Error(description: "cannot begin anew: \(String(cString: strerror(errno)))")
    }

    /// Why it cannot work at all.
    private struct Error: Swift.Error, CustomStringConvertible {
        let description: String
    }

    /// Ends this process as soon as the server has ended, in the middle of a job too: it must not write where a restarted
    /// server does. The system's own signal for that (PR_SET_PDEATHSIG) would come when the thread that started this process
    /// ends, which may be long before the server does.
    private static func endWithServer() {
        let watch = Thread {
            var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            while poll(&input, 1, -1) < 0, errno == EINTR {}
            _exit(0)
        }
        // A small stack, because it counts as writable memory.
        watch.stackSize = 1 << 18
        watch.start()
    }

    private static func limit() throws {
        // Writing past the file size then fails with an error instead of ending the process.
        signal(SIGXFSZ, SIG_IGN)
        for (kind, limit) in [
            (RLIMIT_DATA, memory), (RLIMIT_FSIZE, fileSize), (RLIMIT_CORE, 0), (RLIMIT_NOFILE, 32),
        ] {
            var limit = rlimit(rlim_cur: limit, rlim_max: limit)
            guard setrlimit(__rlimit_resource_t(kind.rawValue), &limit) == 0 else {
                throw Error(description: "limit \(kind): errno \(errno)")
            }
        }
        guard photo_keep_rights() == 0 else { throw Error(description: "rights: errno \(errno)") }
    }

    /// Allows so many seconds of processor time from now; past them the system ends the process.
    private static func limitTime() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let used = UInt(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        limit.rlim_cur = min(used + seconds, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }
}

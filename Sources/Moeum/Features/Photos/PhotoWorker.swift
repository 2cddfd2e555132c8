import CVips
import Foundation

/// The program's other self: `moeum photo-worker`. It decodes what strangers send, outside the server and under limits of
/// its own, so that a picture made to do harm costs one photo and this process.
package enum PhotoWorker {
    /// How many bytes of memory it may write to. With what is resident of the program and its libraries it stays below
    /// 512 MB, and 50 megapixels of a progressive JPEG or a WebP find room; the address space counts for nothing.
    static let memory: UInt = 440 << 20
    /// Processor seconds for one photo.
    static let seconds: UInt = 20
    /// No file that it writes is larger.
    private static let fileSize: UInt = 32 << 20

    /// Does one job a line until its input ends, which it does with the server.
    package static func run() throws {
        umask(0o077)
        endWithServer()
        guard PhotoImage.start() else { throw Error(description: "libvips does not start") }
        try limit()
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        while let line = readLine() {
            allowMoreTime()
            let job = try decoder.decode(PhotoJob.self, from: Data(line.utf8))
            let outcome = PhotoDecoding(job: job).run()
            // What a large picture left scattered would be missing for the next.
            photo_trim()
            FileHandle.standardOutput.write(try encoder.encode(outcome) + Data("\n".utf8))
        }
    }

    /// What keeps it from working at all.
    private struct Error: Swift.Error, CustomStringConvertible {
        let description: String
    }

    /// Ends this process as soon as nobody can ask it any more, whatever it is doing: it is not to write where a server that
    /// starts anew does. The system's own signal for that (PR_SET_PDEATHSIG) would come with the end of the thread that
    /// started this process, which the server outlives.
    private static func endWithServer() {
        let watch = Thread {
            var input = pollfd(fd: STDIN_FILENO, events: 0, revents: 0)
            while poll(&input, 1, -1) < 0, errno == EINTR {}
            _exit(0)
        }
        // Of the memory that it may write to.
        watch.stackSize = 1 << 18
        watch.start()
    }

    private static func limit() throws {
        // A file past its size is an error that is answered, not a death.
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

    /// So many seconds more than it has used; past them the system ends it.
    private static func allowMoreTime() {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let used = UInt(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1)
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        limit.rlim_cur = min(used + seconds, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }
}

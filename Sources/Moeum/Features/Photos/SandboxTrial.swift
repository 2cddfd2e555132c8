import Foundation

/// Tries what a shut-in worker must not be able to do; what works is told. For tests, and for the doctor.
enum SandboxTrial {
    /// The last line of a report: without it the trial ended early and proves nothing.
    private static let end = "tried"

    /// Prints what works, a line each.
    static func report(secret: String) {
        for line in successes(secret: secret) + [end] { print(line) }
    }

    /// What a report tells; nil where it is not whole.
    static func successes(in report: String) -> [String]? {
        let lines = report.split(separator: "\n").map(String.init)
        return lines.last == end ? lines.dropLast() : nil
    }

    /// What was tried and works, by name.
    /// - Parameter secret: a file that the process must not read.
    static func successes(secret: String) -> [String] {
        let parent = getppid()
        let attempts: [(name: String, works: Bool)] = [
            ("read the site's files", canOpen(secret, O_RDONLY)),
            ("write the site's files", canOpen(secret, O_WRONLY)),
            ("read the list of users", canOpen("/etc/passwd", O_RDONLY)),
            ("look into a folder", opendir("/etc") != nil),
            ("write elsewhere", canOpen("/tmp/moeum-trial", O_WRONLY | O_CREAT)),
            ("read the server's environment", canOpen("/proc/\(parent)/environ", O_RDONLY)),
            ("open a socket of the network", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0),
            ("open a socket of the machine", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0),
            ("signal the server", kill(parent, 0) == 0),
            ("start a program", canStartProgram()),
        ]
        return attempts.filter(\.works).map(\.name)
    }

    private static func canOpen(_ path: String, _ flags: Int32) -> Bool {
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    private static func canStartProgram() -> Bool {
        var child: pid_t = 0
        guard posix_spawn(&child, "/bin/true", nil, nil, [nil], nil) == 0 else { return false }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        return true
    }
}

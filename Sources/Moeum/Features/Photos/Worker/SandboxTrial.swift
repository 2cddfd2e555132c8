import CSandbox
import Foundation

/// Tries what a shut-in worker must not be able to do; what works is reported. For tests, and for the doctor.
enum SandboxTrial {
    /// The last line of a report: without it the trial ended early and proves nothing.
    private static let end = "tried"

    /// Prints what works, a line each.
    static func report(secret: String, folder: String) {
        let successes = results(secret: secret, folder: folder).filter(\.works).map(\.name)
        for line in successes + [end] { print(line) }
    }

    /// Another job's folder and picture, beside a worker's own folder.
    static func otherJob(than folder: String) -> (folder: String, photo: String) {
        ("\(folder)-other", "\(folder)-other/photo")
    }

    /// What a report tells; nil where it is not whole.
    static func successes(in report: String) -> [String]? {
        let lines = report.split(separator: "\n").map(String.init)
        return lines.last == end ? lines.dropLast() : nil
    }

    /// What was tried, by name, and whether it works. Nothing of it changes anything.
    /// - Parameters:
    ///   - secret: a file that the process must not reach.
    ///   - folder: its own.
    static func results(secret: String, folder: String) -> [(name: String, works: Bool)] {
        let (parent, other) = (getppid(), otherJob(than: folder))
        return [
            ("read another job's picture", canOpen(other.photo, O_RDONLY)),
            ("replace another job's picture", canOpen(other.photo, O_WRONLY)),
            ("see another job's files", canList(other.folder)),
            ("see which jobs there are", canList(URL(filePath: folder).deletingLastPathComponent().path)),
            ("use a call that no picture takes", sandbox_can_ask_persona() != 0),
            ("read the site's files", canOpen(secret, O_RDONLY)),
            ("write the site's files", canOpen(secret, O_WRONLY)),
            ("cut the site's files", canCut(secret)),
            ("open the site's files to others", canChangeMode(secret)),
            ("write beside them", canWrite(beside: secret)),
            ("read the list of users", canOpen("/etc/passwd", O_RDONLY)),
            ("look into a folder", canList("/etc")),
            ("read the server's environment", canOpen("/proc/\(parent)/environ", O_RDONLY)),
            ("open a socket of the network", canOpenSocket(AF_INET)),
            ("open a socket of the machine", canOpenSocket(AF_UNIX)),
            ("signal the server", kill(parent, 0) == 0 || sandbox_can_signal(parent) != 0),
            ("limit the server", sandbox_can_limit(parent) != 0),
            ("start a program", canStartProgram()),
        ]
    }

    private static func canOpen(_ path: String, _ flags: Int32) -> Bool {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// A length that no file can have: anyone who may cut sees that, and anyone who may not is not.
    private static func canCut(_ path: String) -> Bool { truncate(path, -1) == 0 || errno == EINVAL }

    /// To the one that it has.
    private static func canChangeMode(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && chmod(path, status.st_mode & 0o7777) == 0
    }

    private static func canWrite(beside path: String) -> Bool {
        let file = "\(path).trial"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        unlink(file)
        return true
    }

    private static func canList(_ folder: String) -> Bool {
        guard let list = opendir(folder) else { return false }
        closedir(list)
        return true
    }

    private static func canOpenSocket(_ family: Int32) -> Bool {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
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

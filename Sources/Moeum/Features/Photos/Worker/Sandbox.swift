import CSandbox
import Foundation

/// What a process may reach: files by Landlock (landlock(7)), calls of the system by seccomp (seccomp(2)). Neither can be taken
/// back, and neither needs rights.
enum Sandbox {
    /// Why a process could not be shut in.
    struct Error: Swift.Error, CustomStringConvertible {
        let description: String
    }

    /// What the program and its libraries read besides their own files: fonts and their configuration, tables of characters.
    private static let readable = [
        "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/var/cache/fontconfig", "/proc/self",
    ]
    private static let devices = ["/dev/null", "/dev/urandom"]

    /// Whether this kernel can keep files from a process: Linux from 5.13, where it is switched on.
    static var hasLandlock: Bool { sandbox_landlock_version() >= 1 }

    /// Keeps every file from this thread and whatever it becomes, but what the program itself is made of, public files of the
    /// system, and one folder.
    /// - Parameter folder: that it may write in.
    static func forbidFiles(but folder: String) throws {
        let version = sandbox_landlock_version()
        let rules = sandbox_rules(version)
        guard rules >= 0 else { throw error("rules") }
        defer { close(rules) }
        for path in Set(readable + programFiles()) where access(path, F_OK) == 0 {
            guard sandbox_allow(rules, version, path, 0) == 0 else { throw error(path) }
        }
        for path in devices where access(path, F_OK) == 0 {
            guard sandbox_allow(rules, version, path, 1) == 0 else { throw error(path) }
        }
        guard sandbox_allow(rules, version, folder, 1) == 0 else { throw error(folder) }
        guard sandbox_enter(rules) == 0 else { throw error("entering") }
    }

    /// Forbids all threads of this process whatever decoding and drawing do not take: no sockets, programs, processes, signals.
    static func forbidCalls() throws {
        guard sandbox_forbid_calls() == 0 else { throw error("calls") }
    }

    /// The files that this process has mapped: the program and its libraries, wherever they are.
    private static func programFiles() -> [String] {
        // Read piece by piece: the system does not say how long this file is, nor gives it at once.
        guard let file = FileHandle(forReadingAtPath: "/proc/self/maps") else { return [] }
        defer { try? file.close() }
        var bytes = Data()
        while let piece = try? file.read(upToCount: 65_536), !piece.isEmpty { bytes.append(piece) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return Array(Set(lines.compactMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } }))
    }

    private static func error(_ what: String) -> Error {
        Error(description: "shutting in, \(what): \(String(cString: strerror(errno)))")
    }
}

import Foundation

/// A backup's file: written under another name, synced and renamed, so that what has its name is whole.
enum BackupFile {
    /// The ending of an unfinished backup's name.
    static let unfinished = ".part"

    static let beginning = "moeum-"

    /// Such as `moeum-20261126-183000.tar.gz`, in UTC: in the order of time.
    static func name(at now: Date) -> String {
        let digits = SeoulTime(now).rfc3339.prefix(19).filter(\.isNumber)
        return "\(beginning)\(digits.prefix(8))-\(digits.dropFirst(8)).tar.gz"
    }

    static func isName(_ name: String) -> Bool { name.wholeMatch(of: /moeum-[0-9]{8}-[0-9]{6}\.tar\.gz/) != nil }

    static func isUnfinishedName(_ name: String) -> Bool {
        name.hasSuffix(unfinished) && isName(String(name.dropLast(unfinished.count)))
    }

    static func isCompressed(_ path: String) -> Bool { path.hasSuffix(".gz") || path.hasSuffix(".tgz") }

    /// Opens the file, lets `body` write it, and gives it its name.
    /// - Returns: the value of `body`, and the file's size in bytes.
    static func write<Value: Sendable>(
        _ path: String,
        on threads: BlockingThreadPool,
        _ body: (_ descriptor: Int32) async throws -> Value
    ) async throws -> (Value, bytes: Int) {
        var status = stat()
        guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw Config.Error(description: "\(path) is no ordinary file: a backup would take its place")
        }
        let part = path + unfinished
        let descriptor = open(part, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Config.Error(description: "\(path) cannot be written: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw Config.Error(description: "another backup is being written to \(path)")
        }
        do {
            // One that was left there may be readable by others.
            fchmod(descriptor, 0o600)
            ftruncate(descriptor, 0)
            let value = try await body(descriptor)
            let bytes = try await threads.run {
                guard fsync(descriptor) == 0 else { throw DurableFile.Error(code: errno) }
                return Int(try DurableFile.move(part, to: path))
            }
            return (value, bytes)
        } catch {
            unlink(part)
            throw error
        }
    }
}

import Foundation

/// A file of a register that staff sent to be imported, one at a time.
struct RegisterUpload: Sendable, Identifiable {
    /// Why it was not imported, besides what its run tells.
    enum Failure: String, Sendable, CaseIterable {
        /// The file is gone, or another server has it.
        case fileMissing = "file-missing"
        /// The program failed several times.
        case internalError = "fault"
    }

    /// Also the number of its run.
    let id: RegisterRun.ID
    let register: Register
    /// The file's name in its folder.
    let file: String
    let options: RegisterOptions
    var failure: Failure?
    /// Whether somebody has taken it yet.
    var hasBegun = false
    let createdAt: Date
    var endedAt: Date?
    /// Nickname of the person who sent it; nil where the account is gone.
    var sentBy: String?

    var isActive: Bool { endedAt == nil }
}

/// The folder of uploaded registers, readable by the program's own user alone.
struct RegisterFiles: Sendable {
    /// The largest file that can be sent, in bytes.
    static let maxBytes: Int64 = 512 << 20

    let folder: String
    /// The space of current uploads: one of the largest.
    let space = UploadQuota(capacity: maxBytes, ofAccount: maxBytes)
    private let threads = BlockingThreadPool(threads: 1)

    init(dataDirectory: String) { folder = "\(dataDirectory)/registers" }

    /// What is taken of a form with such a file.
    static func rules(folder: String = "", space: UploadQuota? = nil) -> FileRules {
        FileRules(folder: folder, bytesPerFile: maxBytes, isDurable: true, bytesWithoutSession: 0, space: space)
    }

    func path(of name: String) -> String { "\(folder)/\(name)" }

    func isThere(_ name: String) async throws -> Bool {
        let path = path(of: name)
        return try await threads.run { FileManager.default.fileExists(atPath: path) }
    }

    /// Missing ones are ignored.
    func remove(_ names: [String]) async throws {
        let paths = names.map { path(of: $0) }
        try await threads.run { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    }

    /// Removes files that no import waits for, which a crash left.
    /// - Parameter age: in seconds; younger ones stay, because their upload may not be saved yet.
    func sweep(_ database: any Database, at now: Date = .now, age: TimeInterval = 600) async throws {
        let folder = folder
        let names = try await threads.run {
            FileManager.default.names(in: folder, changedBefore: now.addingTimeInterval(-age))
        }
        guard !names.isEmpty else { return }
        let awaited = try await database.read { try $0.activeRegisterUpload()?.file }
        try await remove(names.filter { $0 != awaited })
    }
}

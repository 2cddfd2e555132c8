import Foundation
import ServiceLifecycle

/// Imports the registers that staff send. One that another process left is continued.
struct RegisterWorker: JobKind {
    static let name = "register"
    /// How long the server that has a file may take to begin, in seconds.
    private static let timeout: TimeInterval = 3_600

    let files: RegisterFiles
    /// The folder with `sources.json` and the districts.
    let dataDirectory: String
    var name: String { Self.name }
    var rules: JobRules { JobRules(backoff: RetryBackoff(firstDelay: 10, maxAttempts: 3)) }

    func run(_ hold: JobHold) async throws -> JobResult {
        let (database, clock) = (hold.database, hold.clock)
        let known = try await database.read { transaction in
            try RegisterRun.ID(hold.job.key).flatMap { id in
                try transaction.registerUpload(id).map { ($0, try transaction.hasRegisterRun(id)) }
            }
        }
        guard let (upload, isOver) = known, upload.isActive else { return JobResult() }
        if !isOver {
            guard try await files.isThere(upload.file) else {
                return JobResult(commit: { try $0.endRegisterUpload(upload.id, .fileMissing, at: clock()) })
            }
            let work = try RegisterImport(
                register: upload.register,
                files: [RegisterFile(path: files.path(of: upload.file), name: "")],
                run: upload.id,
                options: upload.options,
                database: database,
                dataDirectory: dataDirectory
            )
            // A signal to stop ends it before it changes anything; the next process begins again.
            _ = try await cancelWhenGracefulShutdown { try await work.run(onProgress: { _, _, _ in }, at: clock()) }
        }
        return JobResult(
            commit: { try $0.endRegisterUpload(upload.id, at: clock()) },
            // If this fails, the sweep removes the file.
            cleanUp: { isCommitted in if isCommitted { try? await files.remove([upload.file]) } }
        )
    }

    /// Of the servers of one database the one that has the file takes it; after the timeout, any of them ends it.
    func admits(_ transaction: Transaction, at now: Date) throws -> Bool {
        guard let upload = try transaction.activeRegisterUpload() else { return true }
        return FileManager.default.fileExists(atPath: files.path(of: upload.file))
            || now.timeIntervalSince(upload.createdAt) >= Self.timeout
    }

    /// The sweep removes the file.
    func giveUp(_ job: Job, _ transaction: Transaction, at now: Date) throws {
        guard let id = RegisterRun.ID(job.key) else { return }
        try transaction.endRegisterUpload(id, .internalError, at: now)
    }

    /// The file is gone by then.
    func prepareRetry(of key: String, _ transaction: Transaction) throws -> Bool { false }

    func subject(of key: String, _ language: Language, _ transaction: Transaction) throws -> JobSubject? {
        let upload = try RegisterRun.ID(key).flatMap { try transaction.registerUpload($0) }
        let title = try upload.map { upload in
            try transaction.source(upload.register.source)?.name(language) ?? upload.register.rawValue
        }
        return JobSubject(title: title ?? key, canRetry: false)
    }
}

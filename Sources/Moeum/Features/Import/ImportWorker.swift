import Foundation
import ServiceLifecycle

/// Runs the imports that staff ask for. One that another process left is continued.
struct ImportWorker: JobKind {
    /// Makes the importer, which may allow a mass cancel; nil where no API key is configured.
    typealias MakeImporter = @Sendable (_ allowsMassCancel: Bool, any Database) throws -> SeoulImport?

    static let name = "import"

    let make: MakeImporter
    var name: String { Self.name }
    var rules: JobRules { JobRules(backoff: RetryBackoff(firstDelay: 10, maxAttempts: 3)) }

    func run(_ hold: JobHold) async throws -> JobResult {
        let (database, clock) = (hold.database, hold.clock)
        let latest = try await database.read { try $0.latestImportJob() }
        guard let job = latest, job.isActive, String(job.id) == hold.job.key else { return JobResult() }
        guard let seoul = try make(job.allowsMassCancel, database) else {
            return JobResult(commit: { try $0.endImportJob(job.id, .noKey, at: clock()) })
        }
        func districtsLeft() async throws -> [String] {
            let ended = try await database.read { try $0.endedDistricts(of: job) }
            return job.districts.filter { ended[$0] == nil }
        }
        let left = try await districtsLeft()
        if !left.isEmpty {
            // A signal to stop cancels the requests; the remaining districts wait for the next process.
            try await cancelWhenGracefulShutdown {
                _ = try await seoul.run(only: left, batch: job.id, onRows: { _ in }, onReport: { _ in })
            }
            guard try await districtsLeft().isEmpty else {
                throw JobFailure(reason: "some districts have left no record")
            }
        }
        return JobResult(commit: { try $0.endImportJob(job.id, at: clock()) })
    }

    func giveUp(_ job: Job, _ transaction: Transaction, at now: Date) throws {
        guard let id = ImportJob.ID(job.key) else { return }
        try transaction.endImportJob(id, .internalError, at: now)
    }

    func prepareRetry(of key: String, _ transaction: Transaction) throws -> Bool {
        try ImportJob.ID(key).map { try transaction.restartImportJob($0) } ?? false
    }

    func subject(of key: String, _ language: Language, _ transaction: Transaction) throws -> JobSubject? {
        try ImportJob.ID(key).map { JobSubject(title: try transaction.importDistricts(of: $0).joined(separator: ", ")) }
    }
}

extension ImportWorker {
    /// With the site's configured key, if any.
    init(config: Config) {
        self.init { allowsMassCancel, database in
            guard let key = config.seoulAPIKey else { return nil }
            return try SeoulImport(
                database: database,
                dataDirectory: "\(config.resourceDirectory)/Data",
                key: key,
                baseURL: nil,
                allowsMassCancel: allowsMassCancel
            )
        }
    }
}

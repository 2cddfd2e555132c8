import Foundation
import Logging
import ServiceLifecycle

/// Runs the imports that staff ask for. A job is held by a lease: two processes never run the same one, and a crashed process's
/// job is continued.
struct ImportWorker: Sendable {
    /// Makes the importer, which may allow a mass cancel; nil where no API key is configured.
    typealias MakeImporter = @Sendable (_ allowsMassCancel: Bool) throws -> SeoulImport?

    let database: any Database
    let logger: Logger
    let clock: @Sendable () -> Date
    let make: MakeImporter
    /// How often the lease is renewed.
    var heartbeat = Duration.seconds(20)

    /// Runs the waiting job.
    /// - Returns: false where there is none.
    @discardableResult
    func work() async throws -> Bool {
        // A read is cheaper than a write that changes nothing.
        guard try await database.read({ try $0.hasFreeImportJob(at: clock()) }) else { return false }
        let lease = Identifier<JobLease>.next()
        guard let job = try await database.write({ try $0.claimImportJob(lease: lease, at: clock()) }) else {
            return false
        }
        guard job.tries <= ImportJob.maxTries else {
            try await database.write { try $0.endImportJob(job, .internalError, at: clock()) }
            return true
        }
        do {
            guard let seoul = try make(job.allowsMassCancel) else {
                try await database.write { try $0.endImportJob(job, .noKey, at: clock()) }
                return true
            }
            try await run(job, seoul)
        } catch is ImportJobLost {
            logger.notice("import job lost", metadata: ["job": "\(job.id)"])
        } catch {
            let wasStopped = Task.isShuttingDownGracefully
            if !wasStopped { logger.error("import job", metadata: ["job": "\(job.id)", "error": "\(error)"]) }
            try await database.write { try $0.returnImportJob(job, wasStopped: wasStopped, at: clock()) }
        }
        return true
    }

    private func run(_ job: ImportJob, _ seoul: SeoulImport) async throws {
        let ended = try await database.read { try $0.endedDistricts(of: job) }
        let left = job.districts.filter { ended[$0] == nil }
        if !left.isEmpty {
            try await jobLease(job).hold {
                // A signal to stop cancels the requests; the remaining districts wait for the next process.
                try await cancelWhenGracefulShutdown {
                    _ = try await seoul.run(only: left, batch: job.id, onRows: { _ in }, onReport: { _ in })
                }
            }
            let ended = try await database.read { try $0.endedDistricts(of: job) }
            if left.contains(where: { ended[$0] == nil }) {
                guard !Task.isShuttingDownGracefully else { throw CancellationError() }
                throw ImportJobIncomplete()
            }
        }
        try await database.write { try $0.endImportJob(job, at: clock()) }
    }

    private func jobLease(_ job: ImportJob) -> JobLease {
        JobLease(
            heartbeat: heartbeat,
            length: .seconds(ImportJob.leaseLength),
            renew: { [database, clock] in try await database.write { try $0.renewImportJob(job, at: clock()) } },
            loss: ImportJobLost()
        )
    }
}

/// Some districts have no result.
private struct ImportJobIncomplete: Error, CustomStringConvertible {
    let description = "some districts have left no record"
}

extension ImportWorker {
    /// With the site's configured key, if any.
    init(config: Config, database: any Database, logger: Logger, clock: @escaping @Sendable () -> Date) {
        self.init(database: database, logger: logger, clock: clock) { allowsMassCancel in
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

import Foundation
import Logging

@testable import Moeum

extension JobWorker {
    /// Does jobs of a test's database.
    static func quiet(_ database: any Database, clock: @escaping @Sendable () -> Date = { .now }) -> JobWorker {
        JobWorker(
            database: database,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: clock
        )
    }
}

extension TestSite {
    /// Does what is due of a kind, as the server does beside the requests; what is done again and again is due at once.
    func runJobs(_ kind: any JobKind) async throws {
        if kind.rules.interval != nil {
            let now = now
            try await app.database.write { transaction in
                try transaction.registerJob(kind, at: now)
                try transaction.execute("UPDATE jobs SET available_at = \(now.milliseconds) WHERE kind = \(kind.name)")
            }
        }
        try await app.jobWorker.drain(kind)
    }

    /// - Parameter name: of one of the site's own kinds.
    func runJobs(_ name: String) async throws {
        guard let kind = app.jobKinds.first(where: { $0.name == name }) else { throw NoSuchJobs(name: name) }
        try await runJobs(kind)
    }

    private struct NoSuchJobs: Error { let name: String }
}

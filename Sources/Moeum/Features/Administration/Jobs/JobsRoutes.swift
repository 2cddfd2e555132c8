import Foundation
import Hummingbird

/// What could not be done: to be tried again once the cause is gone, or dropped.
struct JobsRoutes: RouteGroup {
    private enum Handling: String {
        case retry = "job-retried"
        case drop = "job-dropped"

        var action: AuditEntry.Action { self == .retry ? .retryJob : .dropJob }
    }

    let app: App
    private let kinds: [any JobKind]

    init(app: App) {
        self.app = app
        kinds = app.jobKinds
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/jobs", for: .admin, use: showJobs)
        router.post("/admin/jobs/retry", for: .admin) { try await apply(.retry, $0, $1) }
        router.post("/admin/jobs/drop", for: .admin) { try await apply(.drop, $0, $1) }
    }

    @Sendable func showJobs(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (now, kinds, language) = (app.clock(), kinds, context.language)
        @Sendable func label(_ kind: String) -> String { context.text("admin.jobs.kind.\(kind)") }
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.jobs.title"),
            frame: AdministrationFrame(.jobs)
        ) { transaction in
            let counts = try transaction.jobCounts(for: kinds, at: now)
            return JobsPage(
                kinds: kinds.map { kind in
                    JobKindRow(
                        counts: counts[kind.name] ?? JobCounts(kind: kind.name),
                        label: label(kind.name),
                        isRecurring: kind.rules.interval != nil
                    )
                },
                dead: try transaction.deadJobs(limit: JobsPage.maxShown).map { job in
                    let kind = kinds[named: job.kind]
                    let subject = try kind?.subject(of: job.key, language, transaction)
                    return DeadJobRow(
                        job: job,
                        label: label(job.kind),
                        subject: subject ?? JobSubject(title: job.key, canRetry: kind != nil)
                    )
                }
            )
        }
    }

    private func apply(
        _ handling: Handling,
        _ context: AppRequestContext,
        _ member: Member
    ) async throws -> Response {
        let (kind, key, kinds, wake) = (context.form["kind"], context.form["key"], kinds, app.jobWake)
        // All up to the newest that the page showed.
        guard let until = context.form["until"].map({ Int64($0) }) ?? .max else { throw Problem.badRequest }
        let target = AuditEntry.Target(.job, key.map { "\(kind ?? "") \($0)" } ?? "all")
        let audit = AuditContext.staff(member, app)
        let count = try await app.database.write { transaction in
            var count = 0
            for job in try transaction.deadJobs(until: until, kind: kind, key: key) {
                switch handling {
                case .retry:
                    guard try kinds[named: job.kind]?.prepareRetry(of: job.key, transaction) == true else { continue }
                    try transaction.addJob(job.kind, job.key, payload: job.payload, due: audit.at)
                case .drop: try transaction.dropJob(job)
                }
                count += 1
            }
            if count > 0 {
                try transaction.deleteMailsWithoutJob(atMost: .max)
                transaction.afterCommit(wake.send)
                // The audit entry does not name the recipients, which are private.
                try transaction.recordEvent(handling.action, on: target, audit, after: ["count": String(count)])
            }
            return count
        }
        // Somebody else was faster, or there never was such a job.
        if count == 0, key != nil { throw Problem.notFound }
        app.logger.notice(
            "jobs",
            metadata: ["action": "\(handling.rawValue)", "count": .stringConvertible(count), "account": "\(member.id)"]
        )
        return app.pages.seeOther(context, to: "/admin/jobs", flash: handling.rawValue)
    }
}

extension [any JobKind] {
    fileprivate subscript(named name: String) -> (any JobKind)? { first { $0.name == name } }
}

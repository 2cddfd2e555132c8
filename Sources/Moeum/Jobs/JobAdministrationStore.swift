import Foundation

/// How the jobs of one kind stand.
struct JobCounts: Sendable, Equatable {
    let kind: String
    var waiting = 0
    var running = 0
    /// Not to be done before somebody says so.
    var held = 0
    /// Given up.
    var dead = 0
    /// Since when the one is due that has waited longest.
    var dueSince: Date?
    /// When the next is tried.
    var next: Date?
    /// Why the last attempt of one that waits failed.
    var error: String?

    var unfinished: Int { waiting + running }
}

extension Transaction {
    /// By the names of their kinds.
    /// - Parameter kinds: what this server does. Of work that each server has for itself, only its own is counted: that of a
    ///   server that is gone waits for nobody.
    func jobCounts(for kinds: [any JobKind] = [], at now: Date) throws -> [String: JobCounts] {
        let isRunning: SQL = "lease IS NOT NULL AND available_at > \(now.milliseconds)"
        let others = kinds.filter { !$0.rules.key.isEmpty }.map { kind -> SQL in
            "AND NOT (kind = \(kind.name) AND key <> \(kind.rules.key))"
        }
        let counts = try rows(
            """
            SELECT kind, COUNT(available_at), COUNT(CASE WHEN \(isRunning) THEN 1 END), COUNT(died_at), COUNT(*),
                MIN(CASE WHEN available_at IS NOT NULL AND NOT (\(isRunning)) THEN due_at END), MIN(available_at),
                MAX(CASE WHEN available_at IS NOT NULL THEN error END)
            FROM jobs WHERE 1 = 1 \(SQL.joined(others, separator: " ")) GROUP BY kind
            """
        ).map { row in
            let (unfinished, running, dead) = (try row.int(1), try row.int(2), try row.int(3))
            return JobCounts(
                kind: try row.string(0),
                waiting: unfinished - running,
                running: running,
                held: try row.int(4) - unfinished - dead,
                dead: dead,
                dueSince: try row.optionalDate(5),
                next: try row.optionalDate(6),
                error: try row.optionalString(7)
            )
        }
        var byKind = Dictionary(uniqueKeysWithValues: counts.map { ($0.kind, $0) })
        for kind in kinds where kind.rules.interval != nil {
            guard let next = byKind[kind.name]?.next, next <= now, try !hasWork(for: kind, at: now) else { continue }
            // It is looked after all the time, and done once there is something to do.
            byKind[kind.name]?.dueSince = nil
            byKind[kind.name]?.next = now
        }
        return byKind
    }

    func jobCounts(of kind: String, at now: Date) throws -> JobCounts {
        try jobCounts(at: now)[kind] ?? JobCounts(kind: kind)
    }

    /// Newest first.
    /// - Parameters:
    ///   - until: in milliseconds; none that were given up later, so that staff decide nothing that they have not seen.
    ///   - kind: with `key`, of the only one that is asked for.
    func deadJobs(until: Int64 = .max, kind: String? = nil, key: String? = nil, limit: Int = .max) throws -> [Job] {
        let isAskedFor: SQL = key.map { "AND kind = \(kind) AND key = \($0)" } ?? ""
        return try rows(
            """
            SELECT \(Job.columns) FROM jobs WHERE died_at <= \(until) \(isAskedFor)
            ORDER BY died_at DESC, kind, key LIMIT \(limit)
            """
        ).map(Job.init)
    }

    func dropJob(_ job: Job) throws {
        try execute("DELETE FROM jobs WHERE kind = \(job.kind) AND key = \(job.key) AND died_at IS NOT NULL")
    }
}

import Foundation

/// The figures of the site for monitoring programs: what pages show to staff, as numbers.
struct SiteMetrics: Sendable {
    private let app: App
    private let kinds: [any JobKind]

    init(app: App) { (self.app, kinds) = (app, app.jobKinds) }

    /// Prometheus' text, of requests, of this process and of the site; without the latter where its database does not answer.
    func text() async -> String {
        let database = app.database.statistics
        let cache = app.responseCache?.statistics ?? (hits: 0, misses: 0)
        let build = BuildInformation.current
        let labels = [
            ("version", build.release), ("commit", build.commit), ("sqlite", build.sqlite), ("libvips", build.libvips),
        ]
        let own = [
            MetricSample("moeum_build_info", .gauge, "What the program is.", labels: labels, 1),
            MetricSample("process_start_time_seconds", .gauge, "When it began.", app.startedAt.timeIntervalSince1970),
            MetricSample("moeum_page_cache_hits_total", .counter, "Pages from memory.", cache.hits),
            MetricSample("moeum_page_cache_misses_total", .counter, "Pages made anew.", cache.misses),
            MetricSample("moeum_database_waiting_reads", .gauge, "Reads in the queue.", database.waitingReads),
            MetricSample("moeum_database_waiting_writes", .gauge, "Writes in the queue.", database.waitingWrites),
            MetricSample("moeum_database_bytes", .gauge, "Size of the database.", database.bytes),
            MetricSample("moeum_password_hashes_waiting", .gauge, "Passwords to be hashed.", app.passwords.waiting),
            MetricSample("moeum_photo_jobs", .gauge, "Photos in work or waiting.", await app.photos.workers.load),
            MetricSample(
                "moeum_photo_failures_total",
                .counter,
                "Photos over which a worker died or took too much.",
                await app.photos.workers.failures
            ),
            MetricSample("moeum_maintenance", .gauge, "1 while the site is closed.", app.maintenance.isOn ? 1 : 0),
        ]
        let log = database.logBytes.map {
            MetricSample("moeum_database_log_bytes", .gauge, "Size of SQLite's log.", $0)
        }
        let now = app.clock()
        let rows = try? await app.database.read { [kinds] in try Self.samples($0, kinds, at: now) }
        return app.observers.metrics.text(
            ProcessFigures.samples + own + [log].compactMap { $0 } + rejections + (rows ?? [])
        )
    }

    private var rejections: [MetricSample] {
        app.limits.rejections.byName.sorted { $0.key < $1.key }.map { name, count in
            MetricSample(
                "moeum_rate_limit_refusals_total",
                .counter,
                "Requests that a rate limit refused.",
                labels: [("limit", name)],
                Double(count)
            )
        }
    }

    /// What the rows say. An age is missing where there is nothing that could have one.
    private static func samples(
        _ transaction: Transaction,
        _ kinds: [any JobKind],
        at now: Date
    ) throws -> [MetricSample] {
        let (jobs, cases) = (try transaction.jobCounts(for: kinds, at: now), try transaction.caseCounts())
        func age(_ name: String, _ help: String, since date: Date?) -> MetricSample? {
            date.map { MetricSample(name, .gauge, help, now.timeIntervalSince($0)) }
        }
        let ages = [
            age("moeum_cases_oldest_seconds", "Age of the oldest open case.", since: try transaction.oldestOpenCase()),
            age("moeum_import_age_seconds", "Time since the last import.", since: try transaction.latestImport()),
            age(
                "moeum_backup_age_seconds",
                "Time since the last backup.",
                since: try transaction.latestBackup()?.madeAt
            ),
        ]
        return [
            MetricSample(
                "moeum_cases_open",
                .gauge,
                "Cases that nobody has decided.",
                cases[.open, default: 0] + cases[.taken, default: 0]
            )
        ] + ages.compactMap { $0 } + (try registers(transaction, at: now))
            + samples(kinds.map { jobs[$0.name] ?? JobCounts(kind: $0.name) }, at: now)
    }

    private static func registers(_ transaction: Transaction, at now: Date) throws -> [MetricSample] {
        try transaction.registerStandings().compactMap { standing in
            standing.takenAt.map {
                MetricSample(
                    "moeum_register_age_seconds",
                    .gauge,
                    "Time since a register was last taken.",
                    labels: [("register", standing.register.rawValue)],
                    now.timeIntervalSince($0)
                )
            }
        }
    }

    private static func samples(_ jobs: [JobCounts], at now: Date) -> [MetricSample] {
        jobs.flatMap { jobs in
            let states = [
                ("waiting", jobs.waiting), ("running", jobs.running), ("held", jobs.held), ("failed", jobs.dead),
            ]
            return states.map { state, count in
                MetricSample(
                    "moeum_jobs",
                    .gauge,
                    "Background jobs.",
                    labels: [("kind", jobs.kind), ("state", state)],
                    Double(count)
                )
            }
        }
            + jobs.map { jobs in
                MetricSample(
                    "moeum_jobs_overdue_seconds",
                    .gauge,
                    "How long the oldest job has been due.",
                    labels: [("kind", jobs.kind)],
                    jobs.dueSince.map { max(0, now.timeIntervalSince($0)) } ?? 0
                )
            }
    }
}

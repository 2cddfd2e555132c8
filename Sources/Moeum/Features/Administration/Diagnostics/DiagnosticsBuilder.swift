import Foundation

/// Checks the site's health and puts it into words.
struct DiagnosticsBuilder: Sendable, Localized {
    let app: App
    let language: Language
    var views: Views { app.views }
    let now: Date
    /// Bytes of the disk with the data; nil where they are unknown.
    let disk: (free: Int, all: Int)?

    init(_ app: App, _ language: Language) {
        (self.app, self.language, now) = (app, language, app.clock())
        let values = try? FileManager.default.attributesOfFileSystem(forPath: app.config.dataDirectory)
        let (free, all) = (values?[.systemFreeSize] as? NSNumber, values?[.systemSize] as? NSNumber)
        disk = free.flatMap { free in all.map { (free.intValue, $0.intValue) } }
    }

    func page(_ transaction: Transaction) throws -> DiagnosticsPage {
        let checks = try checks(transaction)
        let worse = checks.count { $0.state != .fine }
        let summary =
            worse == 0 ? text("admin.diagnostics.all-fine") : text("admin.diagnostics.some", ["count": .integer(worse)])
        return DiagnosticsPage(checks: checks, stateText: summary)
    }

    func checks(_ transaction: Transaction) throws -> [Diagnosis] {
        let (photoCounts, migrated) = (try transaction.photoCounts(), try transaction.migrationState())
        return [mail(try transaction.jobCounts(of: OutboxSender.name, at: now), try transaction.lastMailSentAt())]
            + files() + [
                load(), photos(photoCounts.all),
            ]
            + [orphans(try transaction.sweepResult(of: "photos"), unused: photoCounts.unused)]
            + [backup(try transaction.latestBackup(), try transaction.backupFailure(), since: migrated.beganAt)]
            + (try transaction.sourceReports().filter { $0.count(.listed) > 0 }.map(data))
            + [registers(try transaction.registerStandings())]
            + [migrations(migrated), program(), clock(try transaction.newestRowTime())]
            + [try transaction.maintenanceSince()].compactMap { $0.map(maintenance) }
            + (app.config.webhook == nil ? [] : [webhook(try transaction.jobCounts(of: WebhookSender.name, at: now))])
    }

    private func mail(_ counts: JobCounts, _ lastSentAt: Date?) -> Diagnosis {
        var parts = [text("admin.diagnostics.mail-waiting", ["waiting": .integer(counts.unfinished)])]
        if let since = counts.dueSince { parts.append(text("admin.diagnostics.mail-since", ["at": .time(since)])) }
        parts.append(text("admin.diagnostics.mail-dead", ["dead": .integer(counts.dead)]))
        parts.append(
            lastSentAt.map { text("admin.diagnostics.mail-sent", ["at": .time($0)]) }
                ?? text("admin.diagnostics.mail-never")
        )
        parts.append(text(app.config.smtpURL == nil ? "admin.diagnostics.mail-files" : "admin.diagnostics.mail-smtp"))
        let level = Diagnosis.State.jobs(counts, at: now)
        guard counts.held > 0 else { return check(.mail, level, parts) }
        parts.append(text("admin.diagnostics.mail-held", ["held": .integer(counts.held)]))
        // Mail that cannot be delivered comes first.
        return check(.mail, level == .bad ? .bad : .look, parts, advice: level == .bad ? nil : "mail-held")
    }

    private func files() -> [Diagnosis] {
        let statistics = app.database.statistics
        var checks: [Diagnosis] = []
        if let disk {
            // Only the folder's name: its path on the machine is private.
            let folder = URL(filePath: app.config.dataDirectory).standardized.lastPathComponent
            let share = disk.all > 0 ? disk.free * 100 / disk.all : 0
            let value = text(
                "admin.diagnostics.disk-free",
                ["free": .text(Self.size(disk.free)), "percent": .integer(share), "folder": .text(folder)]
            )
            checks.append(check(.disk, .disk(free: disk.free, of: disk.all), [value]))
        }
        let isLocal = statistics.logBytes != nil
        let state = Diagnosis.State.database(bytes: statistics.bytes, free: isLocal ? disk?.free : nil)
        let engine = text(isLocal ? "admin.diagnostics.sqlite" : "admin.diagnostics.postgres")
        checks.append(check(.database, state, [Self.size(statistics.bytes), engine]))
        if let log = statistics.logBytes { checks.append(check(.log, .log(bytes: log), [Self.size(log)])) }
        return checks
    }

    private func load() -> Diagnosis {
        let statistics = app.database.statistics
        let value = text(
            "admin.diagnostics.load-waiting",
            ["reads": .integer(statistics.waitingReads), "writes": .integer(statistics.waitingWrites)]
        )
        return check(.load, .load(waiting: statistics.waitingReads + statistics.waitingWrites), [value])
    }

    private func photos(_ number: Int) -> Diagnosis {
        check(.photos, .fine, [text("admin.diagnostics.photos-number", ["number": .integer(number)])])
    }

    private func orphans(_ result: SweepResult?, unused: Int) -> Diagnosis {
        let swept =
            result.map {
                text(
                    "admin.diagnostics.swept",
                    ["at": .time($0.endedAt), "rows": .integer($0.rows), "files": .integer($0.files)]
                )
            } ?? text("admin.diagnostics.never-swept")
        let waiting = text("admin.diagnostics.unused", ["number": .integer(unused)])
        return check(.orphans, .sweep(endedAt: result?.endedAt, at: now), [swept, waiting])
    }

    private func backup(_ record: BackupRecord?, _ failure: BackupFailure?, since began: Date?) -> Diagnosis {
        let value =
            record.map {
                text(
                    "admin.diagnostics.backup-at",
                    [
                        "at": .time($0.madeAt), "size": .text(Self.size($0.bytes)),
                        "name": .text(URL(filePath: $0.path).lastPathComponent),
                    ]
                )
            } ?? text("admin.diagnostics.never-backed-up")
        guard let failure, failure.at > record?.madeAt ?? .distantPast else {
            return check(.backup, .backup(madeAt: record?.madeAt, since: began, at: now), [value])
        }
        let failed = text("admin.diagnostics.backup-failed", ["at": .time(failure.at)])
        return check(.backup, .bad, record == nil ? [failed] : [failed, value])
    }

    private func data(_ report: SourceReport) -> Diagnosis {
        let newest = report.newest ?? report.source.asOf
        var parts = [
            text("admin.diagnostics.data-as-of", ["asOf": .text(newest), "places": .integer(report.count(.listed))])
        ]
        if let last = report.lastImport {
            parts.append(text("admin.diagnostics.data-import", ["at": .time(last.finishedAt)]))
        }
        var check = check(
            .data,
            .data(asOf: newest, at: SeoulDay(now)),
            parts,
            [
                "name": .text(language == .english ? report.source.nameEn : report.source.nameKo)
            ]
        )
        check.source = report.source.id
        return check
    }

    private func migrations(_ state: MigrationState) -> Diagnosis {
        let value = text(
            "admin.diagnostics.migrations-applied",
            ["number": .integer(state.applied), "last": .text(state.last ?? "–")]
        )
        let level: Diagnosis.State = state.missing > 0 ? .bad : state.unknown > 0 ? .look : .fine
        return check(.migrations, level, [value])
    }

    private func program() -> Diagnosis {
        let minutes = Int(now.timeIntervalSince(app.startedAt) / 60)
        let (days, hours) = (minutes / 1_440, minutes % 1_440 / 60)
        let runs = text(
            "admin.diagnostics.runs",
            [
                "at": .time(app.startedAt), "days": .integer(days), "hours": .integer(hours),
                "minutes": .integer(minutes % 60),
            ]
        )
        return check(.program, .fine, [BuildInformation.current.line, runs])
    }

    private func clock(_ newest: Date?) -> Diagnosis {
        let isWrong = ClockCheck.error(newest: newest, at: now) != nil
        return check(.clock, isWrong ? .bad : .fine, [text("admin.diagnostics.time", ["at": .time(now)])])
    }

    private func webhook(_ counts: JobCounts) -> Diagnosis {
        let words = [
            text("admin.diagnostics.webhook-waiting", ["waiting": .integer(counts.unfinished)]),
            text("admin.diagnostics.webhook-dead", ["dead": .integer(counts.dead)]),
        ]
        return check(.webhook, .jobs(counts, at: now), words)
    }

    private func maintenance(since: Date) -> Diagnosis {
        check(.maintenance, .look, [text("admin.diagnostics.closed-since", ["at": .time(since)])])
    }

    func check(
        _ subject: Diagnosis.Subject,
        _ state: Diagnosis.State,
        _ parts: [String],
        _ arguments: [String: FieldValue] = [:],
        advice: String? = nil
    ) -> Diagnosis {
        Diagnosis(
            subject: subject,
            state: state,
            label: text("admin.diagnostics.subject.\(subject.rawValue)", arguments),
            value: parts.joined(separator: " · "),
            advice: text(
                state == .fine
                    ? "admin.diagnostics.nothing" : "admin.diagnostics.advice.\(advice ?? subject.rawValue)"
            )
        )
    }

    /// In the unit that leaves at most three digits; the same in every language.
    static func size(_ bytes: Int) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        var (number, unit) = (Double(bytes) / 1_000, 0)
        while number >= 1_000, unit < units.count - 1 { (number, unit) = (number / 1_000, unit + 1) }
        return "\(ValueText.oneDecimal(number)) \(units[unit])"
    }
}

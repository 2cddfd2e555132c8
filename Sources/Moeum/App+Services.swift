import Foundation
import Logging
import ServiceLifecycle

extension App {
    /// What runs beside the requests while the site is served; asked for once.
    var services: [any Service] {
        [
            JobRunner(worker: jobWorker, kinds: jobKinds, wake: jobWake),
            // What this process alone knows is no job.
            statistics,
            BackgroundLoop(
                name: "maintenance",
                interval: .seconds(MaintenanceCommands.interval),
                logger: logger,
                work: readMaintenance
            ),
            // After a busy time the C library would keep what it has freed.
            BackgroundLoop(name: "memory", interval: .seconds(60), logger: logger) { FreeMemory.release() },
        ]
    }

    /// What is done as jobs, by whichever server comes first.
    var jobKinds: [any JobKind] {
        [
            OutboxSender(mailer: mailer, sentMails: sentMails), archives.worker, ImportWorker(config: config),
            RegisterWorker(files: registerFiles, dataDirectory: "\(config.resourceDirectory)/Data"),
            weather,
            RecurringJob("weather-entries", every: 60, hasWork: weather.hasUnsettledEntries, work: weather.settle),
        ] + webhookJobs + backups + registerDownloads + sweeps
    }

    var jobWorker: JobWorker { JobWorker(database: database, logger: logger, clock: clock) }

    /// None where no webhook is configured.
    private var webhookJobs: [any JobKind] {
        guard let target = config.webhook else { return [] }
        let finder = WebhookEventFinder(baseURL: config.baseURL, database: database, clock: clock, wake: jobWake)
        return [
            WebhookSender(target: target),
            RecurringJob("webhook-events", every: 10, hasWork: WebhookEventFinder.hasWork, work: finder.run),
        ]
    }

    /// None where the site makes no backups by itself.
    private var backups: [any JobKind] {
        guard let location = config.backupLocation else { return [] }
        return [BackupSchedule(location: location, config: config, emailRenderer: emailRenderer, logger: logger)]
    }

    /// None where the site fetches no registers by itself.
    private var registerDownloads: [any JobKind] {
        guard let address = config.registersURL else { return [] }
        return [RegisterDownloadWorker(server: RegisterServer(address: address), config: config, logger: logger)]
    }

    /// Ends and removes what is past its time.
    private var sweeps: [any JobKind] {
        let sanctions = SanctionEnd(database: database, emailRenderer: emailRenderer, clock: clock)
        let takedowns = TakedownEnd(database: database, emailRenderer: emailRenderer, clock: clock)
        let figures = MonthFiguresUpdater(database: database, clock: clock)
        let unconfirmed = UnconfirmedPlaces(database: database, clock: clock)
        let (accounts, archives, photos) = (accountMaintenance, archives.worker, photos.sweep)
        let (cards, database, registerFiles) = (cards, database, registerFiles)
        return [
            RecurringJob("sanctions", every: 15, hasWork: SanctionEnd.hasWork, work: sanctions.run),
            RecurringJob("takedowns", every: 60, hasWork: TakedownEnd.hasWork, work: takedowns.run),
            RecurringJob("month-figures", every: 3_600, work: figures.run),
            RecurringJob("unconfirmed-places", every: 3_600, work: unconfirmed.run),
            RecurringJob("account-eraser", every: 3_600) { try await accounts.eraser.run() },
            RecurringJob("account-sweep", every: 3_600) { try await accounts.sweep.run() },
            RecurringJob("archive-files", every: 3_600, key: serverName) { try await archives.sweep() },
            RecurringJob("register-files", every: 3_600, key: serverName) { try await registerFiles.sweep(database) },
            RecurringJob("photo-files", every: 3_600, key: serverName, work: photos.run),
            RecurringJob("card-pictures", every: 3_600, key: serverName) {
                try await cards.sweep { keys in try await database.read { try $0.publicCardKeys(among: keys) } }
            },
        ]
    }

    /// Distinguishes the servers of one database, each of which has files of its own.
    private var serverName: String {
        let folder = SHA256.digest(of: URL(filePath: config.dataDirectory).standardized.path)
        // Not `ProcessInfo`'s, for which other machines may be asked.
        let host = (try? String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)) ?? ""
        return "\(host.trimmed) \(Hexadecimal.text(Array(folder.prefix(4))))"
    }

    /// Erases accounts that were left, with what each feature has of them, and what is past its time.
    var accountMaintenance: AccountMaintenance {
        AccountMaintenance(
            eraser: AccountEraser(
                database: database,
                emailRenderer: emailRenderer,
                steps: [archives.worker.erase],
                beforeErase: [
                    { [clock] in try $0.leaveReviews(of: $1, as: $2, at: clock()) },
                    { transaction, account, _ in try transaction.deleteFavourites(of: account) },
                    { transaction, account, _ in try transaction.deletePlaceAnswers(of: account) },
                ],
                logger: logger
            ),
            sweep: AccountSweep(
                database: database,
                others: [
                    ReviewDraft.sweep, IdempotencyKey.sweep, Favourite.sweep, NamedList.sweep, RouletteSpinner.sweep,
                    EmptySearch.sweep, Snapshot.sweep, DiaryEntry.sweep,
                    SavedPhoto.sweep,
                ] + Takedown.sweeps
            )
        )
    }
}

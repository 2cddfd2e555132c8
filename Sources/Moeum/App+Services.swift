import Foundation
import Logging
import ServiceLifecycle

extension App {
    /// What runs beside the requests while the site is served; asked for once.
    var services: [any Service] {
        let sanctions = SanctionEnd(database: database, emailRenderer: emailRenderer, clock: clock)
        let takedowns = TakedownEnd(database: database, emailRenderer: emailRenderer, clock: clock)
        let figures = MonthFiguresUpdater(database: database, clock: clock)
        let backups = backupSchedule.map { schedule in
            BackgroundLoop("backups", every: .seconds(60), logger: logger) { try await schedule.run() }
        }
        let webhooks = webhookSender.map { sender in
            BackgroundLoop("webhooks", every: .seconds(10), logger: logger) { try await sender.run() }
        }
        return [backups, webhooks].compactMap { $0 } + [
            outgoingMail, archives.loop, archives.sweeper, statistics, imports, weather.loop,
            BackgroundLoop(
                "maintenance",
                every: .seconds(MaintenanceCommands.interval),
                logger: logger,
                work: readMaintenance
            ),
            BackgroundLoop("sanctions", every: .seconds(15), logger: logger) { try await sanctions.run() },
            BackgroundLoop("takedowns", every: .seconds(60), logger: logger) { try await takedowns.run() },
            BackgroundLoop("card pictures", every: .seconds(3_600), logger: logger) { [cards, database] in
                try await cards.sweep { keys in try await database.read { try $0.publicCardKeys(among: keys) } }
            },
            // After a busy time the C library would keep what it has freed.
            BackgroundLoop("memory", every: .seconds(60), logger: logger) { FreeMemory.release() },
            BackgroundLoop("month figures", every: .seconds(3_600), logger: logger) { try await figures.run() },
        ] + photos.services + accountMaintenance.loops(logger)
    }

    /// Nil where the site makes no backups by itself.
    var backupSchedule: BackupSchedule? {
        config.backupLocation.map { location in
            BackupSchedule(
                location: location,
                interval: config.backupInterval,
                kept: config.keptBackups,
                start: clock(),
                writer: BackupWriter(config: config, database: database),
                emailRenderer: emailRenderer,
                clock: clock,
                logger: logger
            )
        }
    }

    /// Nil where nobody is told.
    var webhookSender: WebhookSender? {
        config.webhook.map {
            WebhookSender(target: $0, baseURL: config.baseURL, database: database, clock: clock, logger: logger)
        }
    }

    /// Erases accounts that were left, with what each feature has of them, and what is past its time.
    static func accountMaintenance(
        database: any Database,
        archives: Archives,
        emailRenderer: EmailRenderer,
        clock: @escaping @Sendable () -> Date,
        logger: Logger
    ) -> AccountMaintenance {
        AccountMaintenance(
            eraser: AccountEraser(
                database: database,
                emailRenderer: emailRenderer,
                steps: [archives.erase],
                beforeErase: [
                    { try $0.leaveReviews(of: $1, as: $2, at: clock()) },
                    { transaction, account, _ in try transaction.deleteFavourites(of: account) },
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

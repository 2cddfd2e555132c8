import Foundation

extension Transaction {
    /// When this was switched on: what had happened before is not told.
    func webhookSince() throws -> Date? {
        try siteValue("webhook-since").flatMap { Int64($0) }.map { Date(milliseconds: $0) }
    }

    /// Events since a time that nobody was notified of.
    func untoldEvents(since oldest: Date) throws -> [WebhookEvent] {
        let sources: [(WebhookEvent.Kind, SQL)] = [
            (
                .urgentReport,
                """
                SELECT s.id, s.created_at, '/admin/reports/' || s.case_id FROM reports s
                WHERE s.id >= \(Identifier<Report>(earliestAt: oldest)) AND s.reason IN \(list: Self.urgentReasons)
                """
            ),
            (
                .takedown,
                """
                SELECT s.id, s.confirmed_at, '/admin/takedowns' FROM takedowns s
                WHERE s.id >= \(Identifier<Takedown>(earliestAt: oldest))
                """
            ),
            // Once for an import, whichever of its districts failed or were held back.
            (
                .failedImport,
                """
                SELECT s.id, s.at, '/admin/imports'
                FROM (SELECT batch AS id, MAX(finished_at) AS at FROM import_runs
                    WHERE id >= \(Identifier<ImportRun>(earliestAt: oldest)) AND failure IS NOT NULL GROUP BY batch
                    UNION ALL SELECT r.id, r.finished_at FROM register_runs r
                    WHERE r.id >= \(RegisterRun.ID(earliestAt: oldest)) AND r.is_dry = 0
                        AND (r.failure IS NOT NULL OR EXISTS (SELECT 1 FROM register_run_districts d
                            WHERE d.run_id = r.id AND d.held IS NOT NULL))) s
                WHERE s.id IS NOT NULL
                """
            ),
            // Once for each mail about it, which is once a day.
            (
                .failedBackup,
                """
                SELECT s.id, s.failed_at, '/admin/diagnostics'
                FROM (SELECT told_at AS id, failed_at FROM backup_failures WHERE told_at >= \(oldest.milliseconds)) s WHERE s.id IS NOT NULL
                """
            ),
        ]
        return try sources.flatMap { kind, events in
            try rows(
                """
                \(events) AND NOT EXISTS (
                    SELECT 1 FROM webhook_deliveries d WHERE d.event = \(kind.rawValue) AND d.subject = s.id)
                ORDER BY s.id LIMIT 100
                """
            ).map { row in
                WebhookEvent(
                    kind: kind,
                    subject: try row.int64(0),
                    at: try row.date(1),
                    path: try row.string(2)
                )
            }
        }
    }

    private static var urgentReasons: [String] { ModerationReason.allCases.filter(\.isUrgent).map(\.rawValue) }

    /// Tells of an event, once.
    func addWebhook(of event: WebhookEvent, base: String, at now: Date) throws {
        let id = Identifier<WebhookEvent>.next()
        let isNew = try execute(
            """
            INSERT INTO webhook_deliveries (id, event, subject, created_at)
            VALUES (\(id), \(event.kind.rawValue), \(event.subject), \(now.milliseconds))
            ON CONFLICT (event, subject) DO NOTHING
            """
        )
        guard isNew == 1 else { return }
        try addJob(WebhookSender.name, String(id), payload: event.body(id, base: base), due: now)
    }

    /// The kind of event that a delivery tells of.
    func webhookEvent(_ key: String) throws -> String? {
        guard let id = Identifier<WebhookEvent>(key) else { return nil }
        return try first("SELECT event FROM webhook_deliveries WHERE id = \(id)") { try $0.string(0) }
    }

    func hasWebhookDeliveries(before oldest: Date) throws -> Bool {
        try first("SELECT 1 FROM webhook_deliveries WHERE created_at < \(oldest.milliseconds) LIMIT 1") { _ in true }
            ?? false
    }

    func deleteWebhookDeliveries(before oldest: Date) throws {
        try execute("DELETE FROM webhook_deliveries WHERE created_at < \(oldest.milliseconds)")
    }
}

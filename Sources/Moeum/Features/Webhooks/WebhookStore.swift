import Foundation

/// How the deliveries of webhooks stand.
struct WebhookState: Sendable, Equatable {
    let waiting: Int
    /// When the event was found that has waited longest.
    let waitingSince: Date?
    let dead: Int
}

extension Transaction {
    /// When this was switched on: what had happened before is not told.
    func webhookSince() throws -> Date? {
        try siteValue("webhook-since").flatMap { Int64($0) }.map { Date(milliseconds: $0) }
    }

    /// Events since a time that nobody was told about.
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
            // Once for an import, whichever of its districts failed.
            (
                .failedImport,
                """
                SELECT s.id, s.at, '/admin/imports'
                FROM (SELECT batch AS id, MAX(finished_at) AS at FROM import_runs
                    WHERE id >= \(Identifier<ImportRun>(earliestAt: oldest)) AND failure IS NOT NULL GROUP BY batch) s
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

    /// Of several servers one inserts it.
    func insertWebhookDelivery(of event: WebhookEvent, base: String, at now: Date) throws {
        let id = WebhookDelivery.ID.next()
        try execute(
            """
            INSERT INTO webhook_deliveries (id, event, subject, body, created_at, due_at)
            VALUES (\(id), \(event.kind.rawValue), \(event.subject), \(event.body(id, base: base)),
                \(now.milliseconds), \(now.milliseconds))
            ON CONFLICT (event, subject) DO NOTHING
            """
        )
    }

    /// Claims what has been due longest; until then nobody else gets it.
    func claimWebhookDelivery(at now: Date, until: Date, _ claim: String) throws -> WebhookDelivery? {
        try first(
            """
            UPDATE webhook_deliveries SET claim = \(claim), due_at = \(until.milliseconds), tries = tries + 1
            WHERE id = (SELECT id FROM webhook_deliveries WHERE due_at <= \(now.milliseconds) ORDER BY due_at, id LIMIT 1)
            RETURNING id, body, tries
            """
        ) { WebhookDelivery(id: try $0.id(0), body: try $0.string(1), tries: try $0.int(2)) }
    }

    func markWebhookDelivered(_ id: WebhookDelivery.ID, _ claim: String, at now: Date) throws {
        try execute(
            """
            UPDATE webhook_deliveries SET delivered_at = \(now.milliseconds), due_at = NULL, claim = NULL, error = NULL
            WHERE id = \(id) AND claim = \(claim)
            """
        )
    }

    /// - Parameter due: the next try; nil gives up.
    func postponeWebhookDelivery(
        _ id: WebhookDelivery.ID,
        _ claim: String,
        _ error: String,
        to due: Date?,
        at now: Date
    ) throws {
        try execute(
            """
            UPDATE webhook_deliveries SET due_at = \(due?.milliseconds), claim = NULL, error = \(error),
                died_at = \(due == nil ? now.milliseconds : nil)
            WHERE id = \(id) AND claim = \(claim)
            """
        )
    }

    func deleteWebhookDeliveries(before oldest: Date) throws {
        try execute(
            "DELETE FROM webhook_deliveries WHERE created_at < \(oldest.milliseconds) AND due_at IS NULL"
        )
    }

    func webhookState() throws -> WebhookState {
        try first(
            """
            SELECT COUNT(due_at), MIN(CASE WHEN due_at IS NULL THEN NULL ELSE created_at END), COUNT(died_at)
            FROM webhook_deliveries
            """
        ) { WebhookState(waiting: try $0.int(0), waitingSince: try $0.optionalDate(1), dead: try $0.int(2)) }
            ?? WebhookState(waiting: 0, waitingSince: nil, dead: 0)
    }
}

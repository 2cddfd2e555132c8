import Foundation

/// Tells another program, by POST to an address of its own, what staff should look at now. Each event is signed, tried again
/// until it is taken, and has one number for all attempts, so that the other side can tell a repeated one.
struct WebhookSender: JobKind {
    static let name = "webhook"
    /// How long one attempt may take, in seconds.
    private static let timeout = 10
    /// Bytes of an answer, which nobody reads.
    private static let answerLimit = 65_536

    /// Where events go, and the key that they are signed with.
    struct Target: Sendable {
        let url: String
        let secret: String
    }

    let target: Target
    var name: String { Self.name }
    var rules = JobRules()
    private let client = HTTPClient()

    func run(_ hold: JobHold) async throws -> JobResult {
        let body = Array((hold.job.payload ?? "").utf8)
        let code = HMAC.sha256(of: body, key: Array(target.secret.utf8))
        let answer: HTTPClient.Response
        do {
            answer = try await client.send(
                HTTPClient.Request(
                    .post,
                    target.url,
                    headers: [
                        "Content-Type: application/json", "X-Moeum-Signature: sha256=\(Hexadecimal.text(code))",
                        "X-Moeum-Delivery: \(hold.job.key)",
                    ],
                    body: body,
                    timeout: .seconds(Self.timeout),
                    upTo: Self.answerLimit
                )
            )
        } catch HTTPClient.Error.unreachable(let reason) {
            throw JobFailure(reason: reason)
        } catch is HTTPClient.Error {
            throw JobFailure(reason: "it answered something else")
        }
        guard (200...299).contains(answer.status) else { throw JobFailure(reason: "it answered \(answer.status)") }
        return JobResult()
    }

    func subject(of key: String, _ language: Language, _ transaction: Transaction) throws -> JobSubject? {
        try transaction.webhookEvent(key).map { JobSubject(title: $0) }
    }
}

/// Finds the events that webhooks report.
struct WebhookEventFinder: Sendable {
    let baseURL: String
    let database: any Database
    let clock: @Sendable () -> Date
    let wake: Wake

    /// How long deliveries are kept, in seconds: longer than events are looked for, or they would be sent again.
    private static let deliveryLifetime = 2 * WebhookEvent.memory

    /// Whether there are events to tell of, or deliveries to delete.
    @Sendable static func hasWork(_ transaction: Transaction, at now: Date) throws -> Bool {
        try !events(transaction, at: now).isEmpty
            || transaction.hasWebhookDeliveries(before: now - deliveryLifetime)
    }

    func run() async throws {
        let now = clock()
        let events = try await database.read { try Self.events($0, at: now) }
        try await database.write { [baseURL, wake] transaction in
            for event in events { try transaction.addWebhook(of: event, base: baseURL, at: now) }
            try transaction.deleteWebhookDeliveries(before: now - Self.deliveryLifetime)
            if !events.isEmpty { transaction.afterCommit(wake.send) }
        }
    }

    private static func events(_ transaction: Transaction, at now: Date) throws -> [WebhookEvent] {
        let oldest = now - WebhookEvent.memory
        return try transaction.untoldEvents(since: max(oldest, try transaction.webhookSince() ?? oldest))
    }
}

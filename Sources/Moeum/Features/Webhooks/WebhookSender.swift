import Foundation
import Logging
import ServiceLifecycle

/// Tells another program, by POST to an address of its own, what staff should look at now. Each event is signed, tried again
/// until it is taken, and has one number for all tries, so that the other side can tell a repeated one.
struct WebhookSender: Sendable {
    /// How long one try may take, and how long nobody else tries meanwhile, in seconds.
    private static let (patience, lease) = (10, 60.0)
    /// Bytes of an answer, which nobody reads.
    private static let answerLimit = 65_536

    /// Where events go, and the key that they are signed with.
    struct Target: Sendable {
        let url: String
        let secret: String
    }

    let target: Target
    let baseURL: String
    let database: any Database
    let clock: @Sendable () -> Date
    let logger: Logger
    var backoff = RetryBackoff()
    private let client = HTTPClient()

    init(
        target: Target,
        baseURL: String,
        database: any Database,
        clock: @escaping @Sendable () -> Date,
        logger: Logger,
        backoff: RetryBackoff = RetryBackoff()
    ) {
        (self.target, self.baseURL, self.database, self.clock) = (target, baseURL, database, clock)
        (self.logger, self.backoff) = (logger, backoff)
    }

    /// Finds new events and sends what is due.
    func run() async throws {
        let now = clock()
        let events = try await database.read { transaction in
            let oldest = now - WebhookEvent.memory
            return try transaction.untoldEvents(since: max(oldest, try transaction.webhookSince() ?? oldest))
        }
        try await database.write { [baseURL] transaction in
            for event in events { try transaction.insertWebhookDelivery(of: event, base: baseURL, at: now) }
            // Longer than events are looked for, or they would be told anew.
            try transaction.deleteWebhookDeliveries(before: now - 2 * WebhookEvent.memory)
        }
        while !Task.isShuttingDownGracefully, try await sendNext() {}
    }

    /// Sends what has been due longest. One at a time is claimed, so that what waits for those before it stays anybody's.
    /// - Returns: false where nothing is due.
    private func sendNext() async throws -> Bool {
        let (claim, now) = (SystemRandom.name(), clock())
        let due = try await database.write { transaction in
            try transaction.claimWebhookDelivery(at: now, until: now + Self.lease, claim)
        }
        guard let due else { return false }
        try await send(due, claim)
        return true
    }

    private func send(_ delivery: WebhookDelivery, _ claim: String) async throws {
        let failure = await post(delivery)
        let now = clock()
        let isDead = failure != nil && delivery.tries >= backoff.tries
        let next = isDead ? nil : now + Double(backoff.pause(after: delivery.tries)) / 1_000
        try await database.write { transaction in
            guard let failure else { return try transaction.markWebhookDelivered(delivery.id, claim, at: now) }
            try transaction.postponeWebhookDelivery(delivery.id, claim, failure, to: next, at: now)
        }
        guard let failure else { return }
        logger.warning(
            "a webhook was not taken",
            metadata: [
                "delivery": "\(delivery.id)", "try": .stringConvertible(delivery.tries), "reason": .string(failure),
            ]
        )
    }

    /// - Returns: why it was not taken.
    private func post(_ delivery: WebhookDelivery) async -> String? {
        let code = HMAC.sha256(of: Array(delivery.body.utf8), key: Array(target.secret.utf8))
        do {
            let answer = try await client.send(
                HTTPClient.Request(
                    .post,
                    target.url,
                    headers: [
                        "Content-Type: application/json", "X-Moeum-Signature: sha256=\(Hexadecimal.text(code))",
                        "X-Moeum-Delivery: \(delivery.id)",
                    ],
                    body: Array(delivery.body.utf8),
                    timeout: .seconds(Self.patience),
                    upTo: Self.answerLimit
                )
            )
            return (200...299).contains(answer.status) ? nil : "it answered \(answer.status)"
        } catch HTTPClient.Error.unreachable(let reason) {
            return reason
        } catch {
            return "it answered something else"
        }
    }
}

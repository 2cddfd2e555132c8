import Database
import Foundation

extension Transaction {
    /// The address that the first form with this key led to; nil where this is the first.
    package func idempotentLocation(_ idempotencyKey: String?, of account: Identifier<Member>) throws -> String? {
        guard let idempotencyKey else { return nil }
        return try first(
            "SELECT location FROM idempotency_keys WHERE account_id = \(account) AND idempotency_key = \(idempotencyKey)"
        ) {
            try $0.string(0)
        }
    }

    package func saveIdempotencyKey(
        _ idempotencyKey: String?,
        of account: Identifier<Member>,
        location: String,
        at now: Date
    ) throws {
        guard let idempotencyKey else { return }
        try execute(
            """
            INSERT INTO idempotency_keys (account_id, idempotency_key, location, created_at)
            VALUES (\(account), \(idempotencyKey), \(location), \(now.milliseconds))
            """
        )
    }

    /// Deletes the keys of something that was deleted: the same form then creates it again.
    package func deleteIdempotencyKeys(leadingTo location: String, of account: Identifier<Member>) throws {
        try execute("DELETE FROM idempotency_keys WHERE account_id = \(account) AND location = \(location)")
    }

    func deleteOldIdempotencyKeys(at now: Date, atMost limit: Int) throws -> Int {
        let oldest = (now - IdempotencyKey.lifetime).milliseconds
        return try execute(
            """
            DELETE FROM idempotency_keys WHERE (account_id, idempotency_key) IN (
                SELECT account_id, idempotency_key FROM idempotency_keys WHERE created_at <= \(oldest)
                ORDER BY created_at, account_id, idempotency_key LIMIT \(limit))
            """
        )
    }
}

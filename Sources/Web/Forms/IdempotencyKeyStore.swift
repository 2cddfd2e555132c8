import Database
import Foundation

extension Transaction {
    /// Where the first of equal forms led; nil where this is the first.
    package func onceResult(_ once: String?, of account: Int64) throws -> String? {
        guard let once else { return nil }
        return try first("SELECT location FROM once_results WHERE account_id = \(account) AND once = \(once)") {
            try $0.string(0)
        }
    }

    package func keepOnce(_ once: String?, of account: Int64, location: String, at now: Date) throws {
        guard let once else { return }
        try execute(
            """
            INSERT INTO once_results (account_id, once, location, created_at)
            VALUES (\(account), \(once), \(location), \(now.milliseconds))
            """
        )
    }

    /// What was made is gone: the same form makes it anew.
    package func forgetOnce(leadingTo location: String, of account: Int64) throws {
        try execute("DELETE FROM once_results WHERE account_id = \(account) AND location = \(location)")
    }

    func deleteOldOnceResults(at now: Date, atMost most: Int) throws -> Int {
        let oldest = (now - Once.lifetime).milliseconds
        return try execute(
            """
            DELETE FROM once_results WHERE (account_id, once) IN (
                SELECT account_id, once FROM once_results WHERE created_at <= \(oldest)
                ORDER BY created_at, account_id, once LIMIT \(most))
            """
        )
    }
}

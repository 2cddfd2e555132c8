import Foundation

/// What a restored database must not go on with as if nothing had happened.
extension Transaction {
    /// Logs everybody out, holds mail that may have been sent since, and lets go of files that no backup has.
    func settleRestored(at now: Date) throws {
        try execute("DELETE FROM sessions")
        try execute("DELETE FROM running_backups")
        try execute(
            "UPDATE archive_jobs SET state = 'expired', file = NULL, size = NULL WHERE kind = 'export' AND state = 'done'"
        )
        try holdMail(at: now)
    }
}

import Foundation

/// What a restored database must not go on with as if nothing had happened.
extension Transaction {
    /// Logs everybody out, holds mail that may have been sent since, and lets go of files that are in no backup or another
    /// site's.
    /// - Returns: how many mails are held.
    func settleRestored(at now: Date) throws -> Int {
        try execute("DELETE FROM sessions")
        try execute("DELETE FROM running_backups")
        try deleteBackupFailure()
        // The photos of the site as it went on are not this one's.
        try setSiteValue("photo-owner", to: nil)
        // What webhooks sent begins again too.
        try setSiteValue("webhook-since", to: nil)
        try execute(
            "UPDATE archive_jobs SET state = 'expired', file = NULL, size = NULL WHERE kind = 'export' AND state = 'done'"
        )
        // Nobody of this site does a job yet.
        try execute("UPDATE jobs SET lease = NULL, available_at = \(now.milliseconds) WHERE lease IS NOT NULL")
        return try holdMail()
    }
}

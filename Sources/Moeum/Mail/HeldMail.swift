/// Mail that a restore holds: it may have been sent after the backup was made.
package enum HeldMail {
    /// Lets it go; a running server sends it within seconds.
    /// - Returns: how many were held.
    package static func release(in database: any Database) async throws -> Int {
        try await database.write { try $0.releaseMail(at: .now) }
    }

    /// What operators are shown.
    package static func notice(_ held: Int) -> String? {
        held > 0 ? "mails held since the restore: \(held); `moeum mail release` sends them" : nil
    }
}

/// Mail that a restore holds: it may have been sent after the backup was made.
package enum HeldMail {
    /// Lets it go; a running server sends it within seconds.
    /// - Returns: how many mails wait; nil where none were held.
    package static func release(in database: any Database) async throws -> Int? {
        try await database.write { try $0.releaseMail() ? try $0.outboxState().waiting : nil }
    }
}

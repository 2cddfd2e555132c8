import Foundation

/// Somebody who asked to leave, and whose time to think again is over.
struct Leaver: Sendable {
    let id: Account.ID
    let email: String
    let nickname: String
    let language: Language
    /// Names of files: archives that were made, and uploaded ones.
    let exports: [String]
    let imports: [String]
}

/// What becomes of an account once its owner may not come back to it.
extension Transaction {
    /// The next account whose owner asked to leave before a moment, or nil.
    func nextLeaver(askedBefore moment: Date) throws -> Leaver? {
        let found = try first(
            """
            SELECT id, email, nickname, language FROM accounts WHERE leaving_at <= \(moment.milliseconds)
            ORDER BY leaving_at, id LIMIT 1
            """
        ) { row in
            (try row.int64(0), try row.string(1), try row.string(2), Language(rawValue: try row.string(3)) ?? .korean)
        }
        guard let (id, email, nickname, language) = found else { return nil }
        return Leaver(
            id: id,
            email: email,
            nickname: nickname,
            language: language,
            exports: try archiveFiles(.export, of: id),
            imports: try archiveFiles(.import, of: id)
        )
    }

    /// Erases the account and everything that hangs on it, unless its owner came back meanwhile.
    /// - Returns: whether it is erased.
    func erase(_ leaver: Leaver, askedBefore moment: Date) throws -> Bool {
        let erased = try execute(
            "DELETE FROM accounts WHERE id = \(leaver.id) AND leaving_at <= \(moment.milliseconds)"
        )
        // Mails hold the address and the name, those on their way too.
        if erased == 1 { try execute("DELETE FROM outbox WHERE recipient = \(leaver.email)") }
        return erased == 1
    }
}

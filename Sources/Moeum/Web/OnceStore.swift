import Foundation

/// What a form carries that creates something, so that sent twice it creates one.
enum Once {
    /// Nobody sends a form again after so long.
    static let lifetime: TimeInterval = 7 * 86_400

    /// Nil where it is none of ours: 10 to 40 letters and digits.
    static func checked(_ text: String?) -> String? {
        guard let text, (10...40).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            })
        else { return nil }
        return text
    }
}

extension Transaction {
    /// Where the first of equal forms led; nil where this is the first.
    func onceResult(_ once: String?, of account: Int64) throws -> String? {
        guard let once else { return nil }
        return try first("SELECT location FROM once_results WHERE account_id = \(account) AND once = \(once)") {
            try $0.string(0)
        }
    }

    func keepOnce(_ once: String?, of account: Int64, location: String, at now: Date) throws {
        guard let once else { return }
        try execute(
            """
            INSERT INTO once_results (account_id, once, location, created_at)
            VALUES (\(account), \(once), \(location), \(now.milliseconds))
            """
        )
    }

    /// What was made is gone: the same form makes it anew.
    func forgetOnce(leadingTo location: String, of account: Int64) throws {
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

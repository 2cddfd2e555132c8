import Database

extension Transaction {
    /// How many bytes an account keeps.
    func storedBytes(of account: Account.ID) throws -> Int {
        try first("SELECT bytes FROM account_storage WHERE account_id = \(account)") { try $0.int(0) } ?? 0
    }

    /// Lets no account grow past so many bytes, from the next write of any program on; 0 lets each keep what it likes.
    package func setAccountStorageLimit(_ bytes: Int) throws {
        let current = try first("SELECT bytes FROM account_storage_limit") { try $0.int(0) } ?? 0
        guard current != bytes else { return }
        try execute("DELETE FROM account_storage_limit")
        if bytes > 0 { try execute("INSERT INTO account_storage_limit (bytes) VALUES (\(bytes))") }
    }

    /// Whether an account may not keep another byte.
    func isStorageFull(of account: Account.ID) throws -> Bool {
        try first(
            """
            SELECT 1 FROM account_storage s JOIN account_storage_limit l ON l.bytes <= s.bytes
            WHERE s.account_id = \(account)
            """
        ) { try $0.int(0) } != nil
    }

    /// Accounts whose total is not that of their rows.
    func accountsWithWrongStorage() throws -> Int {
        let counted = Migration.countedAccountBytes(dialect)
        return try first("SELECT COUNT(*) FROM account_storage WHERE bytes <> \(counted)") { try $0.int(0) } ?? 0
    }

    /// A total that a limit would refuse is put right all the same.
    func correctAccountStorage() throws {
        let limit = try first("SELECT bytes FROM account_storage_limit") { try $0.int(0) } ?? 0
        let counted = Migration.countedAccountBytes(dialect)
        try setAccountStorageLimit(0)
        try execute("UPDATE account_storage SET bytes = \(counted) WHERE bytes <> \(counted)")
        try setAccountStorageLimit(limit)
    }
}

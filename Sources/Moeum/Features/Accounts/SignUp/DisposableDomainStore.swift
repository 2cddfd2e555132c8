/// Disposable e-mail domains; staff add to them.
extension Transaction {
    /// Whether the address is of a listed domain or a subdomain of one.
    func isDisposable(_ address: EmailAddress) throws -> Bool {
        let found = try first(
            "SELECT domain FROM disposable_domains WHERE domain IN \(list: address.domains) ORDER BY domain LIMIT 1"
        ) { try $0.string(0) }
        return found != nil
    }

    /// Whether exactly this domain is listed.
    func isListedDisposable(_ domain: String) throws -> Bool {
        try first("SELECT 1 FROM disposable_domains WHERE domain = \(domain)") { try $0.int(0) } != nil
    }

    /// In alphabetical order, after a domain.
    func disposableDomains(after domain: String = "", limit: Int) throws -> [String] {
        try rows("SELECT domain FROM disposable_domains WHERE domain > \(domain) ORDER BY domain LIMIT \(limit)")
            .map { try $0.string(0) }
    }

    /// - Returns: whether the domain was not listed before.
    @discardableResult
    func addDisposable(_ domain: String, by account: Account.ID?, at now: Int64) throws -> Bool {
        try execute(
            """
            INSERT INTO disposable_domains (domain, added_at, added_by) VALUES (\(domain), \(now), \(account))
            ON CONFLICT (domain) DO NOTHING
            """
        ) > 0
    }

    func removeDisposable(_ domain: String) throws {
        try execute("DELETE FROM disposable_domains WHERE domain = \(domain)")
    }
}

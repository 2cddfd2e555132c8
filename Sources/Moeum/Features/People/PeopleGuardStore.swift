import Foundation

/// Who may act on whose account; asked in the transaction of the action, so that undoing is checked too.
extension Transaction {
    /// Nobody acts on their own account, and only admins act on staff. The site and its commands may act on all.
    func requireAuthority(of actor: AuditEntry.Actor, over person: Account.ID) throws {
        guard let staff = actor.account else { return }
        if staff == person { throw Problem.forbidden }
        if try account(person).map({ $0.role > .member }) == true { try requireAdmin(actor) }
    }

    func requireAdmin(_ actor: AuditEntry.Actor) throws {
        guard let staff = actor.account else { return }
        guard try account(staff)?.role == .admin else { throw Problem.forbidden }
    }

    /// Throws where the account is the last admin able to run the site.
    func requireAnAdmin(besides id: Account.ID, at now: Date) throws {
        guard try account(id)?.role == .admin, try !hasAdmin(besides: id, at: now) else { return }
        throw Problem.lastAdmin
    }

    /// Whether another admin is neither suspended nor leaving. One without a second factor counts: they can set it up.
    func hasAdmin(besides id: Account.ID, at now: Date) throws -> Bool {
        try first(
            "SELECT a.id FROM accounts a WHERE a.role = 'admin' AND a.id <> \(id) AND \(isNamedAuthor(at: now)) ORDER BY a.id LIMIT 1"
        ) { try $0.int64(0) } != nil
    }

    /// Whether any staff besides these accounts can decide something now: with a second factor, neither suspended nor leaving.
    /// - Parameter role: the lowest role that may decide.
    func hasStaff(of role: Role, besides ids: [Account.ID], at now: Date) throws -> Bool {
        let roles = Role.allCases.filter { $0 >= role && $0 > .member }.map(\.rawValue)
        return try first(
            """
            SELECT a.id FROM accounts a JOIN two_factor t ON t.account_id = a.id AND t.enabled_at IS NOT NULL
            WHERE a.role IN \(list: roles) AND a.id NOT IN \(list: ids) AND \(isNamedAuthor(at: now)) ORDER BY a.id LIMIT 1
            """
        ) { try $0.int64(0) } != nil
    }

    func setRole(_ role: Role, of id: Account.ID) throws {
        try execute("UPDATE accounts SET role = \(role.rawValue) WHERE id = \(id)")
    }
}

import Foundation

/// Who else works on a list.
extension Transaction {
    /// In the order in which they came.
    func collaborators(of list: NamedList.ID) throws -> [NamedList.Person] {
        try rows(
            """
            SELECT a.id, a.nickname FROM list_collaborators c JOIN accounts a ON a.id = c.account_id
            WHERE c.list_id = \(list) ORDER BY c.added_at, a.id
            """
        ).map { NamedList.Person(id: try $0.int64(0), nickname: try $0.string(1)) }
    }

    func isCollaborator(_ account: Account.ID, on list: NamedList.ID) throws -> Bool {
        try first(
            "SELECT account_id FROM list_collaborators WHERE list_id = \(list) AND account_id = \(account)"
        ) { try $0.int64(0) } != nil
    }

    /// Lets somebody work on a list, by the name that others know them by; asked for twice, they do once.
    func addCollaborator(named nickname: String, to list: NamedList, at now: Date) throws -> CollaboratorOutcome {
        let found = try first(
            """
            SELECT a.id FROM accounts a WHERE a.nickname_key = \(Nickname.key(nickname)) AND a.verified_at IS NOT NULL
                AND \(isNamed(at: now))
            """
        ) { try $0.int64(0) }
        guard let found else { return .unknown }
        if found == list.owner.id { return .yourself }
        if try isCollaborator(found, on: list.id) { return .added }
        guard try collaborators(of: list.id).count < NamedList.mostCollaborators else { return .tooMany }
        try execute(
            """
            INSERT INTO list_collaborators (list_id, account_id, added_at)
            VALUES (\(list.id), \(found), \(now.milliseconds))
            """
        )
        return .added
    }

    /// Whether they were one.
    func removeCollaborator(_ account: Account.ID, from list: NamedList.ID) throws -> Bool {
        try execute("DELETE FROM list_collaborators WHERE list_id = \(list) AND account_id = \(account)") > 0
    }
}

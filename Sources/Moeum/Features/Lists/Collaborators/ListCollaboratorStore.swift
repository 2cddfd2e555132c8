import Foundation

/// Collaborators of lists.
extension Transaction {
    /// In the order in which they accepted.
    func collaborators(of list: NamedList.ID) throws -> [NamedList.Person] {
        try rows(
            """
            SELECT a.id, a.nickname FROM list_collaborators c JOIN accounts a ON a.id = c.account_id
            WHERE c.list_id = \(list) ORDER BY c.added_at, a.id
            """
        ).map { NamedList.Person(id: try $0.id(0), nickname: try $0.string(1)) }
    }

    func isCollaborator(_ account: Account.ID, on list: NamedList.ID) throws -> Bool {
        try first(
            "SELECT account_id FROM list_collaborators WHERE list_id = \(list) AND account_id = \(account)"
        ) { try $0.int64(0) } != nil
    }

    /// Removes a collaborator; whether they were one.
    func removeCollaborator(_ account: Account.ID, from list: NamedList.ID) throws -> Bool {
        try execute("DELETE FROM list_collaborators WHERE list_id = \(list) AND account_id = \(account)") > 0
    }
}

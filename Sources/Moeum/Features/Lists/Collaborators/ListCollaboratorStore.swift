import Foundation

/// Collaborators of lists, and invitations; an invited person may read no more than a stranger.
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

    /// A person's invitations, newest first, without those of people who are leaving or suspended.
    /// - Parameter list: only to this one; nil is all.
    func listInvitations(of reader: ListReader, to list: NamedList.ID? = nil) throws -> [ListInvitation] {
        guard let account = reader.account else { return [] }
        let condition: SQL = list.map { "l.id = \($0)" } ?? "1 = 1"
        return try rows(
            """
            SELECT l.id, l.title, a.id, a.nickname
            FROM list_invitations i JOIN lists l ON l.id = i.list_id JOIN accounts a ON a.id = l.account_id
            WHERE i.account_id = \(account) AND \(condition) AND \(isNamedAuthor(at: reader.now))
            ORDER BY i.invited_at DESC, l.id DESC LIMIT \(NamedList.maxCount)
            """
        ).map { row in
            ListInvitation(
                list: try row.id(0),
                title: try row.string(1),
                owner: NamedList.Person(id: try row.id(2), nickname: try row.string(3)),
                invited: account
            )
        }
    }

    /// The people invited to a list, in the order of their invitations.
    func invitedPeople(to list: NamedList.ID) throws -> [NamedList.Person] {
        try rows(
            """
            SELECT a.id, a.nickname FROM list_invitations i JOIN accounts a ON a.id = i.account_id
            WHERE i.list_id = \(list) ORDER BY i.invited_at, a.id
            """
        ).map { NamedList.Person(id: try $0.id(0), nickname: try $0.string(1)) }
    }

    /// Invites somebody to collaborate on a list, by their nickname, with an e-mail; a second invitation changes nothing.
    /// - Parameter mails: limits the e-mails to one person about one list.
    func inviteCollaborator(
        named nickname: String,
        to list: NamedList,
        mails: RateLimit?,
        by emailRenderer: EmailRenderer,
        at now: Date
    ) throws -> CollaboratorOutcome {
        let found = try first(
            """
            SELECT a.id FROM accounts a WHERE a.nickname_key = \(Nickname.key(nickname)) AND a.verified_at IS NOT NULL
                AND \(isNamedAuthor(at: now))
            """
        ) { try $0.id(0) as Account.ID }
        guard let found else { return .unknown }
        if found == list.owner.id { return .yourself }
        if try isCollaborator(found, on: list.id) { return .known }
        let waiting = try invitedPeople(to: list.id)
        if waiting.contains(where: { $0.id == found }) { return .invited }
        let people = try collaborators(of: list.id).count + waiting.count
        guard people < NamedList.maxCollaborators else { return .tooMany }
        try execute(
            """
            INSERT INTO list_invitations (list_id, account_id, invited_at)
            VALUES (\(list.id), \(found), \(now.milliseconds))
            """
        )
        if try consumeRateLimit(mails, for: "\(list.id) \(found)", at: now.milliseconds) == nil,
            let account = try account(found)
        {
            // The e-mail does not contain the list's title: nobody's words are sent to somebody who did not ask for them.
            try enqueueEmail(.listInvitation, account, link: "/lists", EmailMessage.Details(), emailRenderer)
        }
        return .invited
    }

    /// Makes an invited person a collaborator of a list.
    /// - Returns: whether they are one now.
    func acceptListInvitation(to list: NamedList.ID, for reader: ListReader) throws -> Bool {
        guard let account = reader.account else { return false }
        if try listInvitations(of: reader, to: list).isEmpty {
            return try namedList(list, for: reader)?.right == .edit
        }
        _ = try removeListInvitation(of: account, to: list)
        try execute(
            """
            INSERT INTO list_collaborators (list_id, account_id, added_at)
            VALUES (\(list), \(account), \(reader.now.milliseconds)) ON CONFLICT (list_id, account_id) DO NOTHING
            """
        )
        return true
    }

    /// Deletes an invitation; whether there was one.
    func removeListInvitation(of account: Account.ID, to list: NamedList.ID) throws -> Bool {
        try execute("DELETE FROM list_invitations WHERE list_id = \(list) AND account_id = \(account)") > 0
    }
}

extension EmailMessage.Kind {
    /// An invitation to a list. Takes a link to the invitation.
    static let listInvitation = Self("list-invitation")
}

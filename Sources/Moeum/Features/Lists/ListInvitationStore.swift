import Foundation

/// Who is asked to work on a list and has not said yet: to them it is a stranger's list like any other.
extension Transaction {
    /// What somebody is asked to work on, the last asked first; of people who leave or are suspended nothing.
    func listInvitations(of reader: ListReader) throws -> [ListInvitation] {
        try listInvitations(of: reader, where: "1 = 1")
    }

    /// Whether somebody is asked to work on this list.
    func listInvitation(to list: NamedList.ID, for reader: ListReader) throws -> ListInvitation? {
        try listInvitations(of: reader, where: "l.id = \(list)").first
    }

    /// - Parameter condition: on `lists l`.
    private func listInvitations(of reader: ListReader, where condition: SQL) throws -> [ListInvitation] {
        guard let account = reader.account else { return [] }
        return try rows(
            """
            SELECT l.id, l.title, a.id, a.nickname
            FROM list_invitations i JOIN lists l ON l.id = i.list_id JOIN accounts a ON a.id = l.account_id
            WHERE i.account_id = \(account) AND \(condition) AND \(isNamedAuthor(at: reader.now))
            ORDER BY i.invited_at DESC, l.id DESC LIMIT \(NamedList.maxCount)
            """
        ).map { row in
            ListInvitation(
                list: try row.int64(0),
                title: try row.string(1),
                owner: NamedList.Person(id: try row.int64(2), nickname: try row.string(3)),
                invited: account
            )
        }
    }

    /// Whom a list waits for, in the order in which they were asked.
    func invitedPeople(to list: NamedList.ID) throws -> [NamedList.Person] {
        try rows(
            """
            SELECT a.id, a.nickname FROM list_invitations i JOIN accounts a ON a.id = i.account_id
            WHERE i.list_id = \(list) ORDER BY i.invited_at, a.id
            """
        ).map { NamedList.Person(id: try $0.int64(0), nickname: try $0.string(1)) }
    }

    /// Asks somebody to work on a list, by the name that others know them by, and tells them by mail; asked for twice, they
    /// are asked once.
    /// - Parameter mails: how often one person is told of one list, however often they are asked.
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
        ) { try $0.int64(0) }
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
            // The page says which list: nobody's words reach somebody's mail before they ask for them.
            try enqueueEmail(.listInvitation, account, link: "/lists", EmailMessage.Details(), emailRenderer)
        }
        return .invited
    }

    /// Lets somebody work on a list that they were asked to work on.
    /// - Returns: whether they do now; once more, they still do.
    func acceptListInvitation(to list: NamedList.ID, for reader: ListReader) throws -> Bool {
        guard let account = reader.account else { return false }
        let isAsked = try first(
            """
            SELECT l.id FROM list_invitations i JOIN lists l ON l.id = i.list_id JOIN accounts a ON a.id = l.account_id
            WHERE i.list_id = \(list) AND i.account_id = \(account) AND \(isNamedAuthor(at: reader.now))
            """
        ) { try $0.int64(0) }
        guard isAsked != nil else { return try namedList(list, for: reader)?.right == .edit }
        _ = try removeListInvitation(of: account, to: list)
        try addCollaborator(account, to: list, at: reader.now)
        return true
    }

    /// Whether they were asked.
    func removeListInvitation(of account: Account.ID, to list: NamedList.ID) throws -> Bool {
        try execute("DELETE FROM list_invitations WHERE list_id = \(list) AND account_id = \(account)") > 0
    }
}

extension EmailMessage.Kind {
    /// Somebody is asked to work on a list. Takes a link to the question.
    static let listInvitation = Self("list-invitation")
}

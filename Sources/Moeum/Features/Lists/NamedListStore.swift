import Foundation

/// Lists, and who may do what with them.
extension Transaction {
    private static let namedListColumns: SQL = """
        l.id, a.id, a.nickname, l.title, l.note, l.visibility, l.token, l.cover_place_id, l.entry_count, l.rev,
        l.changed_at
        """

    private func namedLists(_ rest: SQL) throws -> [NamedList] {
        try rows("SELECT \(Self.namedListColumns) FROM lists l JOIN accounts a ON a.id = l.account_id \(rest)")
            .map(NamedList.init)
    }

    /// Somebody's own lists and those that they work on, the last changed first.
    func namedLists(of reader: ListReader) throws -> [NamedList] {
        guard let account = reader.account else { return [] }
        // Apart, because together they would be looked for among everybody's. Others ask whom they like: of theirs there
        // are no more than one could have oneself.
        let own = try namedLists("WHERE l.account_id = \(account) ORDER BY l.changed_at DESC, l.id DESC")
        let others = try namedLists(
            """
            JOIN list_collaborators c ON c.list_id = l.id WHERE c.account_id = \(account) AND \(isNamedAuthor(at: reader.now))
            ORDER BY l.changed_at DESC, l.id DESC LIMIT \(NamedList.maxCount)
            """
        )
        return (own + others).sorted { ($0.changedAt, $0.id) > ($1.changedAt, $1.id) }
    }

    /// Somebody's lists that everybody may read, the last changed first.
    func publicLists(of account: Account.ID) throws -> [NamedList] {
        try namedLists(
            """
            WHERE l.account_id = \(account) AND l.visibility = \(NamedList.Visibility.public.rawValue)
            ORDER BY l.changed_at DESC, l.id DESC
            """
        )
    }

    /// A list, and what this reader may do with it; nil for whoever may not even read it. Those of people who leave or are
    /// suspended are theirs alone.
    func namedList(_ id: NamedList.ID, for reader: ListReader) throws -> (list: NamedList, right: NamedList.Right)? {
        guard let list = try namedLists("WHERE l.id = \(id)").first else { return nil }
        if list.owner.id == reader.account { return (list, .own) }
        guard try namedLists("WHERE l.id = \(id) AND \(isNamedAuthor(at: reader.now))").first != nil else { return nil }
        if let account = reader.account, try isCollaborator(account, on: id) { return (list, .edit) }
        return list.draft.visibility == .public ? (list, .read) : nil
    }

    /// A list, for whoever has that right; whoever may only read it is refused, and to others there is none.
    func namedList(
        _ id: NamedList.ID,
        for reader: ListReader,
        atLeast least: NamedList.Right
    ) throws -> (list: NamedList, right: NamedList.Right) {
        guard let found = try namedList(id, for: reader) else { throw Problem.notFound }
        guard found.right >= least else {
            throw Problem(status: .forbidden, key: least == .own ? "list-owner-only" : "list-editors-only")
        }
        return found
    }

    /// Whether anybody but its owner reads its words, or is about to.
    func isShared(_ list: NamedList) throws -> Bool {
        try list.draft.visibility != .private || !collaborators(of: list.id).isEmpty
            || !invitedPeople(to: list.id).isEmpty
    }

    /// A list by the address that its owner gave away; nil once it was taken back.
    func namedList(token: String, at now: Date) throws -> NamedList? {
        try namedLists(
            "WHERE l.token = \(token) AND l.visibility = \(NamedList.Visibility.link.rawValue) AND \(isNamedAuthor(at: now))"
        ).first
    }

    /// The places of a list in its order; nil for whoever may not read it.
    func listPlaces(_ id: NamedList.ID, _ reader: ListReader) throws -> [Place.ID]? {
        guard try namedList(id, for: reader) != nil else { return nil }
        return try listEntries(of: id).map(\.place)
    }

    /// Lists that anybody finds: public ones of people who are neither leaving nor suspended, with something on them, the last
    /// changed first.
    func findableLists(limit: Int, at now: Date) throws -> [NamedList.ID] {
        try rows(
            """
            SELECT l.id FROM lists l JOIN accounts a ON a.id = l.account_id
            WHERE l.visibility = \(NamedList.Visibility.public.rawValue) AND l.entry_count > 0 AND \(isNamedAuthor(at: now))
            ORDER BY l.changed_at DESC, l.id DESC LIMIT \(limit)
            """
        ).map { try $0.int64(0) }
    }

    func namedListCount(of account: Account.ID) throws -> Int {
        try first("SELECT COUNT(*) FROM lists WHERE account_id = \(account)") { try $0.int(0) } ?? 0
    }

    /// - Returns: nil where this person has as many as anybody may.
    func insertNamedList(_ draft: NamedList.Draft, by account: Account.ID, at now: Date) throws -> NamedList.ID? {
        guard try namedListCount(of: account) < NamedList.maxCount else { return nil }
        let id = Identifier.next()
        try execute(
            """
            INSERT INTO lists (id, account_id, title, note, visibility, token, created_at, changed_at)
            VALUES (\(id), \(account), \(draft.title), \(draft.note), \(draft.visibility.rawValue),
                \(draft.visibility == .link ? SecretToken().text : nil), \(now.milliseconds), \(now.milliseconds))
            """
        )
        return id
    }

    /// Changes what its owner says of a list. The address dies with every change of who may read it; set to link again it
    /// is another.
    /// - Parameters:
    ///   - rev: what the change began from; nil where nobody looked.
    ///   - cover: nil leaves it as it is; a place that is not on the list takes it away.
    func updateNamedList(
        _ list: NamedList,
        to draft: NamedList.Draft,
        cover: Place.ID?,
        from rev: Int?,
        at now: Date
    ) throws -> ListChange {
        guard let list = try namedLists("WHERE l.id = \(list.id)").first else { return .gone }
        if let rev, rev != list.rev { return .stale(list) }
        var picture = list.cover
        if let cover { picture = try listEntries(of: list.id).contains { $0.place == cover } ? cover : nil }
        if draft == list.draft, picture == list.cover { return .saved }
        let token = draft.visibility == .link ? list.token ?? SecretToken().text : nil
        try execute(
            """
            UPDATE lists SET title = \(draft.title), note = \(draft.note), visibility = \(draft.visibility.rawValue),
                token = \(token), cover_place_id = \(picture), rev = rev + 1, changed_at = \(now.milliseconds)
            WHERE id = \(list.id)
            """
        )
        return .saved
    }

    func deleteNamedList(_ id: NamedList.ID) throws {
        try execute("DELETE FROM lists WHERE id = \(id)")
    }
}

extension NamedList {
    /// Reads the columns of `Transaction.namedListColumns`.
    fileprivate init(_ row: any Row) throws {
        guard let visibility = Visibility(rawValue: try row.string(5)) else {
            throw DatabaseError.decoding(column: 5, expected: "a visibility")
        }
        self.init(
            id: try row.int64(0),
            owner: Person(id: try row.int64(1), nickname: try row.string(2)),
            draft: Draft(title: try row.string(3), note: try row.string(4), visibility: visibility),
            token: try row.optionalString(6),
            cover: try row.optionalInt64(7),
            count: try row.int(8),
            rev: try row.int(9),
            changedAt: Date(milliseconds: try row.int64(10))
        )
    }
}

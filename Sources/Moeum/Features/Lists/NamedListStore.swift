import Foundation

/// Lists, and who may do what with them.
extension Transaction {
    private func namedLists(_ rest: SQL) throws -> [NamedList] {
        try rows("SELECT \(NamedList.columns) FROM lists l JOIN accounts a ON a.id = l.account_id \(rest)")
            .map(NamedList.init)
    }

    /// A person's own lists and those on which they collaborate, last changed first.
    func namedLists(of reader: ListReader) throws -> [NamedList] {
        guard let account = reader.account else { return [] }
        // Two queries, because a joined one would search all lists. Anybody can invite: only as many lists of others are
        // returned as one person may own.
        let own = try namedLists("WHERE l.account_id = \(account) ORDER BY l.changed_at DESC, l.id DESC")
        let others = try namedLists(
            """
            JOIN list_collaborators c ON c.list_id = l.id WHERE c.account_id = \(account) AND \(isNamedAuthor(at: reader.now))
            ORDER BY l.changed_at DESC, l.id DESC LIMIT \(NamedList.maxCount)
            """
        )
        return (own + others).sorted { ($0.changedAt, $0.id) > ($1.changedAt, $1.id) }
    }

    func publicLists(of account: Account.ID) throws -> [NamedList] {
        try namedLists(
            """
            WHERE l.account_id = \(account) AND l.visibility = \(NamedList.Visibility.public.rawValue)
            ORDER BY l.changed_at DESC, l.id DESC
            """
        )
    }

    /// A list, and what this reader may do with it; nil where they may not read it. Lists of people who are leaving or
    /// suspended are visible only to themselves.
    func namedList(_ id: NamedList.ID, for reader: ListReader) throws -> (list: NamedList, right: NamedList.Right)? {
        guard let list = try namedLists("WHERE l.id = \(id)").first else { return nil }
        if list.owner.id == reader.account { return (list, .own) }
        guard try namedLists("WHERE l.id = \(id) AND \(isNamedAuthor(at: reader.now))").first != nil else { return nil }
        if let account = reader.account, try isCollaborator(account, on: id) { return (list, .edit) }
        return list.details.visibility == .public ? (list, .read) : nil
    }

    /// A list, for somebody with the right. Refuses readers without it; throws `notFound` where they may not even read it.
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

    /// Whether others read the list's texts, or are invited to.
    func isShared(_ list: NamedList) throws -> Bool {
        try list.details.visibility != .private || !collaborators(of: list.id).isEmpty
            || !invitedPeople(to: list.id).isEmpty
    }

    /// A list by its shared address; nil where it is no longer shared.
    func namedList(token: String, at now: Date) throws -> NamedList? {
        try namedLists(
            "WHERE l.token = \(token) AND l.visibility = \(NamedList.Visibility.link.rawValue) AND \(isNamedAuthor(at: now))"
        ).first
    }

    /// The places of a list in order; nil where the reader may not read it.
    func listPlaces(_ id: NamedList.ID, _ reader: ListReader) throws -> [Place.ID]? {
        guard try namedList(id, for: reader) != nil else { return nil }
        return try listEntries(of: id).map(\.place)
    }

    /// Lists for the sitemap: public ones with entries, of people who are neither leaving nor suspended, last changed first.
    func findableLists(limit: Int, at now: Date) throws -> [NamedList.ID] {
        try rows(
            """
            SELECT l.id FROM lists l JOIN accounts a ON a.id = l.account_id
            WHERE l.visibility = \(NamedList.Visibility.public.rawValue) AND l.entry_count > 0 AND \(isNamedAuthor(at: now))
            ORDER BY l.changed_at DESC, l.id DESC LIMIT \(limit)
            """
        ).map { try $0.id(0) }
    }

    /// - Returns: nil where the person has the greatest number of lists.
    func insertNamedList(_ details: NamedList.Details, by account: Account.ID, at now: Date) throws -> NamedList.ID? {
        let count = try first("SELECT COUNT(*) FROM lists WHERE account_id = \(account)") { try $0.int(0) }
        guard count ?? 0 < NamedList.maxCount else { return nil }
        let id = NamedList.ID.next()
        try execute(
            """
            INSERT INTO lists (id, account_id, title, note, visibility, token, created_at, changed_at)
            VALUES (\(id), \(account), \(details.title), \(details.note), \(details.visibility.rawValue),
                \(details.visibility == .link ? SecretToken().text : nil), \(now.milliseconds), \(now.milliseconds))
            """
        )
        return id
    }

    /// Edits a list. The shared address is deleted when the visibility changes; sharing again makes a new one.
    /// - Parameters:
    ///   - list: as it is now.
    ///   - cover: nil leaves it unchanged; a place that is not on the list removes it.
    func updateNamedList(
        _ list: NamedList,
        to details: NamedList.Details,
        cover: Place.ID?,
        at now: Date
    ) throws {
        var picture = list.cover
        if let cover { picture = try listEntries(of: list.id).contains { $0.place == cover } ? cover : nil }
        if details == list.details, picture == list.cover { return }
        let token = details.visibility == .link ? list.token ?? SecretToken().text : nil
        try execute(
            """
            UPDATE lists SET title = \(details.title), note = \(details.note),
                visibility = \(details.visibility.rawValue),
                token = \(token), cover_place_id = \(picture), rev = rev + 1, changed_at = \(now.milliseconds)
            WHERE id = \(list.id)
            """
        )
    }

    /// The places on the covers of lists with entries: the one that the owner chose, or the first one.
    func listCovers(of lists: [NamedList.ID]) throws -> [NamedList.ID: Place] {
        let chosen = try rows(
            """
            SELECT l.id, COALESCE(l.cover_place_id, (SELECT e.place_id FROM list_entries e WHERE e.list_id = l.id
                ORDER BY e.position, e.place_id LIMIT 1))
            FROM lists l WHERE l.id IN \(list: lists) ORDER BY l.id
            """
        ).map { (list: try $0.id(0) as NamedList.ID, place: try $0.optionalID(1) as Place.ID?) }
        let places = try places(Set(chosen.compactMap(\.place)).sorted())
        return chosen.reduce(into: [:]) { covers, entry in covers[entry.list] = entry.place.flatMap { places[$0] } }
    }

    func deleteNamedList(_ id: NamedList.ID) throws {
        try execute("DELETE FROM lists WHERE id = \(id)")
    }
}

extension NamedList {
    /// Of `lists l` and its owner `accounts a`.
    fileprivate static let columns: SQL = """
        l.id, a.id, a.nickname, l.title, l.note, l.visibility, l.token, l.cover_place_id, l.entry_count, l.rev,
        l.changed_at
        """

    fileprivate init(_ row: any Row) throws {
        guard let visibility = Visibility(rawValue: try row.string(5)) else {
            throw DatabaseError.decoding(column: 5, expected: "a visibility")
        }
        self.init(
            id: try row.id(0),
            owner: Person(id: try row.id(1), nickname: try row.string(2)),
            details: Details(title: try row.string(3), note: try row.string(4), visibility: visibility),
            token: try row.optionalString(6),
            cover: try row.optionalID(7),
            count: try row.int(8),
            rev: try row.int(9),
            changedAt: try row.date(10)
        )
    }
}

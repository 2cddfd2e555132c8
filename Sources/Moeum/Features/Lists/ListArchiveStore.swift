import Foundation

extension Transaction {
    private static let listEntriesPerStatement = 200

    func archivedLists(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .lists,
            """
            SELECT id, title, note, visibility, created_at, changed_at FROM lists
            WHERE account_id = \(account) ORDER BY created_at, id
            """
        ) { row in [try collaborators(of: try row.id(0)).map(\.nickname)] }
    }

    func archivedListEntries(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .listEntries,
            """
            SELECT \(readable("l.title", by: account)), \(readable("l.created_at", by: account)),
                CASE WHEN l.account_id = \(account) THEN 1 ELSE 0 END, \(readable("e.position", by: account)),
                e.place_id, p.name, p.district, \(readable("e.note", by: account)),
                CASE WHEN e.added_by = \(account) THEN 1 ELSE 0 END, e.added_at
            FROM list_entries e JOIN lists l ON l.id = e.list_id JOIN places p ON p.id = e.place_id
                JOIN accounts a ON a.id = l.account_id
            WHERE l.account_id = \(account) OR e.added_by = \(account)
            ORDER BY l.created_at, l.id, e.position, e.place_id
            """
        )
    }

    func archivedListCollaborations(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .listCollaborations,
            """
            SELECT \(readable("l.title", by: account)), \(readable("a.nickname", by: account)), c.added_at
            FROM list_collaborators c JOIN lists l ON l.id = c.list_id JOIN accounts a ON a.id = l.account_id
            WHERE c.account_id = \(account) ORDER BY c.added_at, l.id
            """
        )
    }

    func archivedRemovedListEntries(of account: Account.ID) throws -> [[ArchiveValue]] {
        try archivedRows(
            .removedListEntries,
            """
            SELECT \(readable("l.title", by: account)), r.place_id, p.name, p.district,
                \(readable("r.note", by: account)), r.removed_at
            FROM removed_list_entries r JOIN lists l ON l.id = r.list_id JOIN places p ON p.id = r.place_id
                JOIN accounts a ON a.id = l.account_id
            WHERE l.account_id = \(account) OR r.removed_by = \(account)
            ORDER BY r.removed_at, r.list_id, r.place_id
            """
        )
    }

    func archivedListInvitations(of account: Account.ID) throws -> [[ArchiveValue]] {
        let isShown: SQL = "l.account_id = \(account) OR \(isNamedAuthor(at: .now))"
        return try archivedRows(
            .listInvitations,
            """
            SELECT CASE WHEN \(isShown) THEN l.title END, CASE WHEN \(isShown) THEN a.nickname END, g.nickname,
                i.invited_at
            FROM list_invitations i JOIN lists l ON l.id = i.list_id JOIN accounts a ON a.id = l.account_id
                JOIN accounts g ON g.id = i.account_id
            WHERE l.account_id = \(account) OR i.account_id = \(account) ORDER BY i.invited_at, l.id, g.id
            """
        )
    }

    /// A column, or NULL where somebody may read the list `l` of the person `a` neither as its owner nor as a collaborator.
    private func readable(_ column: SQL, by account: Account.ID) -> SQL {
        """
        CASE WHEN l.account_id = \(account) OR (\(isNamedAuthor(at: .now)) AND EXISTS (SELECT 1 FROM list_collaborators m
            WHERE m.list_id = l.id AND m.account_id = \(account))) THEN \(column) END
        """
    }

    /// Inserts the lists that are missing.
    /// - Returns: how many of them the account has now.
    func importLists(_ archived: [ArchivedList], to account: Account.ID) throws -> Int {
        try archived.filter { one in
            if try namedListID(of: account, called: one.title, since: one.createdAt) != nil { return true }
            let details = NamedList.Details(title: one.title, note: one.note, visibility: .private)
            return try insertNamedList(details, by: account, at: one.createdAt) != nil
        }.count
    }

    /// Adds entries at the end of the lists with their titles; existing ones stay unchanged. A list that others read gets none,
    /// because its entries have to pass the form.
    /// - Returns: how many entries the lists have now as in the archive.
    func importListEntries(_ archived: [(place: Place.ID, row: ArchivedListEntry)], to account: Account.ID) throws
        -> Int
    {
        let byList = Dictionary(grouping: archived) { "\($0.row.listCreatedAt.milliseconds) \($0.row.list)" }
        var count = 0
        for (_, known) in byList.sorted(by: { $0.key < $1.key }) {
            guard let one = known.first?.row,
                let list = try namedListID(of: account, called: one.list, since: one.listCreatedAt)
            else { continue }
            let reader = ListReader(account: account, now: .now)
            let isPrivate = try namedList(list, for: reader).map { try !isShared($0.list) } ?? false
            var there = try listEntryNotes(of: known.map(\.place), on: list)
            let size = try first("SELECT entry_count FROM lists WHERE id = \(list)") { try $0.int(0) } ?? 0
            var new: [(place: Place.ID, entry: ArchivedListEntry)] = []
            for (place, entry) in known {
                if isPrivate, there[place] == nil, size + new.count < NamedList.maxEntries {
                    new.append((place, entry))
                    there[place] = entry.note
                }
                if there[place] == entry.note { count += 1 }
            }
            try appendListEntries(new, to: list, of: size, by: account)
        }
        return count
    }

    private func listEntryNotes(of places: [Place.ID], on list: NamedList.ID) throws -> [Place.ID: String] {
        let notes = try rows(
            """
            SELECT place_id, note FROM list_entries WHERE list_id = \(list) AND place_id IN \(list: places)
            ORDER BY place_id
            """
        ).map { (try $0.id(0) as Place.ID, try $0.string(1)) }
        return Dictionary(notes) { first, _ in first }
    }

    /// Adds entries at the end of a list in one go, so that the cost does not grow with the length of the list.
    /// - Parameter size: the number of the list's entries.
    private func appendListEntries(
        _ new: [(place: Place.ID, entry: ArchivedListEntry)],
        to list: NamedList.ID,
        of size: Int,
        by account: Account.ID
    ) throws {
        guard let last = new.map(\.entry.addedAt).max() else { return }
        for start in stride(from: 0, to: new.count, by: Self.listEntriesPerStatement) {
            let end = min(start + Self.listEntriesPerStatement, new.count)
            let values: [SQL] = (start..<end).map { index in
                let (place, entry) = new[index]
                let addedAt = entry.addedAt.milliseconds
                return "(\(list), \(place), \(size + index + 1), \(entry.note), \(account), \(addedAt))"
            }
            try execute(
                """
                INSERT INTO list_entries (list_id, place_id, position, note, added_by, added_at)
                VALUES \(SQL.joined(values, separator: ", "))
                """
            )
        }
        try execute(
            """
            UPDATE lists SET entry_count = \(size + new.count), changed_at = \(last.milliseconds) WHERE id = \(list)
            """
        )
    }

    private func namedListID(of account: Account.ID, called title: String, since: Date) throws -> NamedList.ID? {
        try first(
            """
            SELECT id FROM lists WHERE account_id = \(account) AND title = \(title)
                AND created_at = \(since.milliseconds) ORDER BY id LIMIT 1
            """
        ) { try $0.id(0) }
    }
}

extension Transaction {
    /// A page of an account's visits.
    func visits(of account: Account.ID, _ query: VisitQuery) throws -> VisitList {
        var condition: SQL = "v.account_id = \(account)"
        if let place = query.place { condition = "\(condition) AND v.place_id = \(place)" }
        if let after = query.after {
            condition = "\(condition) AND (v.visited_on, v.id) < (\(after.on), \(after.id))"
        }
        var entries = try rows(
            """
            SELECT v.id, v.place_id, v.visited_on, p.name
            FROM visits v JOIN places p ON p.id = v.place_id
            WHERE \(condition) ORDER BY v.visited_on DESC, v.id DESC LIMIT \(VisitQuery.pageSize + 1)
            """
        ).map { row in
            VisitList.Entry(
                visit: Visit(id: try row.id(0), place: try row.id(1), on: try row.string(2)),
                name: try row.string(3)
            )
        }
        guard entries.count > VisitQuery.pageSize else { return VisitList(entries: entries, next: nil) }
        entries.removeLast()
        return VisitList(entries: entries, next: entries.last.map { VisitCursor($0.visit) })
    }
}

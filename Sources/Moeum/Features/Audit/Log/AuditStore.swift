import Foundation

/// Some entries of the log, newest first.
struct AuditList: Sendable {
    var auditEntries: [AuditEntry] = []
    /// The next page's position, where there may be more.
    var next: AuditQuery.Cursor?
    /// Whether the list ends because `maxRead` was reached, not because all was found.
    var isCutShort = false
}

extension Transaction {
    /// Audit entries of a query. The filter with the best index reads them from the database; the other filters are applied to
    /// each. After `maxRead` entries the list ends and says where it continues.
    /// - Parameters:
    ///   - limit: audit entries returned.
    ///   - maxRead: audit entries read.
    func auditList(_ query: AuditQuery, limit: Int, maxRead: Int) throws -> AuditList {
        var list = AuditList()
        var cursor = query.after
        var readCount = 0
        while true {
            let size = min(500, maxRead - readCount)
            let stretch = try auditPage(query, after: cursor, limit: size)
            for entry in stretch {
                readCount += 1
                cursor = AuditQuery.Cursor(value: entry.at.milliseconds, id: entry.id)
                guard query.matches(entry) else { continue }
                list.auditEntries.append(entry)
                if list.auditEntries.count > limit {
                    list.auditEntries.removeLast()
                    list.next = list.auditEntries.last.map { AuditQuery.Cursor(value: $0.at.milliseconds, id: $0.id) }
                    return list
                }
            }
            if stretch.count < size { return list }
            if readCount >= maxRead {
                list.next = cursor
                list.isCutShort = true
                return list
            }
        }
    }

    /// The next audit entries by the conditions of the leading filter.
    private func auditPage(_ query: AuditQuery, after cursor: AuditQuery.Cursor?, limit: Int) throws -> [AuditEntry] {
        var bounds: [SQL] = []
        if let start = query.start { bounds.append("d.at >= \(start.milliseconds)") }
        if let end = query.end { bounds.append("d.at < \(end.milliseconds)") }
        if let cursor { bounds.append("(d.at, d.id) < (\(cursor.value), \(cursor.id))") }
        var found: [AuditEntry] = []
        for lead in auditConditions(query) {
            let conditions = [lead] + bounds
            found += try auditEntries(where: SQL.joined(conditions, separator: " AND "), limit: limit)
        }
        guard auditConditions(query).count > 1 else { return found }
        // An entry that meets both conditions is found twice.
        var known: Set<AuditEntry.ID> = []
        return Array(
            found.filter { known.insert($0.id).inserted }.sorted { ($1.at, $1.id) < ($0.at, $0.id) }.prefix(limit)
        )
    }

    /// The condition of the filter that is usually the most selective, and has an index; two for a person, whose results are
    /// merged.
    private func auditConditions(_ query: AuditQuery) -> [SQL] {
        if let target = query.target {
            let own: SQL = "d.target_kind = \(target.kind.rawValue) AND d.target_key = \(target.key)"
            guard target.kind == .user, let id = target.id else { return [own] }
            return [own, "d.person_id = \(id)"]
        }
        if case .staff(let id)? = query.actor { return ["d.actor_id = \(id)"] }
        if let action = query.action { return ["d.action = \(action.rawValue)"] }
        if let kind = query.kind { return ["d.target_kind = \(kind.rawValue)"] }
        switch query.actor {
        case .site?: return ["d.actor_kind = 'site'"]
        case .command?: return ["d.actor_kind = 'command'"]
        default: return ["d.at >= 0"]
        }
    }

    /// Nicknames of existing accounts.
    func nicknames(of accounts: Set<Account.ID>) throws -> [Account.ID: String] {
        if accounts.isEmpty { return [:] }
        let pairs = try rows(
            "SELECT id, nickname FROM accounts WHERE id IN \(list: accounts.sorted()) ORDER BY id"
        ).map { (try $0.id(0) as Account.ID, try $0.string(1)) }
        return Dictionary(pairs) { first, _ in first }
    }

    /// All current staff, in alphabetical order.
    func staffNames() throws -> [(id: Account.ID, nickname: String)] {
        try rows(
            "SELECT id, nickname FROM accounts WHERE role IN ('moderator', 'admin') ORDER BY nickname, id"
        ).map { (try $0.id(0), try $0.string(1)) }
    }
}

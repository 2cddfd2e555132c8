import Foundation

extension Transaction {
    /// Accounts that staff search for: nicknames in alphabetical order, everything else newest first.
    ///
    /// Found by the unique keys `nickname_key` and `email_key` and by id; filters use `accounts_by_role`,
    /// `accounts_unverified`, `accounts_leaving` and `sanctions_standing`, in the order of ids.
    func people(_ query: PeopleQuery, at now: Date, limit: Int) throws -> [Person] {
        let conditions = peopleConditions(query, at: now)
        switch query.search {
        case .nobody: return []
        case .everybody:
            let before = Account.ID(query.after) ?? .max
            return try people(where: conditions + ["a.id < \(before)"], order: "a.id DESC", at: now, limit: limit)
        case .address(let key):
            return try people(where: conditions + ["a.email_key = \(key)"], order: "a.id", at: now, limit: 1)
        case .nickname(let key, let number):
            let named: [SQL] = ["a.nickname_key >= \(key)", "a.nickname_key < \(key + "\u{10FFFF}")"]
            let after: [SQL] = query.after.isEmpty ? [] : ["a.nickname_key > \(query.after)"]
            // An account found by its number is on the first page only.
            let numbered = try (query.after.isEmpty ? number : nil).flatMap {
                try people(where: conditions + ["a.id = \($0)"], order: "a.id", at: now, limit: 1).first
            }
            let found = try people(where: conditions + named + after, order: "a.nickname_key", at: now, limit: limit)
            return (numbered.map { [$0] } ?? []) + found.filter { $0.id != numbered?.id }
        }
    }

    func person(_ id: Account.ID, at now: Date) throws -> Person? {
        try people(where: ["a.id = \(id)"], order: "a.id", at: now, limit: 1).first
    }

    private func peopleConditions(_ query: PeopleQuery, at now: Date) -> [SQL] {
        var conditions: [SQL] = []
        switch query.filter {
        case .all: break
        case .staff: conditions.append("a.role IN ('admin', 'moderator')")
        case .sanctioned:
            conditions.append(
                """
                a.id IN (SELECT n.account_id FROM sanctions n
                    WHERE \(isSanctionInForce(at: now)) AND n.kind IN ('no-posting', 'suspension'))
                """
            )
        case .unverified: conditions.append("a.verified_at IS NULL")
        case .leaving: conditions.append("a.leaving_at IS NOT NULL")
        }
        if let role = query.role { conditions.append("a.role = \(role.rawValue)") }
        return conditions
    }

    private func people(where conditions: [SQL], order: SQL, at now: Date, limit: Int) throws -> [Person] {
        try rows(
            """
            SELECT a.id, a.nickname, a.email, a.nickname_key, a.role, a.verified_at IS NOT NULL,
                a.leaving_at IS NOT NULL, \(isUnderSanction("suspension", at: now)), \(isUnderSanction("no-posting", at: now))
            FROM accounts a WHERE \(SQL.joined(conditions, separator: " AND ")) ORDER BY \(order) LIMIT \(limit)
            """
        ).map { row in
            Person(
                id: try row.id(0),
                nickname: try row.string(1),
                email: try row.string(2),
                nicknameKey: try row.string(3),
                role: Role(rawValue: try row.string(4)) ?? .member,
                isVerified: try row.bool(5),
                isLeaving: try row.bool(6),
                isSuspended: try row.bool(7),
                isRestrictedFromPosting: try row.bool(8)
            )
        }
    }

    private func isUnderSanction(_ kind: String, at now: Date) -> SQL {
        """
        EXISTS (SELECT 1 FROM sanctions n WHERE n.account_id = a.id AND n.kind = \(kind) AND \(isSanctionInForce(at: now)))
        """
    }

    /// What else staff see of an account.
    func personFacts(_ id: Account.ID, at now: Date) throws -> PersonFacts? {
        try first(
            """
            SELECT a.created_at, a.verified_at, a.logged_in_at, a.leaving_at,
                EXISTS (SELECT 1 FROM two_factor t WHERE t.account_id = a.id AND t.enabled_at IS NOT NULL),
                (SELECT COUNT(*) FROM reviews r WHERE r.account_id = a.id),
                (SELECT COUNT(*) FROM photos f WHERE f.account_id = a.id AND f.review_id IS NOT NULL),
                (SELECT COUNT(*) FROM reports e WHERE e.account_id = a.id),
                COALESCE((SELECT c.right_count FROM reporter_records c WHERE c.account_id = a.id), 0),
                COALESCE((SELECT c.wrong_count FROM reporter_records c WHERE c.account_id = a.id), 0)
            FROM accounts a WHERE a.id = \(id)
            """
        ) { row in
            PersonFacts(
                createdAt: try row.date(0),
                verifiedAt: try row.optionalDate(1),
                loggedInAt: try row.optionalDate(2),
                leavingAt: try row.optionalDate(3),
                hasTwoFactor: try row.bool(4),
                reviews: try row.int(5),
                photos: try row.int(6),
                reports: try row.int(7),
                rightReports: try row.int(8),
                wrongReports: try row.int(9),
                sessions: try sessions(of: id, at: now).count
            )
        }
    }

    /// Whether the open case about an account has an urgent reason: somebody may be harmed.
    func isUrgentCase(_ id: ReportCase.ID) throws -> Bool {
        let urgent = ModerationReason.allCases.filter(\.isUrgent).map(\.rawValue)
        return try first(
            "SELECT 1 FROM report_case_reasons WHERE case_id = \(id) AND reason IN \(list: urgent) ORDER BY reason LIMIT 1"
        ) { try $0.int(0) } != nil
    }
}

/// What staff see of an account besides name, role and state.
struct PersonFacts: Sendable {
    let createdAt: Date
    let verifiedAt: Date?
    let loggedInAt: Date?
    let leavingAt: Date?
    let hasTwoFactor: Bool
    let reviews: Int
    let photos: Int
    let reports: Int
    let rightReports: Int
    let wrongReports: Int
    /// How many sessions the account has.
    let sessions: Int
}

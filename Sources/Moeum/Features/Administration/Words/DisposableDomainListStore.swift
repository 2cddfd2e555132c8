import Foundation

/// A disposable e-mail domain, and who added it.
struct ListedDomain: ViewModel {
    let domain: String
    let addedAt: Date
    /// Nil where it came with the program, or where that person's account is gone.
    let addedBy: String?

    static let fields: [Field<ListedDomain>] = [
        .text("domain") { $0.domain }, .time("addedAt") { $0.addedAt }, .text("addedBy") { $0.addedBy },
    ]

    /// The domain in a typed or pasted text such as `@Mail.Example`; nil where there is none.
    static func domain(_ typed: String) -> String? {
        guard typed.utf8.count <= 1_000 else { return nil }
        let text = typed.precomposedStringWithCompatibilityMapping.trimmed.lowercased()
        let domain = text.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return EmailAddress.isDomain(domain) ? String(domain) : nil
    }
}

extension Transaction {
    /// In alphabetical order, after a domain.
    /// - Parameter start: the beginning of the domains.
    func listedDomains(startingWith start: String = "", after domain: String, limit: Int) throws -> [ListedDomain] {
        try rows(
            """
            SELECT d.domain, d.added_at, a.nickname FROM disposable_domains d
            LEFT JOIN accounts a ON a.id = d.added_by
            WHERE d.domain > \(domain) AND d.domain >= \(start) AND d.domain < \(start + Self.lastScalar)
            ORDER BY d.domain LIMIT \(limit)
            """
        ).map { row in
            ListedDomain(
                domain: try row.string(0),
                addedAt: try row.date(1),
                addedBy: try row.optionalString(2)
            )
        }
    }
}

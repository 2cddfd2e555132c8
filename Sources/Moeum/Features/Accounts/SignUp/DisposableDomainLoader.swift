import Foundation

/// Fills an empty list of disposable e-mail domains with the best known ones.
package struct DisposableDomainLoader: Sendable {
    /// The folder with `disposable-domains.txt`, one domain a line.
    let directory: String

    package init(directory: String) { self.directory = directory }

    /// Returns how many domains were added: none where the list has any already.
    @discardableResult
    package func load(into database: any Database) async throws -> Int {
        let text = try String(contentsOfFile: "\(directory)/disposable-domains.txt", encoding: .utf8)
        let domains = text.split(whereSeparator: \.isNewline).map { String($0).trimmed.lowercased() }
            .filter { EmailAddress.isDomain($0[...]) }
        let now = Date.now.milliseconds
        return try await database.write { transaction in
            guard try transaction.disposableDomains(limit: 1).isEmpty else { return 0 }
            for domain in domains { try transaction.addDisposable(domain, by: nil, at: now) }
            return domains.count
        }
    }
}

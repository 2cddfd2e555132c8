import Foundation

/// Fills an empty table of keywords, so that a new site has some to offer.
package struct KeywordLoader: Sendable {
    /// As `keywords.json` writes one.
    private struct Entry: Decodable {
        let ko: String
        let en: String
    }

    let directory: String

    /// - Parameter directory: the folder with `keywords.json`: by kind of place and tone, in the order of the forms.
    package init(directory: String) { self.directory = directory }

    /// Returns how many were added; a table that holds any is left as staff made it.
    @discardableResult
    package func load(into database: any Database) async throws -> Int {
        let data = try Data(contentsOf: URL(filePath: "\(directory)/keywords.json"))
        let file = try JSONDecoder().decode([String: [String: [Entry]]].self, from: data)
        let now = Date.now
        return try await database.write { transaction in
            guard try transaction.allKeywords().isEmpty else { return 0 }
            var count = 0
            for kind in Place.Kind.allCases {
                for tone in Keyword.Tone.allCases {
                    for entry in file[kind.rawValue]?[tone.rawValue] ?? [] {
                        let names = try Keyword.Names(korean: entry.ko, english: entry.en)
                        try transaction.addKeyword(names, kind, tone, at: now)
                        count += 1
                    }
                }
            }
            return count
        }
    }
}

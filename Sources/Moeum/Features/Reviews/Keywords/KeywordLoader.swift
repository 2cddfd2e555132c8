import Foundation

/// Fills an empty table of keywords, so that a new site has some.
package struct KeywordLoader: Sendable {
    /// A keyword in `keywords.json`.
    private struct Entry: Decodable {
        let ko: String
        let en: String
    }

    let directory: String

    /// - Parameter directory: the folder of `keywords.json`, which is sorted by kind of place, tone and order in the form.
    package init(directory: String) { self.directory = directory }

    /// Returns how many keywords were added; none where the table has any.
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

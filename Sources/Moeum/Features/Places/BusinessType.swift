import Foundation

/// A business type as the source names it, with its English name and the syllable that stands in for a photo.
package struct BusinessType: Sendable, Equatable, Codable {
    package let name: String
    let englishName: String
    let syllable: String
    package let kind: Place.Kind
}

/// The known business types; types that only a source knows are shown as they are.
package struct BusinessTypes: Sendable {
    package let all: [BusinessType]
    private let byName: [String: BusinessType]

    init(_ all: [BusinessType]) {
        self.all = all
        byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }

    package static func load(from directory: String) throws -> BusinessTypes {
        let data = try Data(contentsOf: URL(filePath: "\(directory)/business-types.json"))
        return BusinessTypes(try JSONDecoder().decode([BusinessType].self, from: data))
    }

    func name(of category: String, _ language: Language) -> String {
        language == .english ? byName[category]?.englishName ?? Romanization.name(category) : category
    }

    func isBookshop(_ category: String) -> Bool { byName[category]?.kind == .bookshop }

    func syllable(of category: String) -> String { byName[category]?.syllable ?? String(category.prefix(1)) }
}

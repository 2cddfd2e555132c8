import Foundation

/// One of Seoul's 25 districts (자치구). Facts come from `Data/districts.json`.
package struct District: Sendable, Equatable, Hashable, Codable {
    /// The district in URLs, such as `mapo`.
    package let slug: String
    /// Such as 마포구.
    package let name: String
    /// Such as Mapo-gu.
    let englishName: String
    /// The Ministry of the Interior's code, such as `11440`; `/districts/11440` redirects to the slug.
    let code: String
    /// Row and column in the home page's 7×5 tile map, starting at 1.
    package let row: Int
    let column: Int
    /// The middle of it.
    let latitude: Double
    let longitude: Double

    /// Such as Mapo-gu for readers of English.
    func name(_ language: Language) -> String { language == .english ? englishName : name }

    /// The name as people shorten it: 마포 for 마포구, but 중구 stays whole.
    var shortName: String { name.count > 2 ? String(name.dropLast()) : name }

    /// The same in the reader's language: Mapo for Mapo-gu.
    func shortName(_ language: Language) -> String {
        guard language == .english else { return shortName }
        return englishName.split(separator: "-").first.map(String.init) ?? englishName
    }
}

/// The table of districts, looked up by slug, name or code.
package struct Districts: Sendable {
    package let all: [District]
    private let bySlug: [String: District]
    private let byName: [String: District]

    package init(_ all: [District]) {
        self.all = all
        bySlug = Dictionary(all.map { ($0.slug, $0) }) { first, _ in first }
        byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }

    package static func load(from directory: String) throws -> Districts {
        let data = try Data(contentsOf: URL(filePath: "\(directory)/districts.json"))
        return Districts(try JSONDecoder().decode([District].self, from: data))
    }

    package subscript(slug slug: String) -> District? { bySlug[slug] }
    package subscript(name name: String) -> District? { byName[name] }
    package subscript(code code: String) -> District? { all.first { $0.code == code } }

    /// The district that a record names; throws where it is unknown.
    func district(of record: PlaceRecord) throws -> District {
        guard let district = self[slug: record.district] else { throw UnknownDistrict(slug: record.district) }
        return district
    }
}

/// A record with an unknown district. Readers refuse such rows, so this is a bug of ours.
struct UnknownDistrict: Error, CustomStringConvertible {
    let slug: String
    var description: String { "no district is called \(slug)" }
}

import Foundation

/// Seoul's districts as registers name them, and the boxes around them. Facts come from `Data/districts.json`.
struct RegisterDistricts: Sendable {
    private struct District: Codable {
        let slug: String
        let name: String
        let cggCode: String
        let south: Double
        let west: Double
        let north: Double
        let east: Double
    }

    /// How far outside of the box around its district a business may stand, in metres: outlines are simplified.
    private static let margin = 300.0
    private static let metresPerDegree = 111_195.0

    private let districts: [String: District]
    private let slugsByAuthority: [Int: String]
    private let slugsByName: [String: String]

    init(from directory: String) throws {
        let data = try Data(contentsOf: URL(filePath: "\(directory)/districts.json"))
        let all = try JSONDecoder().decode([District].self, from: data)
        districts = Dictionary(all.map { ($0.slug, $0) }) { first, _ in first }
        slugsByName = Dictionary(all.map { ($0.name, $0.slug) }) { first, _ in first }
        let codes = all.compactMap { district in Int(district.cggCode).map { ($0, district.slug) } }
        slugsByAuthority = Dictionary(codes) { first, _ in first }
    }

    /// The local governments of all districts, such as 3000000.
    var authorities: [Int] { slugsByAuthority.keys.sorted() }

    /// - Parameter code: the local government's (개방자치단체코드), such as 3000000; nil for one outside of Seoul.
    func slug(ofAuthority code: Int) -> String? { slugsByAuthority[code] }

    func slug(named name: String) -> String? { slugsByName[name] }

    /// The district in which an address of Seoul lies; nil where it names none.
    func slug(ofAddress address: String) -> String? { Address.district(address).flatMap(slug(named:)) }

    /// Whether a point may be a business of the district.
    func holds(_ position: Place.Position, in slug: String) -> Bool {
        guard let district = districts[slug] else { return false }
        let latitudes = Self.margin / Self.metresPerDegree
        let longitudes = latitudes / cos(position.latitude * .pi / 180)
        return (district.south - latitudes...district.north + latitudes).contains(position.latitude)
            && (district.west - longitudes...district.east + longitudes).contains(position.longitude)
    }
}

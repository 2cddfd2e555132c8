/// Reads parts of a Korean address.
enum Address {
    // The last syllables of the names of legal dong and districts.
    private static let dongEndings: [Character] = ["동", "가", "로"]
    private static let districtEnding: Character = "구"

    /// The legal dong: in brackets after a road address, or the word after the district in a lot address.
    /// - Parameter isKnown: whether a dong of that name exists; buildings and roads may end in the same syllables.
    static func legalDong(road: String?, lot: String?, isKnown: (String) -> Bool = { _ in true }) -> String? {
        let candidates = road.map(inBrackets) ?? []
        return candidates.first(where: isKnown) ?? lot.flatMap(afterDistrict).flatMap { isKnown($0) ? $0 : nil }
    }

    /// The district's name: the second word of most addresses.
    static func district(_ address: String) -> String? {
        address.split(separator: " ").prefix(3).first { $0.last == districtEnding && $0.count >= 2 }.map(String.init)
    }

    /// Whether two addresses (road, lot) of a shop may be the same: where the road or lot addresses agree up to their details,
    /// and where neither can be compared.
    static func mayBeSame(_ one: (road: String?, lot: String?), _ other: (road: String?, lot: String?)) -> Bool {
        let comparisons = [same(one.road, other.road, house), same(one.lot, other.lot, letters)].compactMap(\.self)
        return comparisons.isEmpty || comparisons.contains(true)
    }

    /// Nil where one of the two is missing.
    private static func same(_ one: String?, _ other: String?, _ key: (String) -> String) -> Bool? {
        guard let one, let other else { return nil }
        return key(one) == key(other)
    }

    /// A road address up to its house number, because floors and rooms are written in many ways.
    private static func house(_ address: String) -> String {
        if let road = RoadAddress(address) { return "\(road.district ?? "") \(road.text)" }
        let words = address.split { $0 == " " || $0 == "," || $0 == "(" }
        let number = words.firstIndex { $0.allSatisfy { $0.isNumber || $0 == "-" } } ?? words.count - 1
        return words.prefix(number + 1).joined(separator: " ")
    }

    private static func letters(_ address: String) -> String {
        address.prefix { $0 != "(" }.filter { $0.isLetter || $0.isNumber }
    }

    private static func inBrackets(_ address: String) -> [String] {
        address.split(separator: "(").dropFirst().reversed().map { part in
            part.prefix { $0 != ")" && $0 != "," && $0 != " " }
        }.filter(isDong).map(String.init)
    }

    private static func afterDistrict(_ address: String) -> String? {
        let words = address.split(separator: " ")
        guard let index = words.firstIndex(where: { $0.last == districtEnding && $0.count >= 2 }),
            let next = words[(index + 1)...].first, isDong(next)
        else { return nil }
        return String(next)
    }

    private static func isDong(_ name: Substring) -> Bool {
        guard let last = name.last, name.count >= 2 else { return false }
        return dongEndings.contains(last) && name.allSatisfy { $0.isLetter || $0.isNumber }
    }
}

/// What can be read out of a Korean address.
enum Address {
    // The last syllables of a legal dong's and a district's name: marks of the format.
    private static let dongEndings: [Character] = ["\u{B3D9}", "\u{AC00}", "\u{B85C}"]
    private static let districtEnding: Character = "\u{AD6C}"

    /// The legal dong: named in brackets behind a road address, or the word after the district in a lot address.
    static func legalDong(road: String?, lot: String?) -> String? {
        road.flatMap(inBrackets) ?? lot.flatMap(afterDistrict)
    }

    /// The district's name, such as the second word of most addresses.
    static func district(_ address: String) -> String? {
        address.split(separator: " ").prefix(3).first { $0.last == districtEnding && $0.count >= 2 }.map(String.init)
    }

    private static func inBrackets(_ address: String) -> String? {
        for part in address.split(separator: "(").dropFirst().reversed() {
            let name = part.prefix { $0 != ")" && $0 != "," && $0 != " " }
            if isDong(name) { return String(name) }
        }
        return nil
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

/// A road address (도로명주소) up to its building: floors, rooms and what stands in brackets are left out.
struct RoadAddress: Sendable, Hashable {
    /// Such as 성동구; nil where the address names none.
    private(set) var district: String?
    /// Such as 성수일로10길, written together.
    let road: String
    /// Whether the building is one under the road, whose numbers are counted apart: 강남대로 지하396.
    let isUnderground: Bool
    let number: Int
    /// 0 where there is none.
    let subnumber: Int

    /// The address without its city and district, such as 성수일로10길 26-1.
    var text: String {
        "\(road) \(isUnderground ? Self.underground : "")\(number)\(subnumber > 0 ? "-\(subnumber)" : "")"
    }

    /// The same with city and district, such as 서울특별시 성동구 성수일로10길 26-1.
    var fullText: String { ["서울특별시", district, text].compactMap(\.self).joined(separator: " ") }

    /// What somebody may type who knows the whole address, in the form of keys: 백제고분로7길19, with the district before it too.
    var searchKeys: [String] {
        let key = KoreanText.key(text)
        return [key] + (district.map { [KoreanText.key($0) + key] } ?? [])
    }

    /// The road as signs have it in Latin letters, its branch, and both with the number: teheranro, 1gil, teheranro1gil40.
    var latinKeys: [String] {
        let end = road.firstIndex(where: \.isNumber).flatMap { $0 == road.startIndex ? nil : $0 } ?? road.endIndex
        let parts = [road[..<end], road[end...]].filter { !$0.isEmpty }.map(Self.latinKey)
        return parts + [KoreanText.key(parts.joined() + "\(number)\(subnumber > 0 ? "-\(subnumber)" : "")")]
    }

    /// The ending is written as it is, however the word before it sounds: jongro for 종로.
    private static func latinKey(_ part: Substring) -> String {
        let ending = latinEndings.first { part.hasSuffix($0.korean) && part.count > $0.korean.count }
        let stem = part.dropLast(ending?.korean.count ?? 0)
        return KoreanText.key(Romanization.roman(String(stem)) + (ending?.latin ?? ""))
    }

    private static let latinEndings = [
        (korean: "대로", latin: "daero"), (korean: "로", latin: "ro"), (korean: "길", latin: "gil"),
    ]
}

extension RoadAddress {
    private static let roadEndings: Set<Character> = ["로", "길"]
    private static let branchEnding: Character = "길"
    private static let districtEnding: Character = "구"
    private static let cities: Set<Substring> = ["서울특별시", "서울시", "서울", "대한민국"]
    // A legal dong may stand before the road.
    private static let dongEndings: Set<Character> = ["동", "가"]
    private static let underground = "지하"
    // What may follow a number without a space: lots, floors, further numbers. Not 층 or 호: such a number is a floor's or
    // a room's.
    private static let details = ["번", "외", "지하", "지상", "~", "/", ".", "·", "["]
    private static let longestNumber = 5

    /// Reads an address as districts and people write it: 서울특별시 성동구 성수일로10길 26 2층 216217218219호 (성수동2가).
    /// Nil for a lot address (지번), and where the building's number cannot be distinguished from a room's.
    init?(_ address: String) {
        var words = Self.words(of: address)
        var district: String?
        while let word = words.first {
            if let building = Self.building(words) {
                (self.district, road) = (district, building.road)
                (isUnderground, number, subnumber) = (building.isUnderground, building.number, building.subnumber)
                return
            }
            guard Self.mayPrecedeRoad(word) else { return nil }
            if word.last == Self.districtEnding, word.count >= 2 { district = String(word) }
            words = words.dropFirst()
        }
        return nil
    }

    /// The same address in this district, where it names none.
    func inDistrict(_ name: String) -> RoadAddress {
        guard district == nil else { return self }
        var address = self
        address.district = name
        return address
    }

    /// The words before the first comma or bracket; a bracket at the beginning holds a post code.
    private static func words(of address: String) -> ArraySlice<Substring> {
        let start = address.first == "(" ? address.firstIndex(of: ")").map(address.index(after:)) : nil
        let head = address[(start ?? address.startIndex)...].prefix { $0 != "," && $0 != "(" }
        return head.split(whereSeparator: \.isWhitespace)[...]
    }

    private static func mayPrecedeRoad(_ word: Substring) -> Bool {
        guard let last = word.last else { return false }
        let isPostCode = word.count == longestNumber && word.allSatisfy(isDigit)
        return isPostCode || last == districtEnding || dongEndings.contains(last) || cities.contains(word)
    }

    private typealias Building = (road: String, isUnderground: Bool, number: Int, subnumber: Int)

    /// A road in the first word, perhaps with its branch in the second (강서로 45길), and the number after it.
    private static func building(_ words: ArraySlice<Substring>) -> Building? {
        guard let first = words.first else { return nil }
        for end in first.indices.reversed() where roadEndings.contains(first[end]) {
            let road = first[...end]
            guard isRoad(road) else { continue }
            let tail = first[first.index(after: end)...]
            let rest = words.dropFirst()
            if tail.isEmpty, let branch = rest.first.flatMap(branch) {
                let tail = rest[rest.startIndex].dropFirst(branch.count)
                return numbered("\(road)\(branch)", [tail] + rest.dropFirst())
            }
            if let building = numbered(String(road), [tail] + rest) { return building }
        }
        return nil
    }

    /// A figure alone names a road (63로), but not a branch: 45길 belongs to the road before it.
    private static func isRoad(_ name: Substring) -> Bool {
        guard name.count >= 2, name.last != branchEnding || !name.dropLast().allSatisfy(isDigit) else { return false }
        return name.allSatisfy { $0.isLetter || isDigit($0) || $0 == "." || $0 == "·" }
    }

    /// The branch that a word begins with: 45길, 25가길.
    private static func branch(_ word: Substring) -> Substring? {
        let digits = word.prefix(while: isDigit)
        guard !digits.isEmpty, let end = word.dropFirst(digits.count).prefix(2).firstIndex(of: branchEnding) else {
            return nil
        }
        return word[...end]
    }

    /// - Parameter words: what follows the road; the first may be empty.
    private static func numbered(_ road: String, _ words: [Substring]) -> Building? {
        var words = words.drop { $0.isEmpty }
        let isUnderground = words.first?.hasPrefix(underground) ?? false
        if isUnderground {
            words[words.startIndex] = words[words.startIndex].dropFirst(underground.count)
            words = words.drop { $0.isEmpty }
        }
        guard let word = words.first, let (number, rest) = leadingNumber(word), number > 0 else { return nil }
        guard rest.first == "-" else {
            return endsNumber(rest) ? (road, isUnderground, number, 0) : nil
        }
        guard let (subnumber, rest) = leadingNumber(rest.dropFirst()), endsNumber(rest) else { return nil }
        return (road, isUnderground, number, subnumber)
    }

    private static func leadingNumber(_ text: Substring) -> (Int, rest: Substring)? {
        let digits = text.prefix(while: isDigit)
        guard digits.count <= longestNumber, let number = Int(digits) else { return nil }
        return (number, text.dropFirst(digits.count))
    }

    private static func endsNumber(_ rest: Substring) -> Bool {
        rest.isEmpty || details.contains { rest.hasPrefix($0) }
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}

/// An address as its readers get it. Sources have lost the commas of many: rooms stand as one figure (216217호), and floors are
/// glued to the dong (역삼동지상1층). What cannot be told for certain, such as a 23층 that was 2, 3층, is left out.
enum ShownAddress {
    private static let dongEnding: Character = "동"
    private static let roadEnding: Character = "로"
    private static let quarterEnding: Character = "가"
    private static let room: Character = "호"
    private static let floor = "층"
    private static let levels = ["지상", "지하"]
    /// What follows the number of a floor, a room or further lots (외 2필지).
    private static let units: Set<Unicode.Scalar> = ["층", "호", "필"]
    /// What may stand apart before such a number.
    private static let unitWords: Set<String> = ["지상", "지하", "외"]
    /// From so many digits on a figure is several rooms.
    private static let manyDigits = 6

    static func text(_ address: String) -> String {
        guard let opening = address.utf8.firstIndex(of: UInt8(ascii: "(")), opening > address.startIndex else {
            return withRooms(address)
        }
        let head = String(address[..<opening]).trimmed
        let inside = Array(address[address.index(after: opening)...].unicodeScalars.map(Character.init))
        guard let end = dongEnd(inside) else { return withRooms(address) }
        let rest = inside[end...]
        let words = rest.split { " ,()".contains($0) }.map { String($0) }
        let dong = String(inside[..<end])
        if words.isEmpty { return "\(withRooms(head)) (\(dong))" }
        let isApart = rest.first == " " || rest.first == ","
        if isApart, !rest.contains(where: { $0 == "(" }), let building = building(words) {
            return "\(withRooms(head)) (\(dong), \(building))"
        }
        let floor = words.count == 1 && isFloor(words[0]) ? " \(words[0])" : ""
        return "\(withRooms(head))\(floor) (\(dong))"
    }

    /// The building's name, which may have a number (63빌딩): without the administrative dong before it (등촌동 3동) and the floors
    /// and rooms after it.
    private static func building(_ words: [String]) -> String? {
        let isDong = words.first.map { $0.ends(with: "동") && $0.unicodeScalars.dropLast().allSatisfy(isDigit) } ?? false
        let name = words.dropFirst(isDong ? 1 : 0).prefix { !isUnit($0) }
        return name.isEmpty ? nil : name.joined(separator: " ")
    }

    private static func isUnit(_ word: String) -> Bool {
        let scalars = word.unicodeScalars
        guard scalars.contains(where: isDigit) else { return unitWords.contains(word) }
        return zip(scalars, scalars.dropFirst()).contains { isDigit($0) && units.contains($1) } || hasLongFigure(word)
            // A number alone, or a room below ground such as B114.
            || scalars.allSatisfy { $0 == "B" || !$0.properties.isAlphabetic }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// The figures of rooms apart: 216, 217, 218, 219호 for 216217218219호.
    private static func withRooms(_ text: String) -> String {
        guard hasLongFigure(text) else { return text }
        return text.split(separator: " ").compactMap { word -> String? in
            if !hasLongFigure(word) { return String(word) }
            let start = word.prefix { !$0.isNumber }
            let digits = word.dropFirst(start.count).prefix { $0.isNumber }
            let end = word.dropFirst(start.count + digits.count)
            guard end.contains(room), !hasLongFigure(end), let rooms = rooms(digits) else { return nil }
            return start + rooms.joined(separator: ", ") + end
        }.joined(separator: " ")
    }

    /// A figure as rooms of three digits, or of four, where they go up.
    private static func rooms(_ digits: Substring) -> [String]? {
        let digits = Array(digits)
        return [3, 4].lazy.filter { digits.count.isMultiple(of: $0) }.map { size in
            stride(from: 0, to: digits.count, by: size).map { String(digits[$0..<($0 + size)]) }
        }.first { rooms in zip(rooms, rooms.dropFirst()).allSatisfy { $0 < $1 } }
    }

    private static func hasLongFigure(_ text: some StringProtocol) -> Bool {
        var count = 0
        for byte in text.utf8 {
            count = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? count + 1 : 0
            if count == manyDigits { return true }
        }
        return false
    }

    /// Where the legal dong ends that a bracket begins with: 역삼동, 성수동2가, 남대문로5가.
    private static func dongEnd(_ text: [Character]) -> Int? {
        for index in text.indices.dropFirst() {
            let letter = text[index]
            if letter == dongEnding || letter == roadEnding {
                let digits = text[(index + 1)...].prefix { $0.isNumber }
                let isQuarter = digits.endIndex < text.endIndex && text[digits.endIndex] == quarterEnding
                if isQuarter, !digits.isEmpty { return digits.endIndex + 1 }
                if letter == dongEnding { return index + 1 }
                if text[(index + 1)...].first == ")" { return index + 1 }
            }
            guard letter.isLetter else { break }
        }
        guard let end = text.firstIndex(of: ")"), end > 1, text[end - 1] == quarterEnding else { return nil }
        return text[..<end].allSatisfy { $0.isLetter || $0.isNumber } ? end : nil
    }

    private static func isFloor(_ word: String) -> Bool {
        let level = levels.first(where: word.hasPrefix) ?? ""
        let number = word.dropFirst(level.count)
        return number.hasSuffix(floor) && number.count == 2 && number.first?.isNumber == true
    }
}

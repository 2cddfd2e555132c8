import Foundation

extension Romanization {
    /// A name in Latin letters, each word with a capital: its own Latin letters, such as in the brackets of
    /// `베나레스(Benares)`, else its words as they are known, else as they are pronounced.
    package static func name(_ text: String) -> String {
        guard hasHangul(text) else { return text }
        let scalars = Array(text.precomposedStringWithCanonicalMapping.unicodeScalars)
        var (result, index) = ("", 0)
        while index < scalars.count {
            guard isSyllable(scalars[index]) else {
                result += roman(String(scalars[index]))
                index += 1
                continue
            }
            let end = scalars[index...].firstIndex { !isSyllable($0) } ?? scalars.count
            if let (own, after) = ownLatin(in: scalars, at: end) {
                append(own, to: &result)
                if after < scalars.count, scalars[after].properties.isAlphabetic || isDigit(scalars[after]) {
                    result += " "
                }
                index = after
            } else {
                appendRun(String(String.UnicodeScalarView(scalars[index..<end])), to: &result)
                index = end
            }
        }
        return capitalized(result)
    }

    private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    /// The text in brackets from its first Latin letter on, and where it ends; nil where it has Hangul or no word of
    /// Latin letters.
    private static func ownLatin(in scalars: [Unicode.Scalar], at start: Int) -> (String, after: Int)? {
        guard start < scalars.count, scalars[start] == "(" else { return nil }
        guard let end = scalars[start...].firstIndex(of: ")") else { return nil }
        let inside = scalars[(start + 1)..<end]
        guard !inside.contains(where: isSyllable), let first = inside.firstIndex(where: isLatin) else { return nil }
        let own = inside[first...]
        return own.count < 2 ? nil : (String(String.UnicodeScalarView(own)), end + 1)
    }

    /// A known word begins with a capital; one that is spelled as it sounds has none yet.
    private static func isKnown(_ word: String) -> Bool { word.utf8.first.map { (65...90).contains($0) } ?? false }

    /// Apart from a letter or digit before it.
    private static func append(_ word: String, to result: inout String) {
        if let last = result.unicodeScalars.last, isLatin(last) || isDigit(last) { result += " " }
        result += word
    }

    private static func appendRun(_ run: String, to result: inout String) {
        let number = result.unicodeScalars.reversed().prefix(while: isDigit).count
        guard number > 0, run.hasPrefix("호점") else {
            let word = english(run, isFirst: result.isEmpty)
            if isKnown(word) { append(word, to: &result) } else { result += word }
            return
        }
        let digits = String(result.suffix(number))
        result.removeLast(number)
        append("Branch \(digits)", to: &result)
        let rest = String(run.dropFirst(2))
        if !rest.isEmpty { append(english(rest, isFirst: false), to: &result) }
    }

    /// A run of Hangul, as a word or as several.
    private static func english(_ run: String, isFirst: Bool) -> String {
        if let whole = loanwords(run) { return whole }
        for (ending, word) in endings where run.hasSuffix(ending) {
            let rest = String(run.dropLast(ending.count))
            // 책방 before others is how a name begins: 책방 오후.
            if rest.isEmpty { return isFirst && ending == "책방" ? roman(run) : word }
            // A Chinese restaurant and a shop (반점, 상점) end so as well: one syllable is no name of its own, and the first
            // word is the place's.
            guard rest.count > 1, !(isFirst && ending == "점") else { continue }
            return "\(english(rest, isFirst: true)) \(word)"
        }
        return roman(run)
    }

    /// The run in English where it is made of loanwords alone, one of which at least has two syllables.
    private static func loanwords(_ run: String) -> String? {
        var (rest, words, longest) = (run[...], [String](), 0)
        while !rest.isEmpty {
            let lengths = (1...6).reversed().filter { $0 <= rest.count }
            guard let length = lengths.first(where: { loans[String(rest.prefix($0))] != nil }) else { return nil }
            if let word = loans[String(rest.prefix(length))] { words.append(word) }
            longest = max(longest, length)
            rest = rest.dropFirst(length)
        }
        return longest > 1 ? words.joined(separator: " ") : nil
    }

    /// What goes on from a number is no word of its own: 35mm.
    private static func capitalized(_ text: String) -> String {
        var isStart = true
        var bytes = Array(text.utf8)
        for index in bytes.indices {
            let byte = bytes[index]
            let isSmall = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            if isStart, isSmall { bytes[index] = byte - 32 }
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            isStart = !(isSmall || isCapital || isDigit || byte >= 0x80 || byte == UInt8(ascii: "'"))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What names of places end in; the longer first.
    private static let endings: [(String, String)] = [
        ("직영점", "Branch"), ("역점", "Station Branch"), ("본점", "Main Branch"), ("서점", "Bookshop"),
        ("책방", "Bookshop"), ("북스", "Books"), ("골목", "Alley"), ("점", "Branch"), ("역", "Station"),
    ]

    /// Words that Korean has from English, as names of places have them; those of one syllable only beside others.
    private static let loans: [String: String] = [
        "갤러리": "Gallery", "그린": "Green", "낫": "Not", "노말": "Normal", "더": "The", "더블유": "W", "더스트": "Dust",
        "땡스": "Thanks", "라운지": "Lounge", "라이스": "Rice", "라이프": "Life", "레스토랑": "Restaurant", "롯데몰": "Lotte Mall",
        "마인드": "Mind", "마켓": "Market", "미스터리": "Mystery", "바": "Bar", "버거": "Burger", "베이커리": "Bakery", "북": "Book",
        "북스": "Books", "북스토어": "Bookstore", "뷔페": "Buffet", "블루": "Blue", "비스트로": "Bistro", "서울": "Seoul",
        "센터": "Center", "소사이어티": "Society", "스카이": "Sky", "스타시티": "Star City", "스테이크": "Steak",
        "스테이크하우스": "Steakhouse", "스토리지": "Storage", "스토어": "Store", "스튜디오": "Studio", "시드니": "Sydney",
        "시티": "City", "아웃백": "Outback", "앤": "&", "어데이": "a Day", "애플": "Apple", "엠프티": "Empty", "오렌지": "Orange",
        "올": "All", "원": "One", "유니온": "Union", "유어": "Your", "인디": "Indie", "인치": "Inch", "저스트": "Just",
        "채널": "Channel", "카페": "Cafe", "커넥티드": "Connected", "커피": "Coffee", "컨벤션": "Convention", "코리아": "Korea",
        "코엑스": "COEX", "쿠키": "Cookie", "키친": "Kitchen", "타임스퀘어": "Times Square", "탱고": "Tango", "테이블": "Table",
        "파스타": "Pasta", "파크": "Park", "퍼": "Per", "폴더스": "Folders", "푸드": "Food", "피자": "Pizza", "픽셀": "Pixel",
        "필름": "Film", "하우스": "House", "헬로": "Hello", "호텔": "Hotel",
    ]
}

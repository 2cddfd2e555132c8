/// What the words of registers mean. Their codes are not read: 02 is suspended in one register, closed in another.
enum RegisterWords {
    private static let open: Set<String> = ["영업/정상", "영업", "정상", "영업중", "정상영업"]
    private static let suspended: Set<String> = ["휴업"]
    private static let closed: Set<String> = ["폐업", "직권폐업"]

    /// Unknown for what neither says that a business exists nor that it closed: cancelled, expired, stopped, excluded, moved
    /// to another register, other, and words that nobody has seen yet.
    static func state(_ word: String) -> PlaceOperation.State {
        let word = withoutBlanks(word)
        if open.contains(word) { return .open }
        if suspended.contains(word) { return .suspended }
        return closed.contains(word) ? .closed : .unknown
    }

    private static let revocations: [(kind: PlaceDesignation.Revocation, words: [String])] = [
        (.succession, ["승계", "명의변경", "지위"]), (.closing, ["폐업"]), (.voluntaryReturn, ["반납", "자진", "포기"]),
        (.standard, ["미달", "부적합", "처분", "위반", "점검"]),
    ]

    /// Why a designation was taken back, by the words of whoever did it.
    static func revocation(_ text: String) -> PlaceDesignation.Revocation {
        let text = withoutBlanks(text)
        return revocations.first { contains(text, anyOf: $0.words) }?.kind ?? .other
    }

    /// A hygiene grade as the register has it today or had it before; nil for a word that is none.
    enum Grade: Equatable {
        case safe
        case former(String)

        var former: String? {
            switch self {
            case .safe: nil
            case .former(let grade): grade
            }
        }
    }

    static func grade(_ word: String) -> Grade? {
        switch withoutBlanks(word) {
        case "적합": .safe
        case "매우우수": .former("매우 우수")
        case "우수": .former("우수")
        case "좋음": .former("좋음")
        default: nil
        }
    }

    /// Whether a graded business is one in which guests eat.
    static func isGradedTrade(_ trade: String) -> Bool {
        contains(withoutBlanks(trade), anyOf: ["일반음식점", "휴게음식점", "제과점"])
    }

    /// Whether a graded business was still there when the register was made.
    static func isGradedBusinessOpen(_ word: String) -> Bool { word.isEmpty || state(word) == .open }

    private static let food = [
        "음식", "한식", "중식", "일식", "양식", "분식", "제과", "제빵", "커피", "카페", "요식", "외식", "식당", "뷔페", "치킨", "찻집",
    ]

    /// Whether a good-price shop sells meals; hairdressers and laundries (비요식업) are on the same list.
    static func isFood(_ trade: String) -> Bool {
        let trade = withoutBlanks(trade)
        return contains(trade, anyOf: food) && !contains(trade, anyOf: ["비요식"])
    }

    private static let seoul = ["서울특별시", "서울시", "서울"]

    static func isSeoul(_ city: String) -> Bool { seoul.contains(city) }

    /// Whether an address, or an office's name, begins with the city's.
    static func isInSeoul(_ address: String) -> Bool {
        isSeoul(String(String.UnicodeScalarView(address.unicodeScalars.prefix { $0 != " " })))
    }

    /// 7,000원 and 7000 as 7000; nil for what is no price of a dish, such as two prices that ran together.
    static func won(_ text: String) -> Int? {
        var digits = withoutBlanks(ImportText.plain(text))
        if digits.ends(with: "원") { digits.removeLast() }
        guard digits.utf8.allSatisfy({ $0 == UInt8(ascii: ",") || PermitNumber.isDigit($0) }),
            let won = Int(digits.replacingScalars { $0 == "," ? "" : nil })
        else { return nil }
        return prices.contains(won) ? won : nil
    }

    private static let prices = 100...1_000_000

    private static func withoutBlanks(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
    }

    private static func contains(_ text: String, anyOf words: [String]) -> Bool {
        words.contains(where: text.includes)
    }
}

/// Normalises Korean telephone numbers.
enum PhoneNumber {
    /// `02-332-0000` from any notation; nil for a text that is no number, and for personal mobile numbers, which must not be on
    /// a public page. A number without an area code is one of Seoul.
    static func normalized(_ text: String) -> String? {
        let text = ImportText.plain(text)
        var digits = text.filter { $0.isASCII && $0.isNumber }
        if isFromAbroad(digits) { digits = "0" + digits.dropFirst(2).drop { $0 == "0" } }
        if isMobile(digits) { return nil }
        if digits.count == 8, ["15", "16", "18"].contains(digits.prefix(2)) { return joined(digits, [4, 4]) }
        if digits.hasPrefix("02") {
            return digits.count == 9
                ? joined(digits, [2, 3, 4]) : digits.count == 10 ? joined(digits, [2, 4, 4]) : nil
        }
        if let local = withoutAreaCode(text, digits) { return "02-\(local)" }
        if digits.hasPrefix("050"), digits.count == 12 { return joined(digits, [4, 4, 4]) }
        guard let area = Int(digits.prefix(3)), digits.hasPrefix("0"), areas.contains(area) else { return nil }
        return digits.count == 10 ? joined(digits, [3, 3, 4]) : digits.count == 11 ? joined(digits, [3, 4, 4]) : nil
    }

    /// The same of a search for a number as it is called from abroad, `+82-2-332-0000`, also without the sign, which is a blank
    /// in an address; nil of any other text.
    static func domestic(_ text: String) -> String? {
        guard text.unicodeScalars.allSatisfy({ isDigit($0) || " +.()-".unicodeScalars.contains($0) }),
            isFromAbroad(text.filter(\.isNumber))
        else { return nil }
        return normalized(text)
    }

    /// Whether a number begins with Korea's; no other of ours begins so and is as long.
    private static func isFromAbroad(_ digits: String) -> Bool { digits.hasPrefix("82") && digits.count > 9 }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// `715 5747`, `34268600`, or padded with zeros by some districts: `000207155747`, `000234268600`.
    private static func withoutAreaCode(_ text: String, _ digits: String) -> String? {
        // Two numbers in one text, or an extension, would run together as one number.
        guard text.unicodeScalars.allSatisfy({ isDigit($0) || " .()-".unicodeScalars.contains($0) }) else { return nil }
        var local = digits[...]
        if digits.hasPrefix("0002") { local = digits.dropFirst(4).drop { $0 == "0" } }
        guard (7...8).contains(local.count), let first = local.first, ("2"..."9").contains(first) else { return nil }
        return joined(String(local), [local.count - 4, 4])
    }

    static func isMobile(_ digits: String) -> Bool {
        digits.hasPrefix("01") && (10...11).contains(digits.count)
    }

    /// Area codes, internet telephony (070) and toll-free numbers (080).
    private static let areas: Set<Int> = [
        31, 32, 33, 41, 42, 43, 44, 50, 51, 52, 53, 54, 55, 61, 62, 63, 64, 70, 80,
    ]

    private static func joined(_ digits: String, _ lengths: [Int]) -> String {
        var rest = digits[...]
        return lengths.map { length in
            let part = rest.prefix(length)
            rest = rest.dropFirst(length)
            return String(part)
        }.joined(separator: "-")
    }
}

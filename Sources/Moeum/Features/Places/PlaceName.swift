/// The name that people know a place by, made of the one in its source, which is often the company's.
enum PlaceName {
    private static let legalForms = [
        "(주)", "（주）", "㈜", "(유)", "（유）", "㈲", "(합)", "(양)", "(재)", "(사)", "(자)",
        "유한책임회사", "주식회사", "유한회사", "합자회사", "합명회사",
    ]
    /// What is left of a bracketed form whose opening bracket got lost.
    private static let brokenForms = ["주)", "유)"]
    /// The last syllables of what a bracket says about a branch, a house beside the main one or a floor.
    private static let branchEndings: Set<Character> = ["점", "관", "층", "호", "역"]

    /// Without legal forms; where a company's name is followed by another one in brackets, that alone. A name that consists of
    /// nothing else stays as it is.
    static func shown(_ official: String) -> String {
        var rest = official
        for form in legalForms { rest = rest.replacing(form, with: " ") }
        for form in brokenForms where rest.hasPrefix(form) { rest = String(rest.dropFirst(form.count)) }
        guard rest != official else { return official }
        let words = rest.split(separator: " ").joined(separator: " ")
        let name = nameInBrackets(words) ?? words
        return name.contains { $0.isLetter || $0.isNumber } ? name : official
    }

    /// What stands in the first of the brackets that end a name, with those after it; nil without such brackets, and for a
    /// branch.
    private static func nameInBrackets(_ name: String) -> String? {
        guard name.last == ")", let opening = name.firstIndex(of: "("), opening != name.startIndex,
            let closing = name[opening...].firstIndex(of: ")")
        else { return nil }
        let after = name[name.index(after: closing)...]
        let inside = name[name.index(after: opening)..<closing]
        guard after.isEmpty || after.utf8.first == UInt8(ascii: "("), let last = inside.last,
            !branchEndings.contains(last),
            inside.unicodeScalars.contains(where: { (0xAC00...0xD7A3).contains($0.value) })
        else { return nil }
        return String(inside + after)
    }
}

/// A place's names as its columns have them.
struct StoredName {
    let shown: String
    /// For searching.
    let key: String
    /// Nil where it is the shown one.
    let official: String?

    init(_ record: PlaceRecord) {
        shown = record.shownName
        key = KoreanText.key(shown)
        official = shown == record.name ? nil : record.name
    }
}

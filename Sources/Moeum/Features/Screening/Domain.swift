import Foundation

/// Domains in the form in which they are compared: lower case, in their own script even where `xn--` was typed.
enum Domain {
    /// The domain in a text such as `https://www.Example.com/path`; nil where there is none, or where it is an ending shared by
    /// many owners.
    static func key(_ typed: String) -> String? {
        guard typed.utf8.count <= 1_000 else { return nil }
        let whole = typed.precomposedStringWithCompatibilityMapping.trimmed.lowercased()
        var bytes = whole.utf8[...]
        if let scheme = bytes.firstRange(of: "://".utf8) { bytes = bytes[scheme.upperBound...] }
        bytes = bytes.prefix { !"/?#".utf8.contains($0) }
        if let user = bytes.lastIndex(of: UInt8(ascii: "@")) { bytes = bytes[bytes.index(after: user)...] }
        bytes = bytes.prefix { $0 != UInt8(ascii: ":") }
        for beginning in ["*.", "www."] where bytes.starts(with: beginning.utf8) {
            bytes = bytes.dropFirst(beginning.utf8.count)
        }
        if bytes.last == UInt8(ascii: ".") { bytes = bytes.dropLast() }
        let text = Substring(bytes)
        let labels = text.parts(at: ".").map { label(String($0)) }
        guard labels.count > 1, text.utf8.count <= 253, labels.allSatisfy(isLabel),
            labels.last?.contains(where: \.isLetter) == true
        else { return nil }
        let key = labels.joined(separator: ".")
        return shared.contains(key) ? nil : key
    }

    /// One label of a domain, with `xn--` decoded.
    static func label(_ text: String) -> String {
        guard text.begins(with: "xn--"), let decoded = Punycode.decoded(text) else { return text }
        return decoded.precomposedStringWithCompatibilityMapping.lowercased()
    }

    private static let dash = UInt8(ascii: "-")

    private static func isLabel(_ label: String) -> Bool {
        !label.isEmpty && label.utf8.count <= 256 && label.utf8.first != dash && label.utf8.last != dash
            && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }

    /// Endings under which anybody can register a name.
    private static let shared: Set = [
        "co.kr", "or.kr", "ne.kr", "pe.kr", "re.kr", "go.kr", "ac.kr", "co.uk", "org.uk", "co.jp", "ne.jp", "com.au",
        "com.cn", "com.tw", "com.hk", "com.br", "co.in", "co.nz", "com.sg", "com.vn",
    ]

    /// Whether a name with this ending counts as an address without `http` or `www`.
    /// - Parameter isPath: whether the text after it looks like a path.
    static func isEnding(_ label: String, isPath: Bool) -> Bool {
        endings.contains(label) || (isPath && words.contains(label))
    }

    private static let endings: Set<String> = {
        var endings = Set(
            """
            com net org info biz xyz shop store online site website club vip win bet casino top icu fun pro tech live link
            page blog wiki app dev cloud space world today life asia mobi name tel cafe email agency market sale loan work
            kr co io ai tv gg ly gl cc ws jp cn tw hk sg vn th id ph ru ua uk eu de fr es pl nl se fi dk cz pt br mx ar ca au
            nz ch gr tr la li vc fm ms nu pw su cx sh st ac edu gov
            """.split(whereSeparator: \.isWhitespace).map(String.init)
        )
        // Korea, dot-com and dot-net in Hangul.
        for name in ["xn--3e0b707e", "xn--mk1bu44c", "xn--t60b56a"] {
            if let decoded = Punycode.decoded(name) { endings.insert(decoded) }
        }
        return endings
    }()

    /// Endings that are words too: a sentence without a space after its full stop would look like an address.
    private static let words: Set = [
        "me", "to", "us", "is", "it", "in", "at", "be", "by", "my", "no", "so", "am", "as",
    ]
}

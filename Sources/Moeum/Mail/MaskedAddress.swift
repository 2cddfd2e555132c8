import Foundation

/// A mail address by which its owner is known again and nobody else can write to them.
enum MaskedAddress {
    /// The first letter and the domain: `g***@haneul.example`. What is no address is masked whole.
    static func text(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@"), let first = address[..<at].first else { return "***" }
        return "\(first)***\(address[at...])"
    }

    /// Words in which a server may have repeated the address, in letters of either case.
    static func hiding(_ address: String, in words: String) -> String {
        guard !address.isEmpty else { return words }
        var rest = words[...]
        var result = ""
        while let found = rest.range(of: address, options: .caseInsensitive) {
            result += rest[..<found.lowerBound] + text(address)
            rest = rest[found.upperBound...]
        }
        return result + rest
    }
}

import Foundation

/// A masked mail address, which its owner recognises and nobody else can write to.
enum MaskedAddress {
    /// The first letter and the domain: `g***@haneul.example`. A text that is no address is masked whole.
    static func text(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@"), let first = address[..<at].first else { return "***" }
        return "\(first)***\(address[at...])"
    }

    /// Masks the address in a server's answer, which may repeat it in either case.
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

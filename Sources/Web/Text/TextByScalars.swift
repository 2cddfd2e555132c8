extension String {
    /// The text with some of its scalars replaced, as a format requires.
    ///
    /// By scalars, since a sign and a mark after it are one Character, which is not equal to the sign.
    /// - Parameter replacement: the text in place of a scalar; nil leaves the scalar.
    package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let replacement = replacement(scalar) {
                text.append(contentsOf: replacement.unicodeScalars)
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }
}

/// Comparisons by bytes, for the same reason: `hasPrefix("/")` is false of a slash and a mark.
extension StringProtocol {
    package func begins(with beginning: String) -> Bool { utf8.starts(with: beginning.utf8) }

    package func ends(with ending: String) -> Bool { utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) }

    package func includes(_ part: String) -> Bool { utf8.contains(part.utf8) }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    package var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

extension Substring {
    /// The parts between an ASCII sign, empty ones too.
    package func parts(at sign: Unicode.Scalar, upTo count: Int = .max) -> [Substring] {
        utf8.split(separator: UInt8(ascii: sign), maxSplits: count - 1, omittingEmptySubsequences: false)
            .map(Substring.init)
    }
}

extension String {
    package func parts(at sign: Unicode.Scalar, upTo count: Int = .max) -> [Substring] {
        self[...].parts(at: sign, upTo: count)
    }
}

import Foundation

/// Checks addresses within the site to which somebody is led after a form.
package enum LocalPath {
    private static let maxBytes = 2_000

    /// The path where it stays on this site: one slash first, no backslash, no control characters. Letters beyond ASCII, as
    /// people paste them and decoded queries have them, are escaped.
    package static func local(_ path: String?) -> String? {
        guard let path, path.utf8.count <= maxBytes, path.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            isBelowRoot(path)
        else { return nil }
        if path.utf8.allSatisfy({ $0 < 0x80 }) { return path }
        // Characters that only look like a slash, such as the full-width one, cannot begin a path either.
        guard isBelowRoot(path.precomposedStringWithCompatibilityMapping),
            let escaped = path.addingPercentEncoding(withAllowedCharacters: printable), escaped.utf8.count <= maxBytes
        else { return nil }
        return escaped
    }

    private static let printable = CharacterSet(charactersIn: "!"..."~")

    private static func isBelowRoot(_ path: String) -> Bool {
        path.hasPrefix("/") && !path.hasPrefix("//") && !path.hasPrefix("/\\")
    }

    /// As above, or the home page.
    package static func checked(_ path: String?) -> String { local(path) ?? "/" }

    /// An address with `next`; left out where that is the home page.
    package static func address(_ address: String, next: String) -> String {
        next == "/" ? address : "\(address)?next=\(next.percentEncoded)"
    }
}

import Foundation

/// An address within the site to go on to.
package enum LocalPath {
    private static let maxBytes = 2_000

    /// The path when it stays on this site: one slash first, no backslash, no control characters. Letters beyond ASCII, as
    /// people paste them and as a query has them once it is read, are escaped.
    package static func local(_ path: String?) -> String? {
        // What is a slash to a reader alone, such as a wide one, begins no path either.
        guard let path, path.utf8.count <= maxBytes, path.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            isBelowRoot(path), isBelowRoot(path.precomposedStringWithCompatibilityMapping),
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

    /// As a value in a query or a cookie.
    package static func encoded(_ path: String) -> String {
        path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// An address that says where to go on to afterwards; the home page needs no words.
    package static func address(_ address: String, next: String) -> String {
        next == "/" ? address : "\(address)?next=\(encoded(next))"
    }
}

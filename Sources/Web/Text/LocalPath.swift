/// Checks the addresses within the site that forms and logins lead to.
package enum LocalPath {
    private static let maxBytes = 2_000

    /// The path; nil unless it stays on this site: one slash first, an ASCII character other than a slash or backslash after
    /// it, no control characters. Later letters beyond ASCII, as people paste them and decoded queries have them, are escaped.
    ///
    /// By bytes: a slash and a mark after it are one Character, which is not equal to a slash.
    package static func local(_ path: String?) -> String? {
        guard let path, path.utf8.count <= maxBytes else { return nil }
        let escaped = path.percentEncoded { $0 > 0x20 && $0 < 0x7F }
        let second = path.utf8.dropFirst().first ?? UInt8(ascii: "?")
        guard path.utf8.first == UInt8(ascii: "/"), !barred.contains(second), second < 0x80,
            path.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), escaped.utf8.count <= maxBytes
        else { return nil }
        return escaped
    }

    /// The characters that after a slash would begin the name of another host.
    private static let barred = [UInt8(ascii: "/"), UInt8(ascii: "\\")]

    /// As above, or the home page.
    package static func checked(_ path: String?) -> String { local(path) ?? "/" }

    /// An address with `next`; left out where that is the home page.
    package static func address(_ address: String, next: String) -> String {
        next == "/" ? address : "\(address)?next=\(next.percentEncoded)"
    }
}

/// An answer that browsers save as a file.
package enum Attachment {
    /// The value of Content-Disposition (RFC 6266).
    /// - Parameters:
    ///   - name: the file's name, in any letters.
    ///   - plain: the same for old clients: ASCII letters, digits, dashes and dots.
    package static func disposition(_ name: String, plain: String) -> String {
        // What RFC 8187 leaves unencoded.
        let encoded = name.percentEncoded { "-._~".utf8.contains($0) }
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}

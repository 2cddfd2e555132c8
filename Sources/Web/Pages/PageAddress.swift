import HummingbirdCore

/// The address to which the language and theme forms lead back.
package enum PageAddress {
    /// The request's path and query without `lang`, which would override the new choice.
    package static func withoutLanguage(_ uri: URI) -> String {
        guard let query = uri.query else { return uri.path }
        let kept = query.parts(at: "&").filter { !$0.isEmpty && $0 != "lang" && !$0.begins(with: "lang=") }
        return kept.isEmpty ? uri.path : "\(uri.path)?\(kept.joined(separator: "&"))"
    }
}

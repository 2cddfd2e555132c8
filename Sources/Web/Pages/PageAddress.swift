import HummingbirdCore

/// Where the language and theme forms lead back to.
package enum PageAddress {
    /// The request's path and query without `lang`, which would win over the choice just made.
    package static func withoutLanguage(_ uri: URI) -> String {
        guard let query = uri.query else { return uri.path }
        let kept = query.split(separator: "&").filter { $0 != "lang" && !$0.hasPrefix("lang=") }
        return kept.isEmpty ? uri.path : "\(uri.path)?\(kept.joined(separator: "&"))"
    }
}

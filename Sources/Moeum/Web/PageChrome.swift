import Hummingbird
import HummingbirdCore

extension App {
    /// What surrounds a page: its title, its one canonical address and the same in each language.
    /// - Parameter path: the canonical path and query; the request's own path where none is given.
    func chrome(
        _ request: Request,
        _ context: AppRequestContext,
        title: String,
        section: Chrome.NavigationSection = .none,
        path: String? = nil
    ) -> Chrome {
        var chrome = Chrome(language: context.language, title: title)
        let canonical = config.baseURL + (path ?? request.uri.path)
        let join = canonical.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        chrome.canonical = canonical
        chrome.alternateKorean = "\(canonical)\(join)lang=\(Language.korean.rawValue)"
        chrome.alternateEnglish = "\(canonical)\(join)lang=\(Language.english.rawValue)"
        chrome.theme = context.theme.rawValue
        chrome.next = PageChrome.withoutLanguage(request.uri)
        chrome.section = section
        return chrome
    }
}

/// Where the language and theme forms lead back to.
enum PageChrome {
    /// The request's path and query without `lang`, which would win over the choice just made.
    static func withoutLanguage(_ uri: URI) -> String {
        guard let query = uri.query else { return uri.path }
        let kept = query.split(separator: "&").filter { $0 != "lang" && !$0.hasPrefix("lang=") }
        return kept.isEmpty ? uri.path : "\(uri.path)?\(kept.joined(separator: "&"))"
    }
}

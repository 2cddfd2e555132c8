import Hummingbird
import HummingbirdCore

extension App {
    /// What surrounds a page: its title, its one canonical address and the same in each language.
    /// - Parameters:
    ///   - path: the canonical path and query; the request's own path where none is given.
    ///   - hasForm: the page has a form that changes something; who has no session gets a cookie for it.
    func chrome(
        _ request: Request,
        _ context: AppRequestContext,
        title: String,
        section: Chrome.NavigationSection = .none,
        path: String? = nil,
        hasForm: Bool = false
    ) -> Chrome {
        var chrome = Chrome(language: context.language, title: title)
        let canonical = config.baseURL + (path ?? request.uri.path)
        let join = canonical.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        chrome.canonical = canonical
        chrome.alternateKorean = "\(canonical)\(join)lang=\(Language.korean.rawValue)"
        chrome.alternateEnglish = "\(canonical)\(join)lang=\(Language.english.rawValue)"
        chrome.next = PageChrome.withoutLanguage(request.uri)
        chrome.section = section
        chrome.add(context, views)
        if context.flash != nil { chrome.newCookies.append(config.cookies.clearing(CookieRules.flashName)) }
        if hasForm, chrome.formToken == nil {
            let secret = context.cookies[config.cookies.formName] ?? FormToken.newSecret()
            chrome.formToken = FormToken.derived(from: secret)
            if context.formToken == nil {
                chrome.newCookies.append(config.cookies.setting(config.cookies.formName, to: secret, for: nil))
            }
        }
        return chrome
    }
}

extension Chrome {
    /// Who is logged in, and what the last answer wanted to say.
    mutating func add(_ context: AppRequestContext, _ views: Views) {
        theme = context.theme.rawValue
        nickname = context.member?.nickname
        isStaff = context.member.map { $0.role > .member } ?? false
        isRestricted = context.member?.isRestricted ?? false
        formToken = context.member?.formToken
        guard let said = context.flash, views.hasText("flash.\(said.key)") else { return }
        flash = views.text("flash.\(said.key)", said.arguments, context.language)
        flashUndo = context.member == nil ? nil : FlashUndo(said)
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

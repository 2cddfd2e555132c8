import Hummingbird

extension App {
    /// What surrounds a page: its title, its one canonical address and the same in each language.
    /// - Parameters:
    ///   - path: the canonical path and query; the request's own path where none is given.
    ///   - hasForm: the page has a form that changes something; who has no session gets a cookie for it.
    package func chrome(
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
        chrome.trail = PageTrail(request.uri)
        chrome.section = section
        // Nothing leads back to what answered a form, to a page around the login itself, or to a secret.
        if request.method != .post, section != .account, !context.hasSecretPath {
            let next = LocalPath.checked(chrome.next)
            chrome.logInPath = LocalPath.address("/login", next: next)
            chrome.signUpPath = LocalPath.address("/signup", next: next)
        }
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

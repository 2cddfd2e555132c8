import Hummingbird

extension App {
    /// What surrounds a page: its title, its one canonical address and the same in each language.
    /// - Parameters:
    ///   - path: the canonical path and query; the request's own path where none is given.
    ///   - hasForm: the page has a form that changes something; who has no session gets a cookie for it.
    package func layout(
        _ request: Request,
        _ context: AppRequestContext,
        title: String,
        section: PageLayout.NavigationSection = .none,
        path: String? = nil,
        hasForm: Bool = false
    ) -> PageLayout {
        var layout = PageLayout(language: context.language, title: title)
        let canonical = config.baseURL + (path ?? request.uri.path)
        let join = canonical.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        layout.canonical = canonical
        layout.alternateKorean = "\(canonical)\(join)lang=\(Language.korean.rawValue)"
        layout.alternateEnglish = "\(canonical)\(join)lang=\(Language.english.rawValue)"
        layout.next = PageAddress.withoutLanguage(request.uri)
        layout.trail = PageTrail(request.uri)
        layout.section = section
        // Nothing leads back to what answered a form, to a page around the login itself, or to a secret.
        if request.method != .post, section != .account, !context.hasSecretPath {
            let next = LocalPath.checked(layout.next)
            layout.logInPath = LocalPath.address("/login", next: next)
            layout.signUpPath = LocalPath.address("/signup", next: next)
        }
        layout.add(context, views)
        if context.flash != nil { layout.newCookies.append(config.cookies.clearing(CookieRules.flashName)) }
        if hasForm, layout.formToken == nil {
            let secret = context.cookies[config.cookies.formName] ?? FormToken.newSecret()
            layout.formToken = FormToken.derived(from: secret)
            if context.formToken == nil {
                layout.newCookies.append(config.cookies.setting(config.cookies.formName, to: secret, for: nil))
            }
        }
        return layout
    }
}

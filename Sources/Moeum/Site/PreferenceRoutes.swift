import Foundation
import HTTPTypes
import Hummingbird

/// A choice of a feature that its own cookie remembers.
struct RememberedChoice: Sendable {
    /// The name of the form's field.
    let field: String
    let cookie: String
    let values: [String]
}

/// Saves language and theme in cookies, and for members with the account too.
struct PreferenceRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.post("/preferences", for: .anyone, use: savePreferences)
    }

    @Sendable func savePreferences(_ context: AppRequestContext) async throws -> Response {
        let (form, rules) = (context.form, app.config.cookies)
        var cookies: [String] = []
        func remember(_ value: String, _ cookie: String) {
            cookies.append(rules.setting(cookie, to: value, for: CookieRules.year))
        }
        let language = form["lang"].flatMap { Language(rawValue: $0) }
        let theme = form["theme"].flatMap { Theme(rawValue: $0) }
        if let language { remember(language.rawValue, CookieRules.languageName) }
        if let theme { remember(theme.rawValue, CookieRules.themeName) }
        for choice in Routes.rememberedChoices {
            if let value = form[choice.field], choice.values.contains(value) { remember(value, choice.cookie) }
        }
        if let member = context.member, language != nil || theme != nil {
            try await app.savePreferences(member, language, theme)
        }
        // A form with both is a page of its own, whose button is answered with a flash.
        if language != nil, theme != nil {
            cookies.append(rules.setting(CookieRules.flashName, to: "preferences-saved", for: 60))
        }
        var response = Response(status: .seeOther, headers: [.location: LocalPath.checked(form["next"])])
        response.set(cookies: cookies)
        return response
    }
}

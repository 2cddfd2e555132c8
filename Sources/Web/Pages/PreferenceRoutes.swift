import Foundation
import HTTPTypes
import Hummingbird
import Templates

/// A choice of a feature that its own cookie remembers.
package struct RememberedChoice: Sendable {
    /// The name of the form's field.
    let field: String
    package let cookie: String
    let values: Set<String>

    package init(field: String, cookie: String, values: [String]) {
        (self.field, self.cookie, self.values) = (field, cookie, Set(values))
    }
}

/// Saves language and theme in cookies, and for members with the account too.
package struct PreferenceRoutes: RouteGroup {
    let cookieRules: CookieRules
    let choices: [RememberedChoice]
    /// Saves a member's choice; nil leaves a preference unchanged.
    package let save: @Sendable (Member, Language?, Theme?) async throws -> Void

    package init(
        cookieRules: CookieRules,
        choices: [RememberedChoice],
        save: @escaping @Sendable (Member, Language?, Theme?) async throws -> Void
    ) {
        self.cookieRules = cookieRules
        self.choices = choices
        self.save = save
    }

    package func mount(on router: Router<AppRequestContext>) {
        router.post("/preferences", for: .anyone, use: savePreferences)
    }

    @Sendable func savePreferences(_ context: AppRequestContext) async throws -> Response {
        let form = context.form
        var cookies: [String] = []
        let language = form["lang"].flatMap { Language(rawValue: $0) }
        let theme = form["theme"].flatMap { Theme(rawValue: $0) }
        if let language {
            cookies.append(
                cookieRules.setting(CookieRules.languageName, to: language.rawValue, for: CookieRules.year)
            )
        }
        if let theme {
            cookies.append(cookieRules.setting(CookieRules.themeName, to: theme.rawValue, for: CookieRules.year))
        }
        for choice in choices {
            guard let value = form[choice.field], choice.values.contains(value) else { continue }
            cookies.append(cookieRules.setting(choice.cookie, to: value, for: CookieRules.year))
        }
        if let member = context.member, language != nil || theme != nil { try await save(member, language, theme) }
        // A form with both is a page of its own, whose button is answered with a flash.
        if language != nil, theme != nil {
            cookies.append(cookieRules.setting(CookieRules.flashName, to: "preferences-saved", for: 60))
        }
        var response = Response(status: .seeOther, headers: [.location: LocalPath.checked(form["next"])])
        response.set(cookies: cookies)
        return response
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import Templates

/// Keeps language and theme in cookies, for people without an account too; with the account of who has one.
package struct PreferenceRoutes {
    let cookieRules: CookieRules
    /// Writes what somebody with an account has chosen; nil leaves a preference as it is.
    package let keep: @Sendable (Member, Language?, Theme?) async throws -> Void

    package init(
        cookieRules: CookieRules,
        keep: @escaping @Sendable (Member, Language?, Theme?) async throws -> Void
    ) {
        self.cookieRules = cookieRules
        self.keep = keep
    }

    package func mount(on router: Router<AppRequestContext>) {
        router.post("/preferences", for: .anyone, use: savePreferences)
    }

    @Sendable func savePreferences(_ request: Request, _ context: AppRequestContext) async throws -> Response {
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
        if let member = context.member, language != nil || theme != nil { try await keep(member, language, theme) }
        // A form that asks for both has a page of its own, whose button is answered with a word.
        if language != nil, theme != nil {
            cookies.append(cookieRules.setting(CookieRules.flashName, to: "preferences-saved", for: 60))
        }
        var response = Response(status: .seeOther, headers: [.location: LocalPath.checked(form["next"])])
        response.set(cookies: cookies)
        return response
    }
}

/// An address within the site to go on to.
package enum LocalPath {
    private static let maxBytes = 2_000

    /// The path when it stays on this site: one slash first, no backslash, no control characters. Letters beyond ASCII, as
    /// people paste them and as a query has them once it is read, are escaped.
    package static func local(_ path: String?) -> String? {
        // What is a slash to a reader alone, such as a wide one, begins no path either.
        guard let path, path.utf8.count <= maxBytes, path.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            isBelowRoot(path), isBelowRoot(path.precomposedStringWithCompatibilityMapping),
            let escaped = path.addingPercentEncoding(withAllowedCharacters: printable), escaped.utf8.count <= maxBytes
        else { return nil }
        return escaped
    }

    private static let printable = CharacterSet(charactersIn: "!"..."~")

    private static func isBelowRoot(_ path: String) -> Bool {
        path.hasPrefix("/") && !path.hasPrefix("//") && !path.hasPrefix("/\\")
    }

    /// As above, or the home page.
    package static func checked(_ path: String?) -> String { local(path) ?? "/" }

    /// As a value in a query or a cookie.
    package static func encoded(_ path: String) -> String {
        path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// An address that says where to go on to afterwards; the home page needs no words.
    package static func address(_ address: String, next: String) -> String {
        next == "/" ? address : "\(address)?next=\(encoded(next))"
    }
}

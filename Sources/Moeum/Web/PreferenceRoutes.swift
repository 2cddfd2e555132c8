import HTTPTypes
import Hummingbird

/// Keeps language and theme in cookies, for people without an account too.
struct PreferenceRoutes {
    let config: Config

    func mount(on router: Router<AppRequestContext>) {
        router.post("/preferences", use: savePreferences)
    }

    @Sendable func savePreferences(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let form = try await Form.read(request, context)
        var cookies: [String] = []
        if let language = form["lang"].flatMap({ Language(rawValue: $0) }) {
            cookies.append(cookie(Preferences.languageCookie, language.rawValue))
        }
        if let theme = form["theme"].flatMap({ Theme(rawValue: $0) }) {
            cookies.append(cookie(Preferences.themeCookie, theme.rawValue))
        }
        var headers: HTTPFields = [.location: LocalPath.checked(form["next"])]
        for cookie in cookies { headers.append(HTTPField(name: .setCookie, value: cookie)) }
        return Response(status: .seeOther, headers: headers)
    }

    private func cookie(_ name: String, _ value: String) -> String {
        let secure = config.isSecure ? "; Secure" : ""
        return "\(name)=\(value); Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax\(secure)"
    }
}

/// An address within the site to go on to.
enum LocalPath {
    /// The path when it stays on this site, else the home page: one slash first, no backslash, no control characters.
    static func checked(_ path: String?) -> String {
        guard let path, path.hasPrefix("/"), !path.hasPrefix("//"), !path.hasPrefix("/\\"), path.utf8.count <= 2_000,
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return "/" }
        return path
    }
}

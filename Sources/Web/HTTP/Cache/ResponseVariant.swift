import HTTPTypes
import Templates

/// The fields of a request that decide which of a path's public answers it gets.
struct SelectingFields: Equatable {
    var accept: String?
    var acceptLanguage: String?
    var acceptEncoding: String?
    var cookie: String?
    var fragment: String?
    /// Whether the request asks for no more than the answer: no part of it, no upgrade, no body.
    var isPlain = true
    /// Whether the connection stays open for more requests.
    var keepsConnection = true

    /// One pass over the fields: looking each up by name costs more.
    init(_ fields: HTTPFields) {
        for field in fields {
            switch field.name {
            case .accept: accept = accept ?? field.value
            case .acceptLanguage: acceptLanguage = acceptLanguage ?? field.value
            case .acceptEncoding: acceptEncoding = acceptEncoding ?? field.value
            // A browser sends one; several are for the slow way to join.
            case .cookie: if cookie == nil { cookie = field.value } else { isPlain = false }
            case .fragment: fragment = field.value
            case .range, .expect, .contentLength, .transferEncoding, .authorization, .upgrade: isPlain = false
            case .connection: if field.value != "keep-alive" { keepsConnection = false }
            default: break
            }
        }
    }
}

/// What beside its address decides the bytes of a public answer.
struct ResponseVariant: Hashable, Sendable {
    let language: Language
    let theme: Theme
    let prefersJSON: Bool
    let acceptsGzip: Bool
    let fragment: String?
    /// Other choices that the browser remembers, as its cookies have them.
    let choices: [String]

    /// Nil for a request whose answer may be for one browser alone.
    init?(_ fields: SelectingFields, _ rules: CookieRules) {
        guard fields.isPlain else { return nil }
        let cookies = fields.cookie.map { Cookies(header: $0) } ?? .none
        var choices: [String] = []
        for (name, value) in cookies.own {
            if name == CookieRules.languageName || name == CookieRules.themeName { continue }
            guard !rules.isPersonal(name) else { return nil }
            choices.append("\(name)=\(value)")
        }
        let preferences = Preferences(cookies)
        language = .negotiated(query: nil, preference: preferences.language, acceptLanguage: fields.acceptLanguage)
        theme = preferences.theme
        prefersJSON = Accept.prefersJSON(fields.accept)
        acceptsGzip = Compressor.isAccepted(fields.acceptEncoding)
        fragment = fields.fragment
        self.choices = choices.sorted()
    }
}

import HTTPTypes
import Templates

/// The fields of a request that decide which of a path's public answers it gets.
struct SelectingFields: Equatable {
    var accept: String?
    var acceptLanguage: String?
    var acceptEncoding: String?
    var cookie: String?
    var fragment: String?
    /// Whether the request asks for no more than the answer: no part of it, no upgrade, no body; and no selecting field twice,
    /// which the way that makes answers would join.
    var isPlain = true
    /// Whether the connection stays open for more requests.
    var keepsConnection = true

    /// One pass over the fields: looking each up by name costs more.
    init(_ fields: HTTPFields) {
        for field in fields {
            switch field.name {
            case .accept: set(field, as: \.accept)
            case .acceptLanguage: set(field, as: \.acceptLanguage)
            case .acceptEncoding: set(field, as: \.acceptEncoding)
            case .cookie: set(field, as: \.cookie)
            case .fragment: set(field, as: \.fragment)
            case .range, .expect, .contentLength, .transferEncoding, .authorization, .upgrade: isPlain = false
            case .connection: if field.value != "keep-alive" { keepsConnection = false }
            default: break
            }
        }
    }

    private mutating func set(_ field: HTTPField, as path: WritableKeyPath<SelectingFields, String?>) {
        if self[keyPath: path] != nil { isPlain = false }
        self[keyPath: path] = field.value
    }
}

/// What beside its address decides the bytes of a public answer.
struct ResponseVariant: Hashable, Sendable {
    /// The longest fragment and remembered choice of a kept answer, in bytes: nobody fills the memory with made-up ones.
    private static let maxLength = 64

    let language: Language
    let theme: Theme
    let prefersJSON: Bool
    let acceptsGzip: Bool
    let fragment: String?
    /// Other choices that the browser remembers, as its cookies have them.
    let choices: [String]

    /// Nil for a request whose answer may be for one browser alone: with any other cookie of this site than its choices.
    /// - Parameter choiceNames: the cookies of remembered choices beside language and theme.
    init?(_ fields: SelectingFields, _ choiceNames: Set<String>) {
        guard fields.isPlain, (fields.fragment ?? "").utf8.count <= Self.maxLength else { return nil }
        let cookies = fields.cookie.map { Cookies(header: $0) } ?? .none
        var choices: [String] = []
        for (name, value) in cookies.own where name != CookieRules.languageName && name != CookieRules.themeName {
            guard choiceNames.contains(name), value.utf8.count <= Self.maxLength else { return nil }
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

/// The visitor's preferences in cookies: language and theme.
struct Preferences {
    let language: String?
    let theme: Theme

    init(_ cookies: Cookies) {
        language = cookies[CookieRules.languageName]
        theme = cookies[CookieRules.themeName].flatMap { Theme(rawValue: $0) } ?? .auto
    }
}

/// The colour scheme; `auto` follows the device.
package enum Theme: String, Sendable, CaseIterable {
    case auto, light, dark
}

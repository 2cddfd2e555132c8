/// What surrounds every page: the layout's own values.
public struct Chrome: ViewModel {
    /// `ko` or `en`, for `<html lang>`.
    public var language: String
    public var title: String
    /// The code of the language that the switch offers.
    public var otherLanguage = ""
    public var description: String?
    /// Absolute addresses of this page, without and with its language.
    public var canonical: String?
    public var alternateKorean: String?
    public var alternateEnglish: String?
    /// `auto`, `light` or `dark`.
    public var theme = "auto"
    /// Path and query of this request, where the language and theme forms return to.
    public var next = "/"
    public var section = NavigationSection.none
    /// Safe inside a script element: no `<` unescaped.
    public var structuredData: Markup?
    public var openGraphType = "website"

    /// The entry of the navigation that is marked as current.
    public enum NavigationSection: Sendable {
        case none, home, places, map, about
    }

    public init(language: Language, title: String) {
        self.language = language.rawValue
        self.title = title
        otherLanguage = (language == .korean ? Language.english : .korean).rawValue
    }

    public static let fields: [Field<Chrome>] = [
        .text("language") { $0.language },
        .text("otherLanguage") { $0.otherLanguage },
        .flag("isKorean") { $0.language == Language.korean.rawValue },
        .flag("isEnglish") { $0.language == Language.english.rawValue },
        .text("title") { $0.title },
        .text("description") { $0.description },
        .text("canonical") { $0.canonical },
        .text("alternateKorean") { $0.alternateKorean },
        .text("alternateEnglish") { $0.alternateEnglish },
        .text("theme") { $0.theme },
        .flag("isThemeAuto") { $0.theme == Theme.auto.rawValue },
        .flag("isThemeLight") { $0.theme == Theme.light.rawValue },
        .flag("isThemeDark") { $0.theme == Theme.dark.rawValue },
        .text("next") { $0.next },
        .text("returnTo") { $0.next },
        .flag("inHome") { $0.section == .home },
        .flag("inPlaces") { $0.section == .places },
        .flag("inMap") { $0.section == .map },
        .flag("inAbout") { $0.section == .about },
        .markup("structuredData") { $0.structuredData },
        .text("openGraphType") { $0.openGraphType },
    ]
}

/// Something that is made in one reader's language.
package protocol Localized {
    var views: Views { get }
    var language: Language { get }
}

extension Localized {
    /// A text of `Views/strings` with its arguments filled in, unescaped.
    package func text(_ key: String, _ arguments: [String: FieldValue] = [:]) -> String {
        views.text(key, arguments, language)
    }
}

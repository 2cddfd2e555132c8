/// The two languages of the site; Korean is the default.
package enum Language: String, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"
}

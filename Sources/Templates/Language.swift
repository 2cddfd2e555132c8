/// The two languages of the site; Korean is the default.
package enum Language: String, Sendable, CaseIterable {
    case korean = "ko"
    case english = "en"

    /// A district and a dong of it, either of which may be unknown, from the larger to the smaller as Korean has them,
    /// or the other way round: `Seogyo-dong, Mapo-gu`.
    package func area(_ district: String?, _ dong: String?) -> String {
        let parts = [district, dong].compactMap(\.self).filter { !$0.isEmpty }
        return self == .english ? parts.reversed().joined(separator: ", ") : parts.joined(separator: " ")
    }
}

/// A document that people agree to at sign-up, with its version: a consent names the version that was read.
struct LegalDocument: Sendable, Hashable {
    /// The raw value is the name in consents and in the page's address.
    enum Kind: String, Sendable, CaseIterable {
        case terms, privacy

        /// In the page's order; each has a title and texts, and some have a list or a table.
        var sections: [String] {
            switch self {
            case .terms: ["service", "account", "conduct", "facts", "measures", "leaving", "liability", "changes"]
            case .privacy: ["short", "kept", "cookies", "others", "safety", "rights", "leaving", "changes"]
            }
        }
    }

    let kind: Kind
    /// Changed with the meaning of the document.
    let version: String
    /// A day in Seoul.
    let effectiveOn: String

    static let terms = LegalDocument(kind: .terms, version: "1", effectiveOn: "2026-11-21")
    static let privacy = LegalDocument(kind: .privacy, version: "1", effectiveOn: "2026-11-21")
    /// The documents that a sign-up agrees to.
    static let current = [terms, privacy]
}

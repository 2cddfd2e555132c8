/// What people agree to at sign-up, by version: a consent says which words were read.
struct LegalDocument: Sendable, Hashable {
    /// As consents name it, and as the page's address does.
    enum Kind: String, Sendable, CaseIterable {
        case terms, privacy

        /// In the page's order; each has a title, texts, and where it needs them a list and a table.
        var sections: [String] {
            switch self {
            case .terms: ["service", "account", "conduct", "facts", "measures", "leaving", "liability", "changes"]
            case .privacy: ["short", "kept", "cookies", "others", "safety", "rights", "leaving", "changes"]
            }
        }
    }

    let kind: Kind
    /// A change of what the words mean is a new version.
    let version: String
    /// A day in Seoul.
    let effectiveOn: String

    static let terms = LegalDocument(kind: .terms, version: "1", effectiveOn: "2026-11-21")
    static let privacy = LegalDocument(kind: .privacy, version: "1", effectiveOn: "2026-11-21")
    /// What somebody who signs up now agrees to.
    static let current = [terms, privacy]
}

/// The page of the terms or the privacy notice.
struct LegalPage: Page {
    static let template = "legal/legal"

    let document: LegalDocument
    let title: String
    let sections: [LegalSection]
    /// The contact of the people who run this site; nil where it is not configured.
    let contact: String?

    static let fields: [Field<LegalPage>] = [
        .choice("document") { $0.document.kind },
        .text("title") { $0.title },
        .text("version") { $0.document.version },
        .text("effectiveOn") { $0.document.effectiveOn },
        .list("sections") { $0.sections },
        .text("contact") { $0.contact },
    ]
}

/// A heading and its texts.
struct LegalSection: ViewModel {
    let id: String
    let heading: String
    let paragraphs: [String]
    let items: [String]
    let table: LegalTable?

    static let fields: [Field<LegalSection>] = [
        .text("id") { $0.id },
        .text("heading") { $0.heading },
        .texts("paragraphs") { $0.paragraphs },
        .texts("items") { $0.items },
        .object("table") { $0.table },
    ]
}

/// The table of stored data: what, why, and for how long.
struct LegalTable: ViewModel {
    /// One kind of stored data.
    struct Entry: ViewModel {
        let what: String
        /// The name of a cookie.
        let name: String?
        let why: String
        let howLong: String

        static let fields: [Field<Entry>] = [
            .text("what") { $0.what }, .text("name") { $0.name }, .text("why") { $0.why },
            .text("howLong") { $0.howLong },
        ]
    }

    let caption: String
    let entries: [Entry]

    static let fields: [Field<LegalTable>] = [.text("caption") { $0.caption }, .list("entries") { $0.entries }]
}

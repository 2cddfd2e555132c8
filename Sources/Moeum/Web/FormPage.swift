/// A small page around a form, such as one to recover an account or to enter a code; it needs no template of its own.
struct FormPage: Page {
    static let template = "shared/form-page"

    let heading: String
    /// Paragraphs before the form.
    var lead: [String] = []
    var form: FormSheet?
    /// What else may be done instead, such as having the code sent again.
    var secondForm: FormSheet?
    /// Where else to go.
    var links: [FormLink] = []
    /// In the frame of the settings, where the page is one of them.
    var settings: SettingsFrame?

    static let fields: [Field<FormPage>] = [
        .text("heading") { $0.heading },
        .texts("lead") { $0.lead },
        .object("form") { $0.form },
        .object("secondForm") { $0.secondForm },
        .flag("hasLinks") { !$0.links.isEmpty }.viewOnly,
        .list("links") { $0.links },
        .object("settings") { $0.settings }.viewOnly,
    ]
}

/// A way on from a form's page.
struct FormLink: ViewModel {
    let href: String
    let label: String

    static let fields: [Field<FormLink>] = [.text("href") { $0.href }, .text("label") { $0.label }]
}

/// A small page with a form, such as for recovering an account or entering a code; needs no template of its own.
struct FormPage: Page {
    static let template = "shared/form-page"

    let heading: String
    /// Paragraphs before the form.
    var lead: [String] = []
    var form: FormView?
    /// An alternative, such as having the code sent again.
    var secondForm: FormView?
    var links: [FormLink] = []
    /// The settings' navigation, where the page is one of them.
    var settings: SettingsFrame?

    static let fields: [Field<FormPage>] = [
        .text("heading") { $0.heading },
        .texts("lead") { $0.lead },
        .object("form") { $0.form },
        .object("secondForm") { $0.secondForm },
        .list("links") { $0.links },
        .object("settings") { $0.settings }.viewOnly,
    ]
}

/// A link below a form.
struct FormLink: ViewModel {
    let href: String
    let label: String

    static let fields: [Field<FormLink>] = [.text("href") { $0.href }, .text("label") { $0.label }]
}

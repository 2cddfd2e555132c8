import Templates

/// A small page with a form, such as for recovering an account or entering a code; needs no template of its own.
package struct FormPage: Page {
    package static let template = "shared/form-page"

    package let heading: String
    /// Paragraphs before the form.
    package var lead: [String]
    package var form: FormView?
    /// An alternative, such as having the code sent again.
    package var secondForm: FormView?
    /// Links to other pages.
    package var links: [FormLink]
    /// The settings' navigation, where the page is one of them.
    package var settings: SettingsFrame?

    package init(
        heading: String,
        lead: [String] = [],
        form: FormView? = nil,
        secondForm: FormView? = nil,
        links: [FormLink] = [],
        settings: SettingsFrame? = nil
    ) {
        self.heading = heading
        self.lead = lead
        self.form = form
        self.secondForm = secondForm
        self.links = links
        self.settings = settings
    }

    package static let fields: [Field<FormPage>] = [
        .text("heading") { $0.heading },
        .texts("lead") { $0.lead },
        .object("form") { $0.form },
        .object("secondForm") { $0.secondForm },
        .list("links") { $0.links },
        .object("settings") { $0.settings }.viewOnly,
    ]
}

/// A link below a form.
package struct FormLink: ViewModel {
    package let href: String
    package let label: String

    package init(href: String, label: String) {
        self.href = href
        self.label = label
    }

    package static let fields: [Field<FormLink>] = [.text("href") { $0.href }, .text("label") { $0.label }]
}

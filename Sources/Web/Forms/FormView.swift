import Templates

/// A form as a page shows it: fields in order, with values and errors.
package struct FormView: ViewModel {
    package let action: String
    /// The form token of the reader's session or form cookie.
    package let token: String?
    package let hidden: [FormHidden]
    let fields: [FormField]
    package let submit: String
    package let isDanger: Bool
    /// Whether another form of the page comes first.
    package let isSecond: Bool
    package let summary: FormSummary?
    /// The e-mail address of the account, for the password manager that fills a password of the form in; it is not sent.
    package var username: String?

    /// Whether the form is sent as multipart/form-data, because it has a file field.
    var hasFile: Bool { fields.contains { $0.control.kind == .file } }

    package static let fields: [Field<FormView>] = [
        .text("action") { $0.action },
        .text("csrf") { $0.token },
        .list("hidden") { $0.hidden },
        .list("fields") { $0.fields },
        .text("submit") { $0.submit },
        .flag("isDanger") { $0.isDanger },
        .flag("isSecond") { $0.isSecond }.viewOnly,
        .flag("hasFile") { $0.hasFile }.viewOnly,
        .object("summary") { $0.summary },
        .text("username") { $0.username }.viewOnly,
    ]
}

/// A hidden value of the form.
package struct FormHidden: ViewModel {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    package static let fields: [Field<FormHidden>] = [.text("name") { $0.name }, .text("value") { $0.value }]
}

/// The summary of a form's errors, with a link to each field.
package struct FormSummary: ViewModel {
    /// The error of one field.
    package struct Item: ViewModel {
        package let target: String
        /// The field's name; nil for a checkbox, whose label is a sentence that the error repeats.
        package let label: String?
        package let text: String

        package init(target: String, label: String?, text: String) {
            self.target = target
            self.label = label
            self.text = text
        }

        package static let fields: [Field<Item>] = [
            .text("target") { $0.target }.viewOnly,
            .text("label") { $0.label },
            .text("text") { $0.text },
        ]
    }

    package let message: String?
    package let items: [Item]

    /// Nil without errors. An error of a field that the form does not show becomes one of the whole form.
    init?(of fields: [FormField], errors: [String: String], _ texts: FormTexts) {
        items = fields.compactMap { field in
            field.error.map {
                Item(target: field.id, label: field.control.kind == .checkbox ? nil : field.label, text: $0)
            }
        }
        let shown = Set(fields.map(\.control.name))
        let rest = errors.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }
        message = rest.first.map { texts.errorText($0.value, of: $0.key, [:]) }
        if items.isEmpty, message == nil { return nil }
    }

    /// For a form that is more than a list of fields; nil without errors.
    package init?(message: String?, items: [Item]) {
        if items.isEmpty, message == nil { return nil }
        self.message = message
        self.items = items
    }

    package static let fields: [Field<FormSummary>] = [
        .text("message") { $0.message },
        .integer("count") { $0.items.count },
        .list("items") { $0.items },
    ]
}

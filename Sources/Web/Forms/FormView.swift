import Templates

/// A form as a page shows it: its fields in order, what was typed, what is wrong with it.
package struct FormView: ViewModel {
    package let action: String
    /// Proof that the form came from this site, for whoever it was given to.
    package let token: String?
    package let hidden: [FormHidden]
    let fields: [FormField]
    package let submit: String
    package let isDanger: Bool
    /// Whether another form of the page comes first.
    package let isSecond: Bool
    package let summary: FormSummary?

    /// Whether the browser must send it in parts, because it holds a file.
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
    ]
}

/// A value that comes back with the form and that nobody sees.
package struct FormHidden: ViewModel {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    package static let fields: [Field<FormHidden>] = [.text("name") { $0.name }, .text("value") { $0.value }]
}

/// What has to be mended before the form can be taken, with a link to each place.
package struct FormSummary: ViewModel {
    /// One problem of one field.
    package struct Item: ViewModel {
        package let target: String
        /// What the field is called; nil for a box to tick, whose label is a sentence that its problem says again.
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

    /// What is wrong with the form as a whole.
    package let message: String?
    package let items: [Item]

    /// Nil where nothing is wrong. A problem of a field that the form does not show is one of the whole form.
    init?(of fields: [FormField], problems: [String: String], _ texts: FormTexts) {
        items = fields.compactMap { field in
            field.error.map {
                Item(target: field.id, label: field.control.kind == .checkbox ? nil : field.label, text: $0)
            }
        }
        let shown = Set(fields.map(\.control.name))
        let rest = problems.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }
        message = rest.first.map { texts.problem($0.value, of: $0.key, [:]) }
        if items.isEmpty, message == nil { return nil }
    }

    /// Of a form that is more than its fields in a row; nil where nothing is wrong.
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

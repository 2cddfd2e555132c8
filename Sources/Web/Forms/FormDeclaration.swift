import Templates

/// A form as a route declares it: its action, fields and button.
package struct FormDeclaration: Sendable {
    /// The key of an error of the whole form, among those of its fields.
    package static let wholeForm = "form"

    package var action: String
    package var submit: String
    /// Whether sending it deletes something.
    package var isDanger: Bool
    /// The prefix of the fields' ids, for a page with two forms.
    package var prefix: String
    package var controls: [FormControl]

    package init(
        action: String,
        submit: String,
        isDanger: Bool = false,
        prefix: String = "",
        _ controls: [FormControl] = []
    ) {
        self.action = action
        self.submit = submit
        self.isDanger = isDanger
        self.prefix = prefix
        self.controls = controls
    }

    /// The form as a page shows it.
    /// - Parameters:
    ///   - typed: the values of a refused form; without, the fields have those of `values`.
    ///   - errors: codes by field name; an error of the whole form is under `wholeForm`.
    ///   - isSecond: whether another form of the page comes first, whose button is the prominent one.
    ///   - arguments: for the texts of errors, besides each field's `{minimum}`, `{maximum}`, `{missing}` and `{over}`.
    package func formView(
        typed: Form? = nil,
        values: [String: String] = [:],
        errors: [String: String] = [:],
        arguments: [String: FieldValue] = [:],
        isSecond: Bool = false,
        token: String?,
        views: Views,
        _ language: Language
    ) -> FormView {
        let texts = FormTexts(views: views, language: language, arguments: arguments)
        let fields = controls.filter { !$0.isHidden }.map { control in
            FormField(
                control,
                id: prefix + control.name,
                typed: typed,
                initial: values[control.name],
                error: errors[control.name],
                texts
            )
        }
        return FormView(
            action: action,
            token: token,
            hidden: controls.filter(\.isHidden).compactMap { hidden($0, typed, values) },
            fields: fields,
            submit: texts.plain(submit),
            isDanger: isDanger,
            isSecond: isSecond,
            summary: FormSummary(of: fields, errors: errors, texts)
        )
    }

    private func hidden(_ control: FormControl, _ typed: Form?, _ values: [String: String]) -> FormHidden? {
        guard let value = typed.map({ $0[control.name] }) ?? values[control.name] else { return nil }
        return FormHidden(name: control.name, value: control.kind == .next ? LocalPath.checked(value) : value)
    }
}

/// The words of a form in one language.
package struct FormTexts: Sendable {
    package let views: Views
    package let language: Language
    package let arguments: [String: FieldValue]

    package init(views: Views, language: Language, arguments: [String: FieldValue]) {
        self.views = views
        self.language = language
        self.arguments = arguments
    }

    package func plain(_ key: String) -> String { views.text(key, [:], language) }

    package func label(_ key: String, _ own: [String: FieldValue]) -> String {
        views.text("form.\(key).label", own, language)
    }

    package func hint(_ key: String, _ own: [String: FieldValue]) -> String? {
        let hint = "form.\(key).hint"
        return views.hasText(hint) ? views.text(hint, own, language) : nil
    }

    package func link(_ key: String) -> String { plain("form.\(key).link") }

    package func option(_ control: FormControl, _ value: String) -> String {
        control.optionWords.map { plain("\($0).\(value)") } ?? plain("form.\(control.key).option.\(value)")
    }

    func optionHint(_ key: String, _ value: String) -> String? {
        let hint = "form.\(key).option-hint.\(value)"
        return views.hasText(hint) ? plain(hint) : nil
    }

    /// The text of a field's error: its own where there is one, else the general one.
    package func errorText(_ code: String, of key: String, _ own: [String: FieldValue]) -> String {
        let specific = "form-error.\(key).\(code)"
        let all = arguments.merging(own) { given, _ in given }
        if views.hasText(specific) { return views.text(specific, all, language) }
        let general = "form-error.\(code)"
        return views.text(views.hasText(general) ? general : "form-error.invalid", all, language)
    }
}

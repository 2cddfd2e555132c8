import Templates

/// One field of a form as a page shows it.
struct FormField: ViewModel {
    let control: FormControl
    let id: String
    let label: String
    let hint: String?
    let linkText: String?
    /// The value; for a checkbox and radio buttons, the chosen one.
    let value: String?
    let options: [FormOption]
    let errorCode: String?
    let error: String?

    init(
        _ control: FormControl,
        id: String,
        typed: Form?,
        initial: String?,
        error code: String?,
        _ texts: FormTexts
    ) {
        let sent = typed.map { $0[control.name] ?? "" }
        let value = control.isForgotten ? nil : sent ?? initial
        let bounds = Self.bounds(control, sent ?? "")
        self.control = control
        self.id = id
        self.value = value
        label = texts.label(control.key, bounds)
        hint = texts.hint(control.key, bounds)
        linkText = control.link.map { _ in texts.link(control.key) }
        errorCode = code
        error = code.map { texts.errorText($0, of: control.key, bounds) }
        switch control.kind {
        case .radios(let values):
            options = values.enumerated().map { index, option in
                FormOption(
                    id: index == 0 ? id : "\(id)-\(index + 1)",
                    value: option,
                    label: texts.option(control, option),
                    hint: texts.optionHint(control.key, option),
                    isChosen: option == value
                )
            }
        case .select(let entries):
            options = entries.map { entry in
                FormOption(
                    id: "\(id)-\(entry.value)",
                    value: entry.value,
                    label: texts.plain(entry.label),
                    hint: nil,
                    isChosen: entry.value == value
                )
            }
        default: options = []
        }
    }

    /// The limits of the text's length, and by how much it misses them. `count` chooses the plural form.
    private static func bounds(_ control: FormControl, _ typed: String) -> [String: FieldValue] {
        // Approximate for texts far too long: counting the characters of a megabyte takes long.
        let length = typed.utf8.count > 65_536 ? typed.unicodeScalars.count : typed.count
        var bounds: [String: FieldValue] = [:]
        if let minimum = control.minimum {
            bounds["minimum"] = .integer(minimum)
            bounds["missing"] = .integer(max(0, minimum - length))
            bounds["count"] = .integer(max(0, minimum - length))
        }
        if let maximum = control.maximum {
            bounds["maximum"] = .integer(maximum)
            bounds["over"] = .integer(max(0, length - maximum))
            if length > maximum { bounds["count"] = .integer(length - maximum) }
        }
        return bounds
    }

    /// The ids that a screen reader reads after the label: the error first.
    var describedBy: String? {
        let parts = [error.map { _ in "\(id)-error" }, hint.map { _ in "\(id)-hint" }].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Only where the field has a maximum: the browser's own `maxlength` counts UTF-16 and cuts pasted text.
    private var counted: Int? { control.kind == .text || control.kind == .textArea ? control.maximum : nil }

    static let fields: [Field<FormField>] = [
        .text("name") { $0.control.name },
        .text("type") { $0.control.type },
        .text("label") { $0.label },
        .text("value") { $0.value },
        .flag("required") { $0.control.isRequired },
        .flag("isOptional") { $0.control.isCalledOptional }.viewOnly,
        .text("autocomplete") { $0.control.autocomplete },
        .integer("minimum") { $0.control.minimum },
        .integer("maximum") { $0.control.maximum },
        .text("hint") { $0.hint },
        .list("options") { $0.options },
        .text("error") { $0.errorCode },
        .text("errorText") { $0.error },
        .text("id") { $0.id }.viewOnly,
        .text("link") { $0.control.link }.viewOnly,
        .text("linkText") { $0.linkText }.viewOnly,
        .text("accept") { $0.control.accept }.viewOnly,
        .text("inputMode") { $0.control.inputMode }.viewOnly,
        .text("describedBy") { $0.describedBy }.viewOnly,
        .integer("counted") { $0.counted }.viewOnly,
    ]
}

/// One of the radio buttons, or of the entries of a list.
struct FormOption: ViewModel {
    let id: String
    let value: String
    let label: String
    let hint: String?
    let isChosen: Bool

    static let fields: [Field<FormOption>] = [
        .text("value") { $0.value },
        .text("label") { $0.label },
        .flag("isChosen") { $0.isChosen },
        .text("hint") { $0.hint }.viewOnly,
        .text("id") { $0.id }.viewOnly,
    ]
}

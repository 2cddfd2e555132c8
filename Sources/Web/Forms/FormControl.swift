/// One field of a form as a route declares it: its kind and rules, not its appearance.
///
/// Its label is the text `form.<key>.label`, its hint `form.<key>.hint` where there is one, a problem `form-error.<key>.<code>`
/// or else `form-error.<code>`. The key is the field's name with dashes for underscores, unless another is given.
package struct FormControl: Sendable {
    package enum Kind: Sendable, Equatable {
        case text, textArea, date, email, newPassword, currentPassword, code, checkbox, file, hidden, next
        case radios(options: [String])
        case select(options: [Option])
    }

    /// One entry of a list to choose from.
    package struct Option: Sendable, Equatable {
        let value: String
        /// The key of its label.
        let label: String

        package init(_ value: String, label: String) { (self.value, self.label) = (value, label) }
    }

    package let kind: Kind
    package let name: String
    package let key: String
    var isRequired = true
    /// Whether its label says that the field is optional.
    var isCalledOptional = false
    package var autocomplete: String?
    /// In grapheme clusters; the texts get them as `{minimum}` and `{maximum}`.
    package var minimum: Int?
    package var maximum: Int?
    /// The address of the document that a checkbox agrees to; its text is `form.<key>.link`.
    package var link: String?
    package var accept: String?
    /// The key of texts for radio buttons that are used elsewhere too: `<optionWords>.<value>`.
    var optionWords: String?

    private init(
        _ kind: Kind,
        _ name: String,
        key: String? = nil,
        minimum: Int? = nil,
        maximum: Int? = nil,
        autocomplete: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.key = key ?? name.replacing("_", with: "-")
        self.minimum = minimum
        self.maximum = maximum
        self.autocomplete = autocomplete
    }

    /// The same field, marked as optional.
    package var optional: FormControl {
        var copy = self
        copy.isRequired = false
        copy.isCalledOptional = true
        return copy
    }

    /// The same field, optional in cases that its hint explains.
    package var conditional: FormControl {
        var copy = self
        copy.isRequired = false
        return copy
    }

    package static func text(
        _ name: String,
        key: String? = nil,
        minimum: Int? = nil,
        maximum: Int? = nil,
        autocomplete: String? = nil
    ) -> FormControl {
        FormControl(.text, name, key: key, minimum: minimum, maximum: maximum, autocomplete: autocomplete)
    }

    package static func textArea(
        _ name: String,
        key: String? = nil,
        minimum: Int? = nil,
        maximum: Int? = nil
    ) -> FormControl {
        FormControl(.textArea, name, key: key, minimum: minimum, maximum: maximum)
    }

    /// - Parameter autocomplete: `username` for a login, `email` elsewhere.
    package static func email(_ name: String = "email", autocomplete: String = "email") -> FormControl {
        FormControl(.email, name, autocomplete: autocomplete)
    }

    /// A new password, with a meter of its strength by scripts.
    package static func newPassword(_ name: String = "password", key: String = "new-password") -> FormControl {
        FormControl(.newPassword, name, key: key, minimum: 8, maximum: 128, autocomplete: "new-password")
    }

    /// The password of the account, as a proof.
    package static func currentPassword(_ name: String = "password", key: String? = nil) -> FormControl {
        FormControl(.currentPassword, name, key: key, autocomplete: "current-password")
    }

    /// A code from a mail or an authenticator app.
    package static func code(_ name: String = "code", key: String? = nil) -> FormControl {
        FormControl(.code, name, key: key, autocomplete: "one-time-code")
    }

    /// A checkbox that sends `1` when it is ticked and nothing otherwise.
    package static func checkbox(_ name: String, key: String? = nil, link: String? = nil) -> FormControl {
        var control = FormControl(.checkbox, name, key: key)
        control.link = link
        return control
    }

    /// One of several values; each has the label `form.<key>.option.<value>`.
    /// - Parameter words: for labels with another key: `<words>.<value>`.
    package static func radios(
        _ name: String,
        _ options: [String],
        key: String? = nil,
        words: String? = nil
    ) -> FormControl {
        var control = FormControl(.radios(options: options), name, key: key)
        control.optionWords = words
        return control
    }

    /// One of many values. The first is chosen at first: an empty one where nothing is to be.
    package static func select(_ name: String, _ options: [Option], key: String? = nil) -> FormControl {
        FormControl(.select(options: options), name, key: key)
    }

    package static func date(_ name: String, key: String? = nil) -> FormControl { FormControl(.date, name, key: key) }

    package static func file(_ name: String, accept: String? = nil) -> FormControl {
        var control = FormControl(.file, name)
        control.accept = accept
        return control
    }

    package static func hidden(_ name: String) -> FormControl { FormControl(.hidden, name) }

    /// The page to continue on; addresses of other sites are not put back into the form.
    package static let next = FormControl(.next, "next")

    package var isHidden: Bool { kind == .hidden || kind == .next }

    /// Whether the value is never put back into the field: passwords and files.
    var isForgotten: Bool { kind == .newPassword || kind == .currentPassword || kind == .file }

    /// The `type` of its element, for the JSON representation too.
    package var type: String {
        switch kind {
        case .text, .code: "text"
        case .textArea: "textarea"
        case .date: "date"
        case .email: "email"
        case .newPassword, .currentPassword: "password"
        case .checkbox: "checkbox"
        case .file: "file"
        case .hidden, .next: "hidden"
        case .radios: "radio"
        case .select: "select"
        }
    }

    var inputMode: String? {
        switch kind {
        case .email: "email"
        case .code: "numeric"
        default: nil
        }
    }
}

import Foundation

/// A typed value for templates and the JSON representation: one table of fields serves both, so that neither can show what the
/// other does not have.
package protocol ViewModel: Sendable {
    /// Stored once per type (`static let`), in the order in which JSON shows them.
    static var fields: [Field<Self>] { get }

    /// The value of the field at `index` in `fields`.
    func value(at index: Int) -> FieldValue
}

extension ViewModel {
    package func value(at index: Int) -> FieldValue { Self.fields[index].read(self) }

    /// The names and kinds of `fields`, against which templates are compiled.
    package static var schema: Schema { Schema(name: "\(Self.self)", fields: fields.map(\.entry)) }
}

/// A whole page: one type for each template.
package protocol Page: ViewModel {
    /// The template's path under `Views` without its ending, such as `places/home`.
    static var template: String { get }

    /// Parts of the page that a script can request: the name in `X-Fragment` and the template of each.
    static var fragments: [String: String] { get }
}

extension Page {
    package static var fragments: [String: String] { [:] }
}

/// One named, typed field of a view model.
package struct Field<Model>: Sendable {
    package private(set) var entry: Schema.Entry
    package let read: @Sendable (Model) -> FieldValue

    /// The same field for a larger model that contains this one.
    package func lifted<Larger>(_ part: @escaping @Sendable (Larger) -> Model) -> Field<Larger> {
        Field<Larger>(entry: entry) { [read] in read(part($0)) }
    }
}

/// The names and kinds of a model's fields.
package struct Schema: Sendable {
    package struct Entry: Sendable {
        /// In camelCase, as in templates: `{{name}}`.
        package let name: String
        package let kind: FieldKind
        /// Whether the JSON representation leaves the field out: markup hints without new information.
        package var isViewOnly = false
        /// All that a text can be, where that is known: `{{#kind=book}}` stops the start.
        package var choices: [String]?

        /// Whether a template may ask it of the field: nobody compares what is no text, or with what it never is.
        func canPass(_ test: ValueTest) -> Bool {
            switch (test, kind) {
            case (.isTruthy, _), (.hasHangul, .text): true
            case (.isOne(let texts), .text): texts.allSatisfy { choices?.contains($0) ?? !$0.isEmpty }
            default: false
            }
        }
    }

    package let name: String
    package let fields: [Entry]

    package func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }

    /// The field of a dotted name, which follows objects only, and the indexes that lead there.
    func path(_ parts: ArraySlice<String>) -> ([Int], Entry)? {
        guard let first = parts.first, let index = index(of: first) else { return nil }
        if parts.count == 1 { return ([index], fields[index]) }
        guard case .object(let model) = fields[index].kind, let (path, entry) = model.schema().path(parts.dropFirst())
        else { return nil }
        return ([index] + path, entry)
    }
}

/// The kind of a field's value, for the check at start that every tag resolves.
package enum FieldKind: Sendable {
    case text, integer, decimal, flag, time, texts, integers
    /// Trusted markup made by us (SVG, JSON-LD), for triple tags only.
    case markup
    case object(ViewModelKind)
    case list(ViewModelKind)
}

/// The schema of an object or list field, looked up when a template needs it so that types may refer to themselves.
package struct ViewModelKind: Sendable {
    package let schema: @Sendable () -> Schema
}

/// UTF-8 made by us that is put into a page unescaped: SVG, JSON-LD.
package struct Markup: Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

/// The value of a field at run time. `nothing` is an absent optional: empty in a template, null in JSON.
package enum FieldValue: Sendable {
    case nothing
    case text(String)
    case markup(Markup)
    case integer(Int)
    case decimal(Double)
    case flag(Bool)
    /// RFC 3339 in JSON; in templates, texts format it as a date in Asia/Seoul.
    case time(Date)
    case texts([String])
    /// A list of numbers, for the JSON representation.
    case integers([Int])
    case object(any ViewModel)
    case list([any ViewModel])
}

extension Field {
    private init(_ name: String, _ kind: FieldKind, _ read: @escaping @Sendable (Model) -> FieldValue) {
        self.init(entry: Schema.Entry(name: name, kind: kind), read: read)
    }

    package static func text(_ name: String, _ read: @escaping @Sendable (Model) -> String?) -> Field {
        Field(name, .text) { read($0).map(FieldValue.text) ?? .nothing }
    }

    /// A text that is one of an enumeration's values.
    package static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String,
        _ read: @escaping @Sendable (Model) -> Choice?
    ) -> Field {
        var field = Field.text(name) { read($0)?.rawValue }
        field.entry.choices = Choice.allCases.map(\.rawValue)
        return field
    }

    package static func integer(_ name: String, _ read: @escaping @Sendable (Model) -> Int?) -> Field {
        Field(name, .integer) { read($0).map(FieldValue.integer) ?? .nothing }
    }

    package static func decimal(_ name: String, _ read: @escaping @Sendable (Model) -> Double?) -> Field {
        Field(name, .decimal) { read($0).map(FieldValue.decimal) ?? .nothing }
    }

    package static func flag(_ name: String, _ read: @escaping @Sendable (Model) -> Bool?) -> Field {
        Field(name, .flag) { read($0).map(FieldValue.flag) ?? .nothing }
    }

    package static func time(_ name: String, _ read: @escaping @Sendable (Model) -> Date?) -> Field {
        Field(name, .time) { read($0).map(FieldValue.time) ?? .nothing }
    }

    package static func integers(_ name: String, _ read: @escaping @Sendable (Model) -> [Int]) -> Field {
        Field(name, .integers) { .integers(read($0)) }
    }

    package static func texts(_ name: String, _ read: @escaping @Sendable (Model) -> [String]) -> Field {
        Field(name, .texts) { .texts(read($0)) }
    }

    package static func markup(_ name: String, _ read: @escaping @Sendable (Model) -> Markup?) -> Field {
        Field(name, .markup) { read($0).map(FieldValue.markup) ?? .nothing }.viewOnly
    }

    package static func object<Child: ViewModel>(
        _ name: String,
        _ read: @escaping @Sendable (Model) -> Child?
    ) -> Field {
        Field(name, .object(ViewModelKind { Child.schema })) {
            read($0).map { FieldValue.object($0) } ?? .nothing
        }
    }

    package static func list<Child: ViewModel>(
        _ name: String,
        _ read: @escaping @Sendable (Model) -> [Child]
    ) -> Field {
        Field(name, .list(ViewModelKind { Child.schema })) { .list(read($0)) }
    }

    /// The same field, for templates only.
    package var viewOnly: Field {
        var copy = self
        copy.entry.isViewOnly = true
        return copy
    }
}

import Foundation

@testable import Moeum
@testable import Templates

/// JSON of any shape as a view model, so that cases written for untyped data run on the compiled renderer.
struct UntypedModel: ViewModel {
    static let fields: [Field<UntypedModel>] = []

    let entries: [(name: String, kind: FieldKind, value: FieldValue)]

    func value(at index: Int) -> FieldValue { entries[index].value }

    /// - Parameter names: the names of all items of a list, so that each has the same places.
    init(_ object: [String: JSON], names: [String]? = nil) {
        entries = (names ?? object.keys.sorted()).map { name in
            let (kind, value) = Self.field(object[name] ?? .null)
            return (name, kind, value)
        }
    }

    var schemaOfData: Schema {
        Schema(name: "data", fields: entries.map { Schema.Entry(name: $0.name, kind: $0.kind) })
    }

    private static func field(_ json: JSON) -> (FieldKind, FieldValue) {
        switch json {
        case .null: return (.text, .nothing)
        case .flag(let flag): return (.flag, .flag(flag))
        case .integer(let number): return (.integer, .integer(number))
        case .decimal(let number): return (.decimal, .decimal(number))
        case .text(let text): return (.text, .text(text))
        case .object(let object):
            let model = UntypedModel(object)
            return (.object(ViewModelKind { model.schemaOfData }), .object(model))
        case .array(let items):
            let objects = items.compactMap { if case .object(let object) = $0 { object } else { nil } }
            guard objects.count == items.count, !items.isEmpty else { return (.texts, .texts(items.map(\.shown))) }
            let names = Set(objects.flatMap(\.keys)).sorted()
            let models = objects.map { UntypedModel($0, names: names) }
            guard let schema = models.first?.schemaOfData else { return (.texts, .texts([])) }
            return (.list(ViewModelKind { schema }), .list(models))
        }
    }
}

/// A JSON value that tells flags from numbers.
enum JSON: Decodable {
    case null
    case flag(Bool)
    case integer(Int)
    case decimal(Double)
    case text(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? value.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? value.decode(Double.self) {
            self = .decimal(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let items = try? value.decode([JSON].self) {
            self = .array(items)
        } else {
            self = .object(try value.decode([String: JSON].self))
        }
    }

    var shown: String {
        switch self {
        case .text(let text): text
        case .integer(let number): "\(number)"
        case .decimal(let number): "\(number)"
        case .null, .flag, .array, .object: ""
        }
    }
}

/// Renders a template over untyped data, unknown names showing nothing.
func renderUntyped(_ template: String, _ data: [String: JSON], partials: [String: String] = [:]) throws -> String {
    var templates = try partials.reduce(into: [:]) { parsed, partial in
        parsed[partial.key] = try TemplateParser.parse(partial.value, file: partial.key)
    }
    templates["template"] = try TemplateParser.parse(template, file: "template")
    let texts = Texts(language: .english, entries: [:])
    let compiler = TemplateCompiler(templates: templates, texts: texts, assets: [:], isLenient: true)
    let model = UntypedModel(data)
    let program = try compiler.compile("template", levels: [model.schemaOfData])
    var output: [UInt8] = []
    TemplateRenderer.render(program, models: [model], .english, into: &output)
    return String(decoding: output, as: UTF8.self)
}

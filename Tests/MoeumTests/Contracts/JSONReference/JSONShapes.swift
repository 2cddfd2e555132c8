@testable import Moeum
@testable import Templates

/// What pages' fields say of their JSON: names and types, in the order in which they are sent.
struct JSONShapes {
    /// What several pages or shapes have: by their names, which stand for them elsewhere.
    private(set) var named: [String: Schema] = [:]

    /// - Parameter roots: of all pages.
    init(_ roots: [Schema]) {
        var users: [String: Set<String>] = [:]
        var schemas: [String: [Schema]] = [:]
        var waiting = roots
        while let schema = waiting.popLast() {
            for field in schema.shown {
                guard let child = field.kind.schema else { continue }
                users[child.typeName, default: []].insert("\(schema.typeName).\(field.name)")
                if schemas[child.typeName, default: []].contains(where: { $0.names == child.names }) { continue }
                schemas[child.typeName, default: []].append(child)
                waiting.append(child)
            }
        }
        for (name, users) in users where users.count > 1 {
            // Small ones are plainer in their places, as are those whose names others have too.
            guard let all = schemas[name], all.count == 1, all[0].shown.count > 3 else { continue }
            named[name] = all[0]
        }
    }

    /// A shape with all its fields.
    func outline(_ schema: Schema) -> BracketedText {
        .object(schema.shown.map { ("\($0.name): ", outline($0.kind)) })
    }

    private func outline(_ kind: FieldKind) -> BracketedText {
        switch kind {
        case .text: .word("string")
        case .integer: .word("integer")
        case .decimal: .word("number")
        case .flag: .word("boolean")
        case .time: .word("time")
        case .texts: .word("[string]")
        case .integers: .word("[integer]")
        case .markup: .word("null")
        case .object(let kind): reference(kind.schema())
        case .list(let kind): .list([reference(kind.schema())])
        }
    }

    private func reference(_ schema: Schema) -> BracketedText {
        named[schema.typeName] == nil ? outline(schema) : .word(schema.typeName)
    }
}

extension JSONShapes {
    /// An answer with its fields in their order; lists have their first element alone, long texts their beginning.
    /// - Parameter value: from `JSONSerialization`.
    static func example(_ value: Any?, _ schema: Schema) -> BracketedText {
        guard let object = value as? [String: Any] else { return .word("null") }
        return .object(schema.shown.map { ("\"\($0.name)\": ", example(object[$0.name], $0.kind)) })
    }

    private static func example(_ value: Any?, _ kind: FieldKind) -> BracketedText {
        switch (kind, value) {
        case (.object(let kind), _): return example(value, kind.schema())
        case (.list(let kind), let list as [Any]): return .list(list.prefix(1).map { example($0, kind.schema()) })
        case (.texts, let list as [Any]): return .list(list.prefix(1).map { example($0, .text) })
        case (.integers, let list as [Any]): return .list(list.prefix(5).map { example($0, .integer) })
        case (.integer, let number as Int): return .word("\(number)")
        case (.decimal, let number as Double): return .word(ValueText.decimal(number) ?? "null")
        case (.flag, let flag as Bool): return .word("\(flag)")
        case (_, let text as String):
            var bytes: [UInt8] = []
            JSONRepresentation.append(text.count > 60 ? text.prefix(50) + "…" : text, to: &bytes)
            return .word(String(decoding: bytes, as: UTF8.self))
        default: return .word("null")
        }
    }
}

extension Schema {
    /// The fields that JSON has.
    var shown: [Entry] { fields.filter { !$0.isViewOnly } }
    var names: [String] { fields.map(\.name) }
    /// Of a private type too, which says `(Name in _F11E)`.
    var typeName: String { String(name.prefix { $0 != " " }.drop { $0 == "(" }) }
}

extension FieldKind {
    fileprivate var schema: Schema? {
        switch self {
        case .object(let kind), .list(let kind): kind.schema()
        default: nil
        }
    }
}

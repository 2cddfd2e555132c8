import Foundation

/// A part of a text: words, or a placeholder for a field's value.
enum TextPart: Sendable, Equatable {
    case literal(String)
    case placeholder(String, ValueFormat)
}

/// One entry of `Views/strings`: plain, or one of two forms chosen by the field `count`.
enum Text: Sendable, Equatable {
    case plain([TextPart])
    case plural(one: [TextPart], other: [TextPart])

    /// The names of its placeholders, which must be the same in both languages.
    var placeholders: Set<String> {
        let parts: [TextPart] =
            switch self {
            case .plain(let parts): parts
            case .plural(let one, let other): one + other
            }
        return Set(parts.compactMap { if case .placeholder(let name, _) = $0 { name } else { nil } })
    }
}

/// An error in one text, before its line is known.
private struct TextError: Error {
    let key: String
    let message: String
}

/// All texts of one language by dotted key.
package struct Texts: Sendable {
    package let language: Language
    let entries: [String: Text]

    subscript(key: String) -> Text? { entries[key] }

    init(language: Language, entries: [String: Text]) {
        self.language = language
        self.entries = entries
    }

    /// Reads `strings/{language}.json`: nested objects become dotted keys; `{"one": …, "other": …}` is a plural. Languages
    /// without plural leave `one` out.
    init(language: Language, directory: String) throws {
        let file = "Views/strings/\(language.rawValue).json"
        let path = "\(directory)/strings/\(language.rawValue).json"
        guard let data = FileManager.default.contents(atPath: path) else {
            throw TemplateError(file: file, line: 1, message: "this file is missing")
        }
        let root: Any
        do { root = try JSONSerialization.jsonObject(with: data) } catch {
            throw TemplateError(file: file, line: 1, message: "this is no JSON: \(error)")
        }
        var entries: [String: Text] = [:]
        do { try Self.flatten(root, key: "", into: &entries) } catch let error as TextError {
            throw TemplateError(file: file, line: Self.line(of: error.key, in: data), message: error.message)
        }
        self.init(language: language, entries: entries)
    }

    /// The line of a key: written whole, or as its last part in nested objects.
    package static func line(of key: String, in data: Data) -> Int {
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        let last = key.split(separator: ".").last.map(String.init) ?? key
        let index = lines.firstIndex { $0.contains("\"\(key)\":") } ?? lines.firstIndex { $0.contains("\"\(last)\":") }
        return (index ?? 0) + 1
    }

    private static func flatten(
        _ value: Any,
        key: String,
        into entries: inout [String: Text]
    ) throws {
        if let text = value as? String {
            entries[key] = .plain(try parts(of: text, key: key))
        } else if let object = value as? [String: Any] {
            if let other = object["other"] as? String {
                let one = object["one"] as? String ?? other
                entries[key] = .plural(
                    one: try parts(of: one, key: key),
                    other: try parts(of: other, key: key)
                )
                return
            }
            for (name, child) in object {
                try flatten(child, key: key.isEmpty ? name : "\(key).\(name)", into: &entries)
            }
        } else {
            throw TextError(key: key, message: "\(key) is neither a text nor an object")
        }
    }

    /// Splits `"{count} places since {on:date}"` at its placeholders.
    private static func parts(of text: String, key: String) throws -> [TextPart] {
        var parts: [TextPart] = []
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw TextError(key: key, message: "\(key) has a { without its }")
            }
            let pieces = rest[rest.index(after: open)..<close].split(separator: ":").map(String.init)
            let format = pieces.count > 1 ? ValueFormat(rawValue: pieces[1]) : .number
            guard let name = pieces.first, let format else {
                throw TextError(key: key, message: "\(key) has a placeholder that is none")
            }
            parts.append(.placeholder(name, format))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        return parts
    }

    /// A text with its arguments, unescaped: for titles, flashes and mail made in Swift.
    package func text(_ key: String, _ arguments: [String: FieldValue]) -> String {
        guard let entry = entries[key] else { return key }
        var parts: [TextPart]
        switch entry {
        case .plain(let plain): parts = plain
        case .plural(let one, let other):
            if case .integer(1)? = arguments["count"] { parts = one } else { parts = other }
        }
        return parts.map { part in
            switch part {
            case .literal(let literal): return literal
            case .placeholder(let name, let format):
                let value = arguments[name] ?? .nothing
                if case .text(let text) = value, format.keepsWords {
                    return ValueText.inLetters(text, as: format, of: language)
                }
                var bytes: [UInt8] = []
                ValueText.append(value, as: format, language, to: &bytes)
                return String(decoding: bytes, as: UTF8.self)
            }
        }.joined()
    }
}

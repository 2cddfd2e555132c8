import Foundation

/// One thing that operators decide. The table of them, in `Settings.swift`, is the only place that names
/// them: flags, help and checks come from it, and the rows of `docs/configuration.md` are compared with it.
package struct Setting: Sendable {
    /// What holds where nothing is set.
    enum Standard: Sendable {
        case nothing
        case value(String)
        /// Worked out at start; in words.
        case described(String)
    }

    /// Which values make sense, and how to say so.
    struct Values: Sendable {
        let described: String
        let isValid: @Sendable (String) -> Bool

        static let any = Values(described: "some text") { !$0.isEmpty }

        static func numbers(_ range: ClosedRange<Int>) -> Values {
            Values(described: "a number from \(range.lowerBound) to \(range.upperBound)") { text in
                Int(text).map(range.contains) ?? false
            }
        }

        static func choice(_ words: [String]) -> Values {
            Values(described: words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")) {
                words.contains($0)
            }
        }

        static func list(of one: Values, _ described: String) -> Values {
            Values(described: described) { $0.split(separator: ",").allSatisfy { one.isValid(String($0).trimmed) } }
        }
    }

    /// As in the environment: `MOEUM_DATA_DIR`.
    package let name: String
    let standard: Standard
    let values: Values
    /// What it decides, in Markdown.
    let explanation: String
    /// Never shown in a message; may stand in a file that is named instead.
    let isSecret: Bool
    let masked: @Sendable (String) -> String
    let alias: String?

    init(
        _ name: String,
        _ standard: Standard = .nothing,
        takes values: Values = .any,
        isSecret: Bool = false,
        masked: @escaping @Sendable (String) -> String = { _ in "***" },
        alias: String? = nil,
        decides explanation: String
    ) {
        self.name = "MOEUM_\(name)"
        self.standard = standard
        self.values = values
        self.explanation = explanation
        self.isSecret = isSecret
        self.masked = masked
        self.alias = alias
    }

    /// Looks names up, flags first: a setting that has a flag, its own or that of a file, is not asked of the environment
    /// in either form.
    package static func lookup(_ flags: [String: String], _ environment: [String: String]) -> (String) -> String? {
        { name in
            let setting = name.hasSuffix(fileSuffix) ? String(name.dropLast(fileSuffix.count)) : name
            let hasFlag = flags[setting] != nil || flags[setting + fileSuffix] != nil
            return hasFlag ? flags[name] : environment[name]
        }
    }

    /// The checked value; the default where nothing is set.
    /// - Parameter value: looks the environment's names up, flags first.
    func read(_ value: (String) -> String?) throws -> String? {
        guard let text = try given(value) else {
            guard case .value(let text) = standard else { return nil }
            return text
        }
        guard values.isValid(text) else {
            let what = isSecret ? name : "\(name) is \(text.isEmpty ? "empty" : text); it"
            throw Config.Error(description: "\(what) takes \(values.described)")
        }
        return text
    }

    /// The same for a setting that always has a value.
    func needed<Value: LosslessStringConvertible>(_ value: (String) -> String?) throws -> Value {
        guard let text = try read(value), let result = Value(text) else {
            throw Config.Error(description: "\(name) takes \(values.described)")
        }
        return result
    }

    private func given(_ value: (String) -> String?) throws -> String? {
        guard isSecret, let path = value(fileName) else { return value(name) }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Config.Error(description: "\(fileName) names a file that cannot be read")
        }
        return text.trimmed
    }
}

/// The names that a setting goes by.
extension Setting {
    /// Of the file that a secret may stand in.
    var fileName: String { name + Self.fileSuffix }

    private static var fileSuffix: String { "_FILE" }

    /// Flags and the name in the environment that each stands for.
    var flags: [(flag: String, name: String)] {
        let names = isSecret ? [name, fileName] : [name]
        return names.map { (Self.flag($0), $0) } + (alias.map { [("--\($0)", name)] } ?? [])
    }

    /// `MOEUM_DATA_DIR` → `--data-dir`.
    static func flag(_ name: String) -> String {
        "--" + name.dropFirst("MOEUM_".count).lowercased().replacing("_", with: "-")
    }

    /// The lines of a command's help.
    var help: String {
        let standard =
            switch self.standard {
            case .nothing: ""
            case .value(let text), .described(let text): "; \(text)"
            }
        let variables = isSecret ? "\(name), \(fileName)" : name
        let head = "  \(flags.map(\.flag).joined(separator: ", ")) (\(variables)\(standard))"
        return ([head] + Self.lines(explanation)).joined(separator: "\n      ").replacing("`", with: "")
    }

    /// A text in lines of at most 70 characters.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + word.count < 70 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    package static func help(_ settings: [Setting]) -> String {
        "SETTINGS: flags (variables of the environment; what holds otherwise)\n\n"
            + settings.map(\.help).joined(separator: "\n")
    }

    /// Takes the flags of settings out of a command's arguments; what is left is the command's own.
    /// - Returns: `given` by their names in the environment; the last of several wins.
    package static func split(
        _ arguments: [String],
        _ settings: [Setting]
    ) throws -> (given: [String: String], rest: [String]) {
        let names = Dictionary(settings.flatMap(\.flags).map { ($0.flag, $0.name) }) { first, _ in first }
        var given: [String: String] = [:]
        var rest: [String] = []
        var waiting = arguments[...]
        while let argument = waiting.popFirst() {
            if argument == "--" { return (given, rest + [argument] + waiting) }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first.flatMap({ names[String($0)] }) else {
                rest.append(argument)
                continue
            }
            guard let value = parts.count == 2 ? String(parts[1]) : waiting.popFirst() else {
                throw Config.Error(description: "\(argument) needs a value")
            }
            given[name] = value
        }
        return (given, rest)
    }
}

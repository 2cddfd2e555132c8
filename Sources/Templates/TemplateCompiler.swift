/// Turns parsed templates into programs for one language: partials, parents and texts in place, names resolved
/// against the models' schemas. Whatever does not resolve is an error with file and line.
struct TemplateCompiler {
    /// One level of the context while compiling.
    package enum Level {
        case model(Schema)
        case scalar(FieldKind)
        /// A value without schema: every name in it is empty (only where `isLenient`).
        case unknown
    }

    let templates: [String: [TemplateNode]]
    package let texts: Texts
    package let assets: [String: String]
    /// Whether unknown names are empty instead of errors, as Mustache has it for untyped data.
    var isLenient = false

    /// - Parameter levels: the models of a render, outermost first.
    func compile(_ name: String, levels: [Schema]) throws(TemplateError) -> [Instruction] {
        guard let nodes = templates[name] else {
            throw TemplateError(file: file(name), line: 1, message: "this template is missing")
        }
        let scope = Scope(file: file(name), levels: levels.map(Level.model))
        return try merged(compile(nodes, scope))
    }

    private struct Scope {
        var file: String
        /// Of the tag that is compiled.
        var line = 1
        var levels: [Level]
        /// The blocks that children of a layout fill, each with the file that it was written in.
        var blocks: [String: (nodes: [TemplateNode], file: String)] = [:]
        var depth = 0

        func at(_ line: Int) -> Scope {
            var scope = self
            scope.line = line
            return scope
        }

        func error(_ message: String) -> TemplateError { TemplateError(file: file, line: line, message: message) }
    }

    private func file(_ name: String) -> String { "Views/\(name).mustache" }

    private func compile(_ nodes: [TemplateNode], _ scope: Scope) throws(TemplateError) -> [Instruction] {
        guard scope.depth < 100 else {
            throw TemplateError(file: scope.file, line: 1, message: "partials include each other without end")
        }
        var program: [Instruction] = []
        for node in nodes { program += try compile(node, scope) }
        return program
    }

    private func compile(_ node: TemplateNode, _ scope: Scope) throws(TemplateError) -> [Instruction] {
        switch node {
        case .text(let text): return [.literal(Array(text.utf8))]
        case .variable(let name, let escaped, let line): return try variable(name, escaped: escaped, scope.at(line))
        case .section(let name, let inverted, let children, let line):
            return try section(name, inverted: inverted, children, scope.at(line))
        case .partial(let name, let indent, let line):
            return try include(name, indent: indent, blocks: [:], scope.at(line))
        case .parent(let name, let blocks, let indent, let line):
            let filled = blocks.mapValues { (nodes: $0, file: scope.file) }
            return try include(name, indent: indent, blocks: filled, scope.at(line))
        case .block(let name, let children):
            guard let override = scope.blocks[name] else { return try compile(children, scope) }
            var inner = scope
            inner.file = override.file
            return try compile(override.nodes, inner)
        }
    }

    private func include(
        _ name: String,
        indent: String,
        blocks: [String: (nodes: [TemplateNode], file: String)],
        _ scope: Scope
    ) throws(TemplateError) -> [Instruction] {
        guard let nodes = templates[name] else {
            if isLenient { return [] }
            throw scope.error("no template is called \(name)")
        }
        var inner = scope
        inner.file = file(name)
        inner.depth += 1
        // The outermost child's block wins over those of the layouts between.
        inner.blocks = blocks.merging(scope.blocks) { _, outer in outer }
        return try compile(indent.isEmpty ? nodes : TemplateIndent.indented(nodes, by: indent), inner)
    }

    private func variable(_ name: String, escaped: Bool, _ scope: Scope) throws(TemplateError) -> [Instruction] {
        if name.hasPrefix("t.") { return try text(named: String(name.dropFirst(2)), scope) }
        if name.hasPrefix("asset.") {
            guard let url = assets[name] else { throw scope.error("no asset is called \(name)") }
            return [.literal(Array(url.utf8))]
        }
        if let (path, format) = try formatted(name, scope) { return [.formatted(path, format)] }
        guard let (path, entry) = try resolve(name, scope) else { return [] }
        switch entry.kind {
        case .text, .integer, .decimal, .time, .flag:
            if !escaped, !isLenient {
                throw scope.error("{{{\(name)}}} is no markup; use two braces")
            }
            return [escaped ? .escaped(path) : .markup(path)]
        case .markup:
            if escaped {
                throw scope.error("{{\(name)}} is markup; use three braces")
            }
            return [.markup(path)]
        case .texts, .integers, .object, .list:
            if isLenient { return [] }
            throw scope.error("{{\(name)}} is a list or an object")
        }
    }

    /// The path of a tag such as `{{placeName:name}}` or `{{createdAt:date}}`, which the format must be able to show.
    private func formatted(_ tag: String, _ scope: Scope) throws(TemplateError) -> (ValuePath, ValueFormat)? {
        let parts = tag.split(separator: ":").map(String.init)
        guard parts.count == 2, let format = ValueFormat(rawValue: parts[1]) else { return nil }
        guard let (path, entry) = try resolve(parts[0], scope) else { return nil }
        guard format.canShow(entry.kind) else {
            throw scope.error("{{\(tag)}}: \(parts[0]) has no such format")
        }
        return (path, format)
    }

    private func section(
        _ name: String,
        inverted: Bool,
        _ children: [TemplateNode],
        _ scope: Scope
    ) throws(TemplateError) -> [Instruction] {
        if name.hasSuffix(":name"), !inverted {
            guard let (path, _) = try formatted(name, scope) else { return [] }
            var inner = scope
            inner.levels.append(.scalar(.text))
            let body = try merged(compile(children, inner))
            return texts.language == .korean ? [] : [.romanised(path, body)]
        }
        let (field, test) = Self.test(name)
        guard let (path, entry) = try resolve(field, scope) else {
            return inverted ? try compile(children, scope) : []
        }
        if let test, !entry.canPass(test) {
            throw scope.error("{{\(name)}} asks what is never so")
        }
        if inverted || test != nil {
            let body = try merged(compile(children, scope))
            return [.condition(path, test ?? .isTruthy, passes: !inverted, body)]
        }
        var inner = scope
        switch entry.kind {
        case .object(let model), .list(let model): inner.levels.append(.model(model.schema()))
        case .texts: inner.levels.append(.scalar(.text))
        case .integers: inner.levels.append(.scalar(.integer))
        case .flag: return [.condition(path, .isTruthy, passes: true, try merged(compile(children, scope)))]
        case .integer where !isLenient, .decimal where !isLenient:
            throw scope.error("{{#\(name)}} is a section over a number; use {{#\(name)?}}")
        case .text, .markup, .integer, .decimal, .time: inner.levels.append(.scalar(entry.kind))
        }
        return [.section(path, try merged(compile(children, inner)))]
    }

    /// The field that a section's name begins with, and what it asks of it: `photos?`, `kind=bookshop`, `title:hangul`.
    private static func test(_ name: String) -> (field: String, test: ValueTest?) {
        if name.hasSuffix("?") { return (String(name.dropLast()), .isTruthy) }
        if name.hasSuffix(":hangul") { return (String(name.dropLast(":hangul".count)), .hasHangul) }
        guard let equals = name.firstIndex(of: "=") else { return (name, nil) }
        let texts = name[name.index(after: equals)...].split(separator: "|", omittingEmptySubsequences: false)
        return (String(name[..<equals]), .isOne(of: texts.map(String.init)))
    }

    /// A text, or with `place-status.[status]` the one of whatever the field is.
    private func text(named key: String, _ scope: Scope) throws(TemplateError) -> [Instruction] {
        guard let open = key.firstIndex(of: "["), key.last == "]" else { return try text(key, scope) }
        guard let (path, entry) = try resolve(String(key[open...].dropFirst().dropLast()), scope),
            let choices = entry.choices
        else { throw scope.error("\(key) needs a field with known values") }
        var program: [Instruction] = []
        for choice in choices {
            let words = try text(key[..<open] + choice, scope)
            program.append(.condition(path, .isOne(of: [choice]), passes: true, words))
        }
        return program
    }

    private func text(_ key: String, _ scope: Scope) throws(TemplateError) -> [Instruction] {
        guard let text = texts[key] else {
            throw scope.error("no text is called \(key)")
        }
        switch text {
        case .plain(let parts): return try instructions(parts, of: key, scope)
        case .plural(let one, let other):
            guard let (path, entry) = try resolve("count", scope), case .integer = entry.kind else {
                throw scope.error("the plural \(key) needs an integer called count")
            }
            return [
                .plural(
                    path,
                    one: try instructions(one, of: key, scope),
                    other: try instructions(other, of: key, scope)
                )
            ]
        }
    }

    private func instructions(_ parts: [TextPart], of key: String, _ scope: Scope) throws(TemplateError)
        -> [Instruction]
    {
        var program: [Instruction] = []
        for part in parts {
            switch part {
            case .literal(let literal):
                var bytes: [UInt8] = []
                ValueText.appendEscaped(literal, to: &bytes)
                program.append(.literal(bytes))
            case .placeholder(let name, let format):
                guard let (path, entry) = try resolve(name, scope) else { continue }
                guard format.canShow(entry.kind) else {
                    throw scope.error("the text \(key) cannot show {\(name)} as \(format.rawValue)")
                }
                program.append(.formatted(path, format))
            }
        }
        return program
    }

    /// Finds a name in the innermost level that has it; from there a dotted name follows objects only.
    private func resolve(_ name: String, _ scope: Scope) throws(TemplateError) -> (ValuePath, Schema.Entry)? {
        if name == "." {
            if case .scalar(let kind)? = scope.levels.last {
                return (ValuePath(frame: scope.levels.count - 1, fields: []), Schema.Entry(name: name, kind: kind))
            }
            if isLenient { return nil }
            throw scope.error("{{.}} outside a list of texts")
        }
        let parts = name.split(separator: ".").map(String.init)
        for (frame, level) in scope.levels.enumerated().reversed() {
            guard case .model(let schema) = level, schema.index(of: parts.first ?? "") != nil else { continue }
            if let found = schema.path(parts[...]) { return (ValuePath(frame: frame, fields: found.0), found.1) }
            break
        }
        if isLenient { return nil }
        throw scope.error("{{\(name)}} is no field of \(names(scope.levels))")
    }

    private func names(_ levels: [Level]) -> String {
        levels.compactMap { if case .model(let schema) = $0 { schema.name } else { nil } }.joined(separator: ", ")
    }

    /// Joins neighbouring literals, so that rendering copies them in one step.
    private func merged(_ program: [Instruction]) -> [Instruction] {
        var result: [Instruction] = []
        for instruction in program {
            if case .literal(let bytes) = instruction, case .literal(let before)? = result.last {
                result[result.count - 1] = .literal(before + bytes)
            } else {
                result.append(instruction)
            }
        }
        return result
    }
}

/// One part of a template as written, before partials, texts and names are resolved.
indirect enum TemplateNode: Sendable {
    case text(String)
    case variable(name: String, escaped: Bool, line: Int)
    case section(name: String, inverted: Bool, children: [TemplateNode], line: Int)
    /// `indent` is the whitespace before a partial that stands alone on its line.
    case partial(name: String, indent: String, line: Int)
    case block(name: String, children: [TemplateNode])
    case parent(name: String, blocks: [String: [TemplateNode]], indent: String, line: Int)
}

/// An error in a template or text file, with its file and line.
struct TemplateError: Error, Equatable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let message: String

    package var description: String { "\(file):\(line): \(message)" }
}

/// Parses Mustache (the public specification's interpolation, sections, inverted sections, partials, comments and inheritance)
/// into nodes, with tags of our own. Some ask a question and render once, in the same context; with `^` where the answer is no:
/// `{{#photos?}}` where there are any, `{{#kind=bookshop}}…{{/kind}}` where the text is that (`state=a|b`: one of those),
/// `{{#title:hangul}}` where the text has Hangul. `{{on:date}}` shows a value as a placeholder `{on:date}` of a text does, and
/// `{{t.status.[status]}}` is the text of what a choice is. `{{title:name}}` is a Korean name in the reader's letters, and
/// `{{#title:name}}` renders once, with it as `{{.}}`, where those are others. Left out on purpose: set-delimiter tags (one
/// syntax everywhere), lambdas (templates hold no code) and dynamic names (every partial is checked at start).
struct TemplateParser {
    private let file: String
    private var tokens: [TemplateToken]
    private var position = 0

    static func parse(_ source: String, file: String) throws(TemplateError) -> [TemplateNode] {
        var parser = TemplateParser(file: file, tokens: try TemplateLexer.tokens(of: source, file: file))
        return try parser.nodes(until: nil)
    }

    private mutating func nodes(until opener: TemplateToken?) throws(TemplateError) -> [TemplateNode] {
        var nodes: [TemplateNode] = []
        while position < tokens.count {
            let token = tokens[position]
            position += 1
            switch token.kind {
            case .text: if !token.content.isEmpty { nodes.append(.text(token.content)) }
            case .comment: continue
            case .variable, .unescaped:
                nodes.append(.variable(name: token.content, escaped: token.kind == .variable, line: token.line))
            case .partial: nodes.append(.partial(name: token.content, indent: token.indent, line: token.line))
            case .section, .inverted:
                let children = try self.nodes(until: token)
                let inverted = token.kind == .inverted
                nodes.append(.section(name: token.content, inverted: inverted, children: children, line: token.line))
            case .block: nodes.append(.block(name: token.content, children: try self.nodes(until: token)))
            case .parent:
                let blocks = Self.blocks(in: try self.nodes(until: token))
                nodes.append(.parent(name: token.content, blocks: blocks, indent: token.indent, line: token.line))
            case .close:
                guard let opener, opener.content.prefix(while: { $0 != "=" }) == token.content else {
                    throw TemplateError(file: file, line: token.line, message: "{{/\(token.content)}} closes nothing")
                }
                return nodes
            }
        }
        if let opener {
            throw TemplateError(file: file, line: opener.line, message: "{{\(opener.content)}} is never closed")
        }
        return nodes
    }

    /// The blocks that a parent tag fills; anything else between its tags is ignored.
    private static func blocks(in nodes: [TemplateNode]) -> [String: [TemplateNode]] {
        var blocks: [String: [TemplateNode]] = [:]
        for case .block(let name, let children) in nodes { blocks[name] = children }
        return blocks
    }
}

/// A piece of template text or one tag.
struct TemplateToken {
    enum Kind {
        case text, variable, unescaped, section, inverted, close, comment, partial, block, parent
    }

    let kind: Kind
    /// The text, or the name inside the tag.
    var content: String
    let line: Int
    var indent = ""

    /// Tags that are removed with their line when they are alone on it.
    var mayStandAlone: Bool { kind != .text && kind != .variable && kind != .unescaped }
}

/// Splits a template into text and tags and applies Mustache's rule for tags alone on a line.
enum TemplateLexer {
    static func tokens(of source: String, file: String) throws(TemplateError) -> [TemplateToken] {
        var tokens: [TemplateToken] = []
        var rest = Substring(source)
        var line = 1
        while let open = rest.firstRange(of: "{{") {
            let text = rest[..<open.lowerBound]
            if !text.isEmpty { tokens.append(TemplateToken(kind: .text, content: String(text), line: line)) }
            line += text.utf8.count { $0 == UInt8(ascii: "\n") }
            rest = rest[open.upperBound...]
            let isTriple = rest.first == "{"
            guard let close = rest.firstRange(of: isTriple ? "}}}" : "}}") else {
                throw TemplateError(file: file, line: line, message: "a tag is never closed")
            }
            let inside = rest[..<close.lowerBound]
            tokens.append(try token(String(inside), line: line, file: file))
            line += inside.utf8.count { $0 == UInt8(ascii: "\n") }
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { tokens.append(TemplateToken(kind: .text, content: String(rest), line: line)) }
        return withoutStandaloneLines(tokens)
    }

    private static func token(_ inside: String, line: Int, file: String) throws(TemplateError) -> TemplateToken {
        let kinds: [Character: TemplateToken.Kind] = [
            "{": .unescaped, "&": .unescaped, "#": .section, "^": .inverted, "/": .close, "!": .comment,
            ">": .partial, "$": .block, "<": .parent,
        ]
        guard let first = inside.first, first != "=" else {
            throw TemplateError(file: file, line: line, message: "an empty tag or a set-delimiter tag")
        }
        let kind = kinds[first]
        let name = String(kind == nil ? Substring(inside) : inside.dropFirst()).trimmed
        if kind != .comment, name.isEmpty || name.contains(where: \.isWhitespace) || name.hasPrefix("*") {
            throw TemplateError(file: file, line: line, message: "{{\(inside)}} is no name")
        }
        return TemplateToken(kind: kind ?? .variable, content: name, line: line)
    }

    private static func withoutStandaloneLines(_ tokens: [TemplateToken]) -> [TemplateToken] {
        var result = tokens
        for index in tokens.indices where tokens[index].mayStandAlone {
            guard let indent = blankTail(before: index, in: tokens), let head = blankHead(after: index, in: tokens)
            else { continue }
            result[index].indent = indent
            if index > 0, tokens[index - 1].kind == .text {
                result[index - 1].content.removeLast(indent.count)
            }
            if index + 1 < tokens.count { result[index + 1].content.removeFirst(head.count) }
        }
        return result
    }

    /// The whitespace between the line's start and the tag, or nil where something else is there.
    private static func blankTail(before index: Int, in tokens: [TemplateToken]) -> String? {
        guard index > 0 else { return "" }
        let previous = tokens[index - 1]
        guard previous.kind == .text else { return nil }
        let tail = previous.content.reversed().prefix { !$0.isNewline }
        let startsLine = tail.count < previous.content.count || index == 1
        return startsLine && tail.allSatisfy(\.isWhitespace) ? String(tail.reversed()) : nil
    }

    /// The whitespace between the tag and the line's end, newline included, or nil where something else is there.
    private static func blankHead(after index: Int, in tokens: [TemplateToken]) -> String? {
        guard index + 1 < tokens.count else { return "" }
        let next = tokens[index + 1]
        guard next.kind == .text else { return nil }
        let head = next.content.prefix { !$0.isNewline }
        guard head.allSatisfy(\.isWhitespace) else { return nil }
        if head.count == next.content.count { return index + 2 == tokens.count ? String(head) : nil }
        return String(next.content.prefix(head.count + 1))
    }
}

/// Mustache indents every line of a partial that stands alone by the whitespace before its tag.
enum TemplateIndent {
    static func indented(_ nodes: [TemplateNode], by indent: String) -> [TemplateNode] {
        var atLineStart = true
        return indented(nodes, by: indent, &atLineStart)
    }

    private static func indented(
        _ nodes: [TemplateNode],
        by indent: String,
        _ atLineStart: inout Bool
    ) -> [TemplateNode] {
        var result: [TemplateNode] = []
        for node in nodes {
            switch node {
            case .text(let text):
                var indentedText = ""
                for character in text {
                    if atLineStart { indentedText += indent }
                    indentedText.append(character)
                    atLineStart = character.isNewline
                }
                result.append(.text(indentedText))
            case .section(let name, let inverted, let children, let line):
                let inner = indented(children, by: indent, &atLineStart)
                result.append(.section(name: name, inverted: inverted, children: inner, line: line))
            case .partial(let name, let own, let line):
                result.append(.partial(name: name, indent: atLineStart ? indent + own : own, line: line))
            case .variable, .block, .parent:
                if atLineStart { result.append(.text(indent)) }
                atLineStart = false
                result.append(node)
            }
        }
        return result
    }
}

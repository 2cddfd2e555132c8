/// Names and values in brackets, as JSON has them: on one line where they fit, else filled onto several.
indirect enum BracketedText {
    case word(String)
    /// Each item begins with its name and what separates that from its value; `""` in a list.
    case object([(name: String, value: BracketedText)])
    case list([BracketedText])

    private static let width = 112

    /// - Parameters:
    ///   - indent: of the line that it begins on.
    ///   - used: how many characters of that line stand before it.
    func text(indent: Int = 0, after used: Int = 0) -> String {
        let flat = self.flat
        if used + flat.count < Self.width { return flat }
        switch self {
        case .word: return flat
        case .list(let items) where items.count == 1: return "[\(items[0].text(indent: indent, after: used + 1))]"
        case .list(let items): return "[" + Self.lines(items.map { ("", $0) }, indent) + "]"
        case .object(let items): return "{" + Self.lines(items, indent) + "}"
        }
    }

    private var flat: String {
        switch self {
        case .word(let word): word
        case .list(let items): "[" + items.map(\.flat).joined(separator: ", ") + "]"
        case .object(let items):
            items.isEmpty ? "{}" : "{ " + items.map { $0.name + $0.value.flat }.joined(separator: ", ") + " }"
        }
    }

    private static func lines(_ items: [(name: String, value: BracketedText)], _ indent: Int) -> String {
        let margin = String(repeating: " ", count: indent + 2)
        var (lines, line) = ([String](), "")
        for (index, item) in items.enumerated() {
            let comma = index == items.count - 1 ? "" : ","
            let short = item.name + item.value.flat + comma
            if !line.isEmpty, margin.count + line.count + 1 + short.count <= width {
                line += " " + short
                continue
            }
            if !line.isEmpty { lines.append(margin + line) }
            line = short
            if margin.count + short.count > width {
                let start = margin.count + item.name.count
                lines.append(margin + item.name + item.value.text(indent: indent + 2, after: start) + comma)
                line = ""
            }
        }
        if !line.isEmpty { lines.append(margin + line) }
        return "\n" + lines.joined(separator: "\n") + "\n" + String(repeating: " ", count: indent)
    }
}

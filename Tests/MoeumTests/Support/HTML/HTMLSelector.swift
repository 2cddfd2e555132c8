import Testing

/// A small part of CSS selectors: a tag or `*`, `.class`, `#id`, `[name]`, `[name=value]`, `[name^=start]`, and a blank
/// between an ancestor and what is inside it. A value goes to the next closing bracket, or stands in double quotes.
struct HTMLSelector: ExpressibleByStringInterpolation, CustomStringConvertible {
    /// What one element has to be.
    private struct Compound {
        var tag: String?
        var conditions: [Condition] = []

        func matches(_ element: HTMLElement) -> Bool {
            (tag == nil || tag == element.name) && conditions.allSatisfy { $0.holds(of: element) }
        }
    }

    private enum Condition {
        case present(String)
        case equal(String, String)
        case prefix(String, String)
        case className(String)

        func holds(of element: HTMLElement) -> Bool {
            switch self {
            case .present(let name): element[name] != nil
            case .equal(let name, let value): element[name] == value
            case .prefix(let name, let start): element[name]?.hasPrefix(start) == true
            case .className(let name):
                element["class"]?.split(whereSeparator: \.isWhitespace).contains(name[...]) == true
            }
        }
    }

    /// From the outermost ancestor to the element itself; none where the text is no selector.
    private let compounds: [Compound]
    let description: String

    /// A text that is no selector fails the test: it would match nothing, which some tests want.
    init(stringLiteral text: String) {
        description = text
        do {
            var reader = Reader(rest: text.unicodeScalars[...])
            compounds = try reader.compounds()
        } catch {
            compounds = []
            Issue.record("not a selector: \(text)")
        }
    }

    func matches(_ element: HTMLElement, under ancestors: [HTMLElement]) -> Bool {
        guard let last = compounds.last, last.matches(element) else { return false }
        var missing = compounds.dropLast()
        for ancestor in ancestors.reversed() where missing.last?.matches(ancestor) == true { missing.removeLast() }
        return missing.isEmpty
    }

    private struct Reader {
        struct SyntaxError: Error {}

        var rest: Substring.UnicodeScalarView

        mutating func compounds() throws(SyntaxError) -> [Compound] {
            var compounds: [Compound] = []
            repeat { compounds.append(try compound()) } while takes(" ")
            guard rest.isEmpty else { throw SyntaxError() }
            return compounds
        }

        private mutating func compound() throws(SyntaxError) -> Compound {
            var compound = Compound()
            let isOfAnyTag = takes("*")
            if !isOfAnyTag, let first = rest.first, Self.isOfName(first) { compound.tag = try name() }
            while true {
                if takes(".") {
                    compound.conditions.append(.className(try name()))
                } else if takes("#") {
                    compound.conditions.append(.equal("id", try name()))
                } else if takes("[") {
                    compound.conditions.append(try attribute())
                } else {
                    break
                }
            }
            guard isOfAnyTag || compound.tag != nil || !compound.conditions.isEmpty else { throw SyntaxError() }
            return compound
        }

        private mutating func attribute() throws(SyntaxError) -> Condition {
            let name = try name()
            if takes("]") { return .present(name) }
            let isPrefix = takes("^")
            guard takes("=") else { throw SyntaxError() }
            let end: Unicode.Scalar = takes("\"") ? "\"" : "]"
            let value = rest.prefix { $0 != end }
            rest = rest[value.endIndex...]
            guard takes(end), end == "]" || takes("]") else { throw SyntaxError() }
            return isPrefix ? .prefix(name, String(value)) : .equal(name, String(value))
        }

        private mutating func name() throws(SyntaxError) -> String {
            let name = rest.prefix(while: Self.isOfName)
            guard !name.isEmpty else { throw SyntaxError() }
            rest = rest[name.endIndex...]
            return String(name)
        }

        private mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }

        private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_"
        }
    }
}

import RouterClient

/// A page of this site, or a part of one, as a browser reads it.
struct HTMLDocument: HTMLParentNode {
    let children: [HTMLNode]

    init(_ source: String) throws(HTMLSyntaxError) {
        var parser = HTMLParser(source)
        children = try parser.nodes()
    }
}

/// What holds text and elements. Selectors see what is inside it only.
protocol HTMLParentNode: Sendable {
    var children: [HTMLNode] { get }
}

enum HTMLNode: Sendable {
    case text(String)
    case element(HTMLElement)
}

extension HTMLParentNode {
    /// The text inside, white space as it is written; without scripts, styles and templates.
    var textContent: String {
        var content = ""
        for node in children {
            switch node {
            case .text(let text): content += text
            case .element(let element) where ["script", "style", "template"].contains(element.name): break
            case .element(let element): content += element.textContent
            }
        }
        return content
    }

    /// The text inside, white space folded to single blanks.
    var text: String {
        textContent.unicodeScalars.split { " \n\t\r\u{c}".unicodeScalars.contains($0) }.map { String($0) }
            .joined(separator: " ")
    }

    /// In the order of the page. What a template holds is not part of the page.
    func all(_ selector: HTMLSelector) -> [HTMLElement] {
        var found: [HTMLElement] = []
        collect(selector, under: [], into: &found)
        return found
    }

    /// - Parameter text: what the element says, white space folded; anything where nil.
    func first(_ selector: HTMLSelector, text: String? = nil) -> HTMLElement? {
        all(selector).first { text == nil || $0.text == text }
    }

    /// Whether there is such an element.
    func has(_ selector: HTMLSelector, text: String? = nil) -> Bool { first(selector, text: text) != nil }

    /// What the inputs of a name hold, in the order of the page.
    func values(of name: String) -> [String] { all("input[name=\(name)]").map { $0["value"] ?? "" } }

    private func collect(_ selector: HTMLSelector, under ancestors: [HTMLElement], into found: inout [HTMLElement]) {
        for case .element(let element) in children {
            if selector.matches(element, under: ancestors) { found.append(element) }
            if element.name == "template" { continue }
            element.collect(selector, under: ancestors + [element], into: &found)
        }
    }
}

extension TestResponse {
    /// The page or part of a page that was answered; an error where it is not well formed.
    var html: HTMLDocument { get throws { try HTMLDocument(text) } }
}

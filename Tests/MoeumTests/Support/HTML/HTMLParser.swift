/// Where a page is not what this server writes.
struct HTMLSyntaxError: Error, CustomStringConvertible {
    let reason: String
    /// From 1; the column in code points.
    let line: Int
    let column: Int

    var description: String { "line \(line), column \(column): \(reason)" }
}

/// Reads the HTML that this server writes, a strict part of the standard's: an element that is not void is closed by its
/// own end tag, and no attribute is there twice.
struct HTMLParser {
    private static let voidNames: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]

    private let bytes: [UInt8]
    private var position = 0
    /// The elements that are not closed yet with the places of their start tags; the first stands for the whole.
    private var open: [(element: HTMLElement, start: Int)] = [(HTMLElement(name: "", attributes: [:]), 0)]

    init(_ source: String) { bytes = Array(source.utf8) }

    mutating func nodes() throws(HTMLSyntaxError) -> [HTMLNode] {
        while position < bytes.count {
            if bytes[position] != UInt8(ascii: "<") {
                append(.text(decoded(upTo: { $0 == UInt8(ascii: "<") })))
            } else if takes("<!--") {
                try skip(past: "-->", "a comment is not closed")
            } else if takes("<!doctype") || takes("<!DOCTYPE") {
                try skip(past: ">", "the doctype is not closed")
            } else if takes("</") {
                try readEndTag()
            } else {
                try readStartTag()
            }
        }
        let last = open[open.count - 1]
        guard open.count == 1 else { throw error("<\(last.element.name)> is not closed", at: last.start) }
        return last.element.children
    }

    private mutating func readStartTag() throws(HTMLSyntaxError) {
        let start = position
        position += 1
        let name = try name()
        let attributes = try attributes(of: name)
        var isEmpty = Self.voidNames.contains(name)
        if takes("/") {
            isEmpty = isEmpty || name == "svg" || open.contains { $0.element.name == "svg" }
            guard isEmpty else { throw error("<\(name)/> closes nothing", at: start) }
        }
        guard takes(">") else { throw error("the tag <\(name) is not closed", at: start) }
        let element = HTMLElement(name: name, attributes: attributes)
        guard !isEmpty else { return append(.element(element)) }
        open.append((element, start))
        // The first line break of these belongs to their markup.
        if name == "textarea" || name == "pre" { _ = takes("\n") }
        if ["script", "style", "textarea", "title"].contains(name) { readText(of: name) }
    }

    /// The text of an element that cannot hold others.
    private mutating func readText(of name: String) {
        let end = Array("</\(name)".utf8)
        let start = position
        while position < bytes.count, bytes[position] != end[0] || !bytes[position...].starts(with: end) {
            position += 1
        }
        let isLiteral = name == "script" || name == "style"
        let content = bytes[start..<position]
        append(.text(isLiteral ? String(decoding: content, as: UTF8.self) : CharacterReferences.decoded(content)))
    }

    private mutating func readEndTag() throws(HTMLSyntaxError) {
        let start = position - 2
        let name = try name()
        guard takes(">") else { throw error("the tag </\(name) is not closed", at: start) }
        let last = open[open.count - 1].element.name
        guard open.count > 1 else { throw error("</\(name)> closes nothing", at: start) }
        guard last == name else { throw error("</\(name)> where <\(last)> is open", at: start) }
        append(.element(open.removeLast().element))
    }

    private mutating func attributes(of tag: String) throws(HTMLSyntaxError) -> [String: String] {
        var attributes: [String: String] = [:]
        while true {
            let end = position
            while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
            guard position < bytes.count else { throw error("the tag <\(tag) is not closed", at: position) }
            if bytes[position] == UInt8(ascii: ">") || bytes[position] == UInt8(ascii: "/") { return attributes }
            guard position > end else { throw error("no blank before an attribute", at: position) }
            let start = position
            let name = try name()
            guard attributes[name] == nil else { throw error("the attribute \(name) is there twice", at: start) }
            attributes[name] = takes("=") ? try value(of: name) : ""
        }
    }

    private mutating func value(of name: String) throws(HTMLSyntaxError) -> String {
        let start = position
        for quote in ["\"", "'"] where takes(quote) {
            let value = decoded(upTo: { $0 == quote.utf8.first })
            guard takes(quote) else { throw error("the value of \(name) is not closed", at: start) }
            return value
        }
        let value = decoded(upTo: { Self.isSpace($0) || "\"'<=>`".utf8.contains($0) })
        guard !value.isEmpty else { throw error("\(name)= without a value", at: start) }
        return value
    }

    /// The name of a tag or an attribute, as it is written.
    private mutating func name() throws(HTMLSyntaxError) -> String {
        let start = position
        while position < bytes.count, !Self.endsName(bytes[position]) { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic else {
            throw error(
                "a name is expected, not “\(String(decoding: bytes[start...].prefix(20), as: UTF8.self))”",
                at: start
            )
        }
        return name
    }

    private mutating func append(_ node: HTMLNode) { open[open.count - 1].element.children.append(node) }

    private mutating func takes(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func skip(past end: String, _ reason: String) throws(HTMLSyntaxError) {
        let start = position
        while !takes(end) {
            guard position < bytes.count else { throw error(reason, at: start) }
            position += 1
        }
    }

    private mutating func decoded(upTo isEnd: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
        return CharacterReferences.decoded(bytes[start..<position])
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xd).contains(byte) && byte != 0xb }

    private static func endsName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<")...UInt8(ascii: ">"), UInt8(ascii: "/"): true
        default: isSpace(byte)
        }
    }

    private func error(_ reason: String, at offset: Int) -> HTMLSyntaxError {
        let lines = bytes[..<offset].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let column = String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count + 1
        return HTMLSyntaxError(reason: reason, line: lines.count, column: column)
    }
}

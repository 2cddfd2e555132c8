/// The head of a part of a form: the field's name, and for a file the name that its sender gave it.
package struct MultipartHeader: Equatable {
    package let name: String
    /// The sender's name of the file, for display only. Nil for a field that is not a file.
    package let fileName: String?
    package let contentType: String?

    package init(name: String, fileName: String? = nil, contentType: String? = nil) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
    }

    /// Reads the lines of a part's head; nil where they do not name a field.
    package init?(head: String) {
        // Parameters are compared by name, which takes long for texts with many combining marks.
        guard !InvisibleCharacters.isUnsafeToCompose(head.unicodeScalars) else { return nil }
        var disposition: (value: String, parameters: [String: String])?
        var type: String?
        for line in head.split(separator: "\r\n").map(\.unicodeScalars) {
            // Parsers differ on other control characters, a bare line break too.
            guard line.allSatisfy({ $0 == "\t" || $0.value >= 0x20 }), let colon = line.firstIndex(of: ":") else {
                return nil
            }
            let value = Self.trimmed(line[colon...].dropFirst())
            switch String(line[..<colon]).lowercased() {
            case "content-disposition":
                guard disposition == nil else { return nil }
                disposition = Self.parsed(value)
            case "content-type": type = value
            default: break
            }
        }
        guard let disposition, disposition.value == "form-data", let name = disposition.parameters["name"],
            !name.isEmpty, name.utf8.count <= 200, !name.unicodeScalars.contains(where: Self.isControl)
        else { return nil }
        self.name = name
        fileName = disposition.parameters["filename"].map { name in
            String(String.UnicodeScalarView(name.unicodeScalars.filter { !Self.isControl($0) }))
        }
        contentType = type
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }

    /// `form-data; name="a"; filename="b"`: the value in lower case, the parameters by names in lower case. Nil for a repeated
    /// parameter or an unclosed quote.
    package static func parsed(_ header: String) -> (value: String, parameters: [String: String])? {
        // By scalars: to Swift, a quote with a combining mark is another character, to every other parser it is a quote.
        var rest = header.unicodeScalars[...]
        let value = trimmed(rest.prefix { $0 != ";" }).lowercased()
        rest = rest.drop { $0 != ";" }
        var parameters: [String: String] = [:]
        while rest.first == ";" {
            rest = rest.dropFirst().drop(while: isBlank)
            if rest.isEmpty { break }
            let name = trimmed(rest.prefix { $0 != "=" && $0 != ";" }).lowercased()
            rest = rest.drop { $0 != "=" && $0 != ";" }
            guard rest.first == "=" else { return nil }
            rest = rest.dropFirst()
            guard let parameter = parameterValue(&rest), parameters.updateValue(parameter, forKey: name) == nil else {
                return nil
            }
        }
        return rest.isEmpty ? (value, parameters) : nil
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    private static func trimmed(_ scalars: Substring.UnicodeScalarView) -> String {
        let start = scalars.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(start[...last])
    }

    private static func parameterValue(_ rest: inout Substring.UnicodeScalarView) -> String? {
        guard rest.first == "\"" else {
            let value = trimmed(rest.prefix { $0 != ";" })
            rest = rest.drop { $0 != ";" }
            return value
        }
        rest = rest.dropFirst()
        var value = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"":
                rest = rest.drop(while: isBlank)
                return unescaped(value)
            case "\\" where isEscape(before: rest): if let escaped = rest.popFirst() { value.append(escaped) }
            default: value.append(scalar)
            }
        }
        return nil
    }

    /// Whether a backslash escapes the next character. It does only before another backslash, and before a quote that is not
    /// the line's last character: some senders put a whole Windows path here, and browsers escape no backslash, not even the
    /// last of a name.
    private static func isEscape(before rest: Substring.UnicodeScalarView) -> Bool {
        rest.first == "\\" || (rest.first == "\"" && !rest.dropFirst().allSatisfy(isBlank))
    }

    /// The three escapes that browsers use in names (WHATWG HTML, "multipart/form-data encoding algorithm").
    private static func unescaped(_ text: String.UnicodeScalarView) -> String {
        var text = text
        for (escape, meaning) in [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")] {
            text.replace(escape.unicodeScalars, with: meaning.unicodeScalars)
        }
        return String(text)
    }
}

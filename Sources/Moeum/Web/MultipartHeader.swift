import Foundation

/// What stands above one part of a form: which field it is, and for a file what its sender calls it.
struct MultipartHeader: Equatable {
    let name: String
    /// What the sender calls the file; only ever shown. Nil for a field that is no file.
    let fileName: String?
    let contentType: String?

    init(name: String, fileName: String? = nil, contentType: String? = nil) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
    }

    /// Reads the lines of a part's head; nil where they do not name a field of a form.
    init?(head: String) {
        // Any other control character, a bare end of line too, would be read differently by somebody.
        guard head.allSatisfy({ $0 == "\r\n" || $0 == "\t" || $0.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
        else { return nil }
        var disposition: (value: String, parameters: [String: String])?
        var type: String?
        for line in head.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = String(line[line.index(after: colon)...]).trimmed
            switch line[..<colon].lowercased() {
            case "content-disposition":
                guard disposition == nil else { return nil }
                disposition = Self.parsed(value)
            case "content-type": type = value
            default: break
            }
        }
        guard let disposition, disposition.value == "form-data", let name = disposition.parameters["name"],
            Self.isPlain(name)
        else { return nil }
        self.name = name
        fileName = disposition.parameters["filename"].map { String($0.unicodeScalars.filter { $0.value >= 0x20 }) }
        contentType = type
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    /// `form-data; name="a"; filename="b"`: the value in small letters, the parameters by names in small letters. Nil
    /// where a parameter stands twice or a quote never closes.
    static func parsed(_ header: String) -> (value: String, parameters: [String: String])? {
        var rest = header[...]
        let value = String(rest.prefix { $0 != ";" }).trimmed.lowercased()
        rest = rest.drop { $0 != ";" }
        var parameters: [String: String] = [:]
        while rest.first == ";" {
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            if rest.isEmpty { break }
            let name = String(rest.prefix { $0 != "=" && $0 != ";" }).trimmed.lowercased()
            rest = rest.drop { $0 != "=" && $0 != ";" }
            guard rest.first == "=" else { return nil }
            rest = rest.dropFirst()
            guard let parameter = parameterValue(&rest), parameters.updateValue(parameter, forKey: name) == nil else {
                return nil
            }
        }
        return rest.isEmpty ? (value, parameters) : nil
    }

    private static func parameterValue(_ rest: inout Substring) -> String? {
        guard rest.first == "\"" else {
            let value = String(rest.prefix { $0 != ";" }).trimmed
            rest = rest.drop { $0 != ";" }
            return value
        }
        rest = rest.dropFirst()
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"":
                rest = rest.drop { $0 == " " || $0 == "\t" }
                return unescaped(value)
            // A backslash stands for itself but before these: some senders put a whole Windows path here.
            case "\\" where rest.first == "\"" || rest.first == "\\":
                if let escaped = rest.popFirst() { value.append(escaped) }
            default: value.append(character)
            }
        }
        return nil
    }

    /// The three escapes that browsers use in names (WHATWG HTML, "multipart/form-data encoding algorithm").
    private static func unescaped(_ text: String) -> String {
        text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}

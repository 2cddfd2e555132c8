/// A `multipart/form-data` body as a browser writes one (WHATWG HTML, "multipart/form-data encoding algorithm"), or with
/// whatever a test puts between its parts.
struct FormFixture {
    let boundary: String
    private(set) var bytes: [UInt8] = []

    init(boundary: String = "xyz") { self.boundary = boundary }

    var contentType: String { "multipart/form-data; boundary=\"\(boundary)\"" }

    /// With its last delimiter.
    var closed: [UInt8] { bytes + Array("--\(boundary)--\r\n".utf8) }

    mutating func add(_ name: String, fileName: String? = nil, type: String? = nil, _ content: some Sequence<UInt8>) {
        var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
        if let fileName { head += "; filename=\"\(Self.escaped(fileName))\"" }
        if let type { head += "\r\nContent-Type: \(type)" }
        bytes += Array("\(head)\r\n\r\n".utf8)
        bytes += content
        bytes += Array("\r\n".utf8)
    }

    mutating func add(_ name: String, _ value: String) { add(name, value.utf8) }

    /// Bytes as they are.
    mutating func add(raw text: String) { bytes += Array(text.utf8) }

    private static func escaped(_ name: String) -> String {
        var escaped = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": escaped += "%22"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

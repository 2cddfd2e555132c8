import CQRCode
import Foundation

/// A QR code drawn by the server, so that no other service sees the secret in it.
struct QRCode: Sendable {
    /// The text is too long for a QR code.
    struct Error: Swift.Error {}

    /// The white margin, in modules, that the standard demands.
    private static let quietZone = 4

    /// Rows from the top; true is dark.
    let modules: [[Bool]]

    /// With error correction of level M, so that a screen with a reflection can be read.
    package init(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else { throw Error() }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let data = code.pointee.data else { throw Error() }
        modules = (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
    }

    /// The picture for a template.
    func markup(title: String) -> Markup { Markup(Array(svg(title: title).utf8)) }

    /// Dark on white in every theme, because many apps read nothing else; without styles, which the content security policy
    /// would refuse.
    /// - Parameter title: names the picture for people who do not see it; unescaped.
    func svg(title: String) -> String {
        let size = modules.count + 2 * Self.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" width="\(size * 5)" \
            height="\(size * 5)" role="img" shape-rendering="crispEdges"><title>\(Self.escaped(title))</title>\
            <rect width="\(size)" height="\(size)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
            """
    }

    /// One rectangle for each run of dark modules in a row.
    private var path: String {
        var path = ""
        for (y, row) in modules.enumerated() {
            var x = 0
            while x < row.count {
                let length = row[x...].prefix { $0 }.count
                if length > 0 { path += "M\(x + Self.quietZone) \(y + Self.quietZone)h\(length)v1h-\(length)z" }
                x += max(length, 1)
            }
        }
        return path
    }

    private static func escaped(_ text: String) -> String {
        var output: [UInt8] = []
        ValueText.appendEscaped(text, to: &output)
        return String(decoding: output, as: UTF8.self)
    }
}

import Hummingbird

/// A decoded `application/x-www-form-urlencoded` body or query. Repeated fields keep their order; a field asked for
/// once gives its first value.
public struct Form: Sendable {
    /// Names and values as they came.
    let items: [(name: String, value: String)]
    private let values: [String: [String]]

    static let empty = Form(items: [])

    private init(items: [(name: String, value: String)]) {
        self.items = items
        values = Dictionary(grouping: items, by: \.name).mapValues { $0.map(\.value) }
    }

    public subscript(name: String) -> String? { values[name]?.first }

    public func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Reads the body of a request, at most 1 MiB of it.
    static func read(_ request: Request, _ context: AppRequestContext) async throws -> Form {
        var request = request
        guard request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
        else { throw Problem(status: .unsupportedMediaType, key: "bad-request") }
        let buffer = try await request.collectBody(upTo: context.maxUploadSize)
        guard let form = Form(String(buffer: buffer)) else { throw Problem.badRequest }
        return form
    }

    /// Nil when the text is no form: a broken escape, bytes that are no UTF-8, a NUL, or over 1,000 fields.
    init?(_ encoded: String) {
        var items: [(name: String, value: String)] = []
        let pairs = encoded.split(separator: "&")
        guard pairs.count <= 1_000 else { return nil }
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = parts.count == 2 ? Self.decoded(parts[1]) : ""
            else { return nil }
            items.append((name, value))
        }
        self.init(items: items)
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

import Foundation
import Hummingbird
import NIOCore
import NIOPosix

/// A decoded `application/x-www-form-urlencoded` body or query. Repeated fields keep their order; the subscript returns a
/// field's first value.
package struct Form: Sendable {
    /// Why the site refuses bytes as a form.
    package enum Error: Swift.Error, Equatable {
        /// A broken escape, or bytes that are not UTF-8.
        case malformed
        case tooManyFields
        /// A text that nobody types: with a pile of combining marks, or a NUL.
        case controlCharacter(field: String)

        /// In words for a person, at the field where there is one.
        package var problem: Problem {
            switch self {
            case .malformed: Problem(status: .badRequest, key: "malformed-form")
            case .tooManyFields: .tooLarge
            case .controlCharacter(let field):
                Problem(status: .unprocessableContent, key: "control-character", errors: [field: "control-character"])
            }
        }
    }

    /// Names and values in the order sent.
    package let items: [(name: String, value: String)]
    private let values: [String: [String]]

    package static let empty = Form(items: [])
    private static let maxFields = 1_000

    package init(items: [(name: String, value: String)]) {
        self.items = items
        values = Dictionary(grouping: items, by: \.name).mapValues { $0.map(\.value) }
    }

    package subscript(name: String) -> String? { values[name]?.first }

    package func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The size of all names and values; encoded by a browser they are at least as long, often three times.
    package var bytes: Int { items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } }

    /// The fields encoded as a browser sends them. Costs more than checking `bytes` first.
    package var encoded: String {
        items.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    /// The form with another value of one field.
    package func with(_ name: String, _ value: String) -> Form {
        Form(items: items.filter { $0.name != name } + [(name, value)])
    }

    /// Reads the body of a request, at most 1 MiB; throws the `Problem` for the client.
    package static func read(_ context: AppRequestContext) async throws -> Form {
        var request = context.request
        let type = request.headers[.contentType]?.parts(at: ";").first.map { String($0).trimmed.lowercased() }
        let fields = request.headers
        let hasBody = fields[.contentLength] ?? "0" != "0" || fields[.transferEncoding] != nil
        if type == nil, !hasBody { return .empty }
        guard type == "application/x-www-form-urlencoded" else {
            throw Problem(status: .unsupportedMediaType, key: "no-form")
        }
        // Checked first, so that a body that is too large is not even sent.
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > context.maxUploadSize {
            throw Problem.tooLarge
        }
        let buffer: ByteBuffer
        do { buffer = try await request.collectBody(upTo: context.maxUploadSize) } catch {
            // Also thrown for a body that broke off or has malformed chunks.
            throw Problem.from(error) ?? .badRequest
        }
        do { return try await reading(buffer.readableBytes) { try Form(buffer.readableBytesView) } } catch let error
            as Error
        {
            throw error.problem
        }
    }

    /// Reads few bytes on this thread, many on another: looking at each character of a megabyte takes tens of milliseconds, in
    /// which an event loop would serve nobody.
    static func reading<Value: Sendable>(
        _ bytes: Int,
        _ read: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        bytes <= maxOnLoop ? try read() : try await NIOThreadPool.singleton.runIfActive(read)
    }

    private static let maxOnLoop = 32_768

    /// - Parameter other: reads bytes that are not UTF-8; nil refuses them.
    package init(_ encoded: some Sequence<UInt8>, else other: ([UInt8]) -> String? = { _ in nil }) throws(Error) {
        let pairs = [UInt8](encoded).split(separator: UInt8(ascii: "&"), maxSplits: Self.maxFields)
        guard pairs.count <= Self.maxFields else { throw .tooManyFields }
        var items: [(name: String, value: String)] = []
        for pair in pairs {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0], else: other)
            let value = parts.count == 2 ? try Self.decoded(parts[1], else: other) : ""
            items.append(try Self.checked(name, value))
        }
        self.init(items: items)
    }

    /// A field of decoded bytes.
    static func checked(_ name: String, _ bytes: [UInt8]) throws(Error) -> (name: String, value: String) {
        guard let value = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        return try checked(name, value)
    }

    /// A field without the control characters that come with pasted texts, except NUL. Throws where nobody could have typed
    /// it.
    package static func checked(_ name: String, _ value: String) throws(Error) -> (name: String, value: String) {
        // Names are compared and hashed, which is slow for long texts with many combining marks.
        guard name.utf8.count <= maxNameLength, !isUntypable(name) else { throw .malformed }
        if InvisibleCharacters.isUnsafeToCompose(value.unicodeScalars) { throw .controlCharacter(field: name) }
        guard holdsControlCharacter(value) else { return (name, value) }
        return (name, value.replacingScalars { $0 == "\0" ? nil : controlReplacement($0) })
    }

    /// Slides, word processors and PDFs break lines with a vertical tab, a form feed or NEL; other control characters are no
    /// text.
    private static func controlReplacement(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x0B, 0x0C, 0x85: "\n"
        case 0x09, 0x0A, 0x0D: nil
        case 0x00...0x1F, 0x7F...0x9F: ""
        default: nil
        }
    }

    /// The first field with a NUL, which no text of a person has; nil where there is none.
    var fieldWithNUL: String? { items.first { $0.value.utf8.contains(0) }?.name }

    var withoutNUL: Form {
        fieldWithNUL == nil
            ? self : Form(items: items.map { ($0.name, $0.value.replacingScalars { $0 == "\0" ? "" : nil }) })
    }

    private static let maxNameLength = 200

    /// Whether nobody types such a text. To be checked before a text is compared, composed or counted.
    package static func isUntypable(_ text: String) -> Bool {
        holdsControlCharacter(text) || InvisibleCharacters.isUnsafeToCompose(text.unicodeScalars)
    }

    private static func decoded(
        _ encoded: ArraySlice<UInt8>,
        else other: ([UInt8]) -> String?
    ) throws(Error) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var rest = encoded.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(Hexadecimal.value),
                    let low = rest.next().flatMap(Hexadecimal.value)
                else {
                    throw .malformed
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) ?? other(bytes) else { throw .malformed }
        return text
    }

    private static func holdsControlCharacter(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0 == "\0" || controlReplacement($0) != nil }
    }
}

extension Request {
    /// The query of the address as a form, also in the encoding of old Korean sites; empty where it cannot be decoded.
    package var query: Form {
        let form = try? Form((uri.query ?? "").utf8) { KoreanEncoding.text($0) ?? String(decoding: $0, as: UTF8.self) }
        return form?.withoutNUL ?? .empty
    }
}

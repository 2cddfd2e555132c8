import Foundation

/// The rows of an API's answers that were saved as a file: `{"C004":{"total_count":"2","row":[{…}],"RESULT":{…}}}`, one or
/// several in an array.
final class JSONRegister {
    private static let codeKey = "CODE"
    /// Rows, and none.
    private static let acceptedCodes: Set<String> = ["INFO-000", "INFO-200"]

    private let file: RegisterFile
    private let input: OpenRegisterFile
    private let stream: JSONObjectStream
    private let required: [RegisterColumn]
    private var values: [String: String] = [:]

    /// Of the row, from 1.
    private(set) var number = 0
    private(set) var isWellFormed = true

    /// - Parameter required: a file whose first row lacks one of these is refused.
    init(_ file: RegisterFile, required: [RegisterColumn]) throws {
        let input = try file.open()
        (self.file, self.input, self.required) = (file, input, required)
        stream = JSONObjectStream { try input.read(into: $0) }
    }

    /// In bytes.
    var progress: (done: Int, of: Int) { (input.bytesRead, input.size) }

    /// Goes to the next row; false behind the last one.
    func next() throws -> Bool {
        while let object = try nextObject() {
            values = Self.values(of: object) ?? [:]
            if let code = values[Self.codeKey] {
                guard Self.acceptedCodes.contains(code) else {
                    throw file.error(.unreadable, "the API answered \(code.unicodeScalars.prefix(20))")
                }
                continue
            }
            isWellFormed = !values.isEmpty
            number += 1
            if number == 1 { try checkColumns() }
            return true
        }
        return false
    }

    func text(_ column: RegisterColumn) -> String? { column.names.lazy.compactMap { self.values[$0] }.first }

    private func nextObject() throws -> UnsafeRawBufferPointer? {
        do { return try stream.next() } catch let error as JSONObjectStream.Error {
            switch error {
            case .truncated: throw file.error(.truncated, "its JSON ends too early")
            case .malformed: throw file.error(.unreadable, "it is no JSON")
            case .tooLong: throw file.error(.unreadable, "row \(number + 1) is too long")
            }
        }
    }

    private func checkColumns() throws {
        let missing = required.filter { column in !column.names.contains { values.keys.contains($0) } }
        guard missing.isEmpty else {
            throw file.error(.columns, missing.map { $0.names.joined(separator: "/") }.joined(separator: ", "))
        }
    }

    /// Nil for what is no JSON. Values without a text or number are empty.
    private static func values(of object: UnsafeRawBufferPointer) -> [String: String]? {
        let json = try? JSONSerialization.jsonObject(with: Data(object)) as? [String: Any]
        return json?.mapValues { $0 as? String ?? ($0 as? Int).map(String.init) ?? "" }
    }
}

extension RegisterFile {
    /// Whether the file begins as JSON does.
    func isJSON() throws -> Bool {
        let input = try open()
        var beginning = [UInt8](repeating: 0, count: 256)
        let count = try beginning.withUnsafeMutableBytes { try input.read(into: $0) }
        let text = beginning.prefix(count).drop { $0 <= UInt8(ascii: " ") || [0xEF, 0xBB, 0xBF].contains($0) }
        return text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[")
    }
}

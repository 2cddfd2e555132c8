import Foundation

/// The innermost objects of an API's answers that were saved as a file, one after the other. The ones that hold a result's code
/// are checked and passed over.
final class RegisterJSON {
    private let file: RegisterFile
    private let input: OpenRegisterFile
    private let stream: JSONObjectStream
    private let codeKey: String
    private let acceptedCodes: Set<String>
    /// The object's texts and numbers by their keys, and an empty text for any other value; nil for what is no JSON.
    private(set) var values: [String: String]?
    /// Of the object, from 1.
    private(set) var number = 0

    /// - Parameters:
    ///   - codeKey: under which an answer tells whether it is one.
    ///   - acceptedCodes: a file with another one is refused.
    init(_ file: RegisterFile, codeKey: String, acceptedCodes: Set<String>) throws {
        let input = try file.open()
        (self.file, self.input, self.codeKey, self.acceptedCodes) = (file, input, codeKey, acceptedCodes)
        stream = JSONObjectStream { try input.read(into: $0) }
    }

    /// In bytes.
    var progress: (done: Int, of: Int) { (input.bytesRead, input.size) }

    /// Goes to the next object; false behind the last one.
    func next() throws -> Bool {
        while let object = try nextObject() {
            values = Self.values(of: object)
            guard let code = values?[codeKey]?.trimmed, !code.isEmpty else {
                number += 1
                return true
            }
            guard acceptedCodes.contains(code) else {
                throw file.error(.unreadable, "the API answered \(code.unicodeScalars.prefix(20))")
            }
        }
        return false
    }

    private func nextObject() throws -> UnsafeRawBufferPointer? {
        do { return try stream.next() } catch let error as JSONObjectStream.Error {
            switch error {
            case .truncated: throw file.error(.truncated, "its JSON ends too early")
            case .malformed: throw file.error(.unreadable, "it is no JSON")
            case .tooLong: throw file.error(.unreadable, "row \(number + 1) is too long")
            }
        }
    }

    private static func values(of object: UnsafeRawBufferPointer) -> [String: String]? {
        let json = try? JSONSerialization.jsonObject(with: Data(object)) as? [String: Any]
        return json?.mapValues { $0 as? String ?? ($0 as? NSNumber)?.stringValue ?? "" }
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

import Foundation

/// The value of an audited state. The log keeps it as an object of names and texts: numbers and times (milliseconds) are texts
/// too, and nil values are left out.
protocol AuditedValue: Codable, Equatable, Sendable {}

extension AuditedValue {
    /// Unknown names are ignored; nil where the state is no value of this type.
    init?(_ state: AuditEntry.State) { self.init(text: AuditedValues.text(state)) }

    /// From a state as the log keeps it.
    init?(text: String) {
        guard let value = try? AuditedValues.decoder.decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = value
    }
}

/// The encoding of states in the log: JSON with sorted names.
enum AuditedValues {
    fileprivate static let decoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            guard let time = Int64(try String(from: decoder)) else {
                throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no time"))
            }
            return Date(milliseconds: time)
        }
        return decoder
    }()

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { time, encoder in try String(time.milliseconds).encode(to: encoder) }
        return encoder
    }()

    static func text(_ state: some Encodable) -> String {
        guard let bytes = try? encoder.encode(state) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func state(_ text: String) -> AuditEntry.State {
        (try? decoder.decode(AuditEntry.State.self, from: Data(text.utf8))) ?? [:]
    }
}

/// A flag: `yes`, or nil.
enum AuditedFlag: String, Codable {
    case yes = "1"
}

/// A number that the log keeps as a text.
@propertyWrapper
struct AuditedNumber<Number: LosslessStringConvertible & Equatable & Sendable>: Codable, Equatable, Sendable {
    var wrappedValue: Number?

    init(wrappedValue: Number?) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws { wrappedValue = Number(try String(from: decoder)) }

    func encode(to encoder: any Encoder) throws { try wrappedValue?.description.encode(to: encoder) }
}

// The synthesised coding would fail where the name is missing, and write null for nil.
extension KeyedDecodingContainer {
    func decode<Number>(_ type: AuditedNumber<Number>.Type, forKey key: Key) throws -> AuditedNumber<Number> {
        try decodeIfPresent(type, forKey: key) ?? AuditedNumber(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Number>(_ number: AuditedNumber<Number>, forKey key: Key) throws {
        try encodeIfPresent(number.wrappedValue?.description, forKey: key)
    }
}

/// Values by the names of an enumeration; unknown names are ignored.
struct AuditedDictionary<Name, Value>: AuditedValue
where Name: RawRepresentable<String> & Hashable & Sendable, Value: Codable & Equatable & Sendable {
    var values: [Name: Value]

    init(_ values: [Name: Value] = [:]) { self.values = values }

    init(from decoder: any Decoder) throws {
        let pairs = try [String: Value](from: decoder).compactMap { name, value in
            Name(rawValue: name).map { ($0, value) }
        }
        values = Dictionary(uniqueKeysWithValues: pairs)
    }

    func encode(to encoder: any Encoder) throws {
        try Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) }).encode(to: encoder)
    }
}

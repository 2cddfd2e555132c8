import Foundation

/// One value of an archive's row, for JSON, CSV and the schema.
enum ArchiveValue: Sendable, Equatable {
    case nothing
    case text(String)
    case integer(Int64)
    case decimal(Double)
    case flag(Bool)
    /// RFC 3339 in UTC with milliseconds.
    case time(Date)
    case texts([String])

    /// The type of a column, as the schema names it.
    enum Kind: String, CaseIterable, Sendable {
        case text, integer, decimal, flag, time, texts
    }

    /// Appends it as JSON.
    func append(to output: inout [UInt8]) {
        switch self {
        case .nothing: output.append(contentsOf: "null".utf8)
        case .text(let text): JSONRepresentation.append(text, to: &output)
        case .integer(let number): output.append(contentsOf: String(number).utf8)
        case .decimal(let number): output.append(contentsOf: (ValueText.decimal(number) ?? "null").utf8)
        case .flag(let flag): output.append(contentsOf: (flag ? "true" : "false").utf8)
        case .time(let date): JSONRepresentation.append(SeoulTime(date).rfc3339, to: &output)
        case .texts(let texts):
            output.append(UInt8(ascii: "["))
            for (index, text) in texts.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                JSONRepresentation.append(text, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
    }

    /// The value in CSV; several texts are on a line each.
    var cell: CSVWriter.Cell {
        switch self {
        case .nothing: .nothing
        case .text(let text): .text(text)
        case .integer(let number): .number(String(number))
        case .decimal(let number): .number(ValueText.decimal(number) ?? "")
        case .flag(let flag): .text(flag ? "true" : "false")
        case .time(let date): .text(SeoulTime(date).rfc3339)
        case .texts(let texts): .text(texts.joined(separator: "\n"))
        }
    }
}

/// An imported row: the values of known columns, by name and type.
struct ArchiveRecord: DecodableWithConfiguration {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private enum Value: Decodable {
        case nothing
        case flag(Bool)
        case integer(Int64)
        case decimal(Double)
        case text(String)
        case texts([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .nothing
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Int64.self) {
                self = .integer(number)
            } else if let number = try? container.decode(Double.self) {
                self = .decimal(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .texts(try container.decode([String].self))
            }
        }

        /// All texts of the value.
        var texts: [String] {
            switch self {
            case .nothing, .flag, .integer, .decimal: []
            case .text(let text): [text]
            case .texts(let texts): texts
            }
        }
    }

    /// A text that no form of the site would accept.
    private struct UnfitText: Error {}

    private let values: [String: Value]

    /// - Parameter columns: the known columns; an archive may have any number of others.
    init(from decoder: any Decoder, configuration columns: [ArchivePart.Column]) throws {
        let container = try decoder.container(keyedBy: Name.self)
        var values: [String: Value] = [:]
        for column in columns {
            let value = try container.decodeIfPresent(Value.self, forKey: Name(stringValue: column.name))
            guard value?.texts.allSatisfy(column.takes) != false else { throw UnfitText() }
            values[column.name] = value
        }
        self.values = values
    }

    /// Nil for a row that is no JSON, or has a value of the wrong type.
    init?(_ row: [UInt8], of part: ArchivePart) {
        guard ArchiveText.isSafe(row),
            let record = try? JSONDecoder().decode(Self.self, from: Data(row), configuration: part.columns)
        else { return nil }
        self = record
    }

    /// Nil where the row has no text of that name.
    func text(_ name: String) -> String? {
        guard case .text(let text)? = values[name] else { return nil }
        return text
    }

    func integer(_ name: String) -> Int64? {
        guard case .integer(let number)? = values[name] else { return nil }
        return number
    }

    /// A number, whole or not.
    func decimal(_ name: String) -> Double? {
        if case .decimal(let number)? = values[name] { return number }
        return integer(name).map(Double.init)
    }

    func flag(_ name: String) -> Bool? {
        guard case .flag(let flag)? = values[name] else { return nil }
        return flag
    }

    func time(_ name: String) -> Date? {
        text(name).flatMap { try? Date($0, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
    }

    func texts(_ name: String) -> [String]? {
        guard case .texts(let texts)? = values[name] else { return nil }
        return texts
    }
}

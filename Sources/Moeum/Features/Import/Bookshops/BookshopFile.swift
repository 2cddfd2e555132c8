import Foundation

/// A list of bookshops as an operator downloaded it, or an API's answers: CSV of UTF-8 or CP949, or JSON.
struct BookshopFile: Sendable {
    /// Which list it is, by the names of its columns.
    enum Form: Sendable, CaseIterable {
        /// The file of the culture register: hours in columns of their own.
        case culture
        /// The same register's API: hours in one free text.
        case cultureAPI
        /// Seoul's `TbSlibBookstoreInfo`.
        case seoul

        /// Without these it is none.
        var required: [String] {
            switch self {
            case .culture: ["ESNTL_ID", "FCLTY_NM", "FCLTY_ROAD_NM_ADDR"]
            case .cultureAPI: ["TITLE", "ADDRESS"]
            case .seoul: ["STORE_SEQ_NO", "STORE_NAME", "ADRES"]
            }
        }

        /// A key of the `sources` table.
        var source: String {
            switch self {
            case .culture, .cultureAPI: "kcisa-bookshops"
            case .seoul: "seoul-bookshops"
            }
        }
    }

    struct Row: Sendable, Equatable {
        /// From 1, the header's; in JSON the number of the row.
        let line: Int
        /// Tidy, by the names of their columns; nothing where nothing is known.
        let values: [String: String]
        /// Columns whose texts cannot be read.
        var unread: [String] = []
        /// Whether it has as many fields as the header.
        var isWellFormed = true
    }

    let form: Form
    let rows: [Row]

    /// - Throws: `RegisterFile.Error` where the file cannot be taken whole.
    init(_ file: RegisterFile) throws {
        let (names, rows) = try file.isJSON() ? Self.answers(in: file) : Self.table(in: file)
        guard let form = Form.allCases.first(where: { names.isSuperset(of: $0.required) }) else {
            let forms = Form.allCases.map { $0.required.joined(separator: "/") }
            throw file.error(.columns, "of a list of bookshops: \(forms.joined(separator: ", or "))")
        }
        (self.form, self.rows) = (form, rows)
    }

    // MARK: CSV

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func table(in file: RegisterFile) throws -> (Set<String>, [Row]) {
        guard let korean = KoreanDecoder() else { throw file.error(.unreadable, "the system does not know CP949") }
        let input = try file.open()
        let stream = CSVStream { try input.read(into: $0) }
        try file.check(try stream.lookAhead())
        if try stream.lookAhead().starts(with: byteOrderMark) { stream.skip(byteOrderMark.count) }
        let first = try stream.lookAhead()
        // The last line may be cut within a character.
        let lines = first[..<(first.lastIndex(of: UInt8(ascii: "\n")) ?? first.endIndex)]
        let decoder = String(validating: lines, as: UTF8.self) == nil ? korean : nil
        guard try next(stream, file) else { throw file.error(.truncated, "it is empty") }
        let width = stream.fieldCount
        let header = (0..<width).map { index in text(stream, index, decoder).map(\.trimmed) ?? "" }
        var rows: [Row] = []
        while try next(stream, file) {
            if !stream.isTerminated, stream.fieldCount < width {
                throw file.error(.truncated, "it ends in the middle of line \(stream.line)")
            }
            let texts = header.indices.map { (header[$0], text(stream, $0, decoder)) }
            var row = row(stream.line, texts)
            row.isWellFormed = stream.fieldCount == width && !stream.isMalformed
            rows.append(row)
        }
        return (Set(header), rows)
    }

    private static func next(_ stream: CSVStream, _ file: RegisterFile) throws -> Bool {
        do {
            return try stream.next()
        } catch CSVStream.Error.unclosedQuote(let line) {
            throw file.error(.truncated, "a quote opens in line \(line) and never closes")
        } catch CSVStream.Error.longRow(let line) {
            throw file.error(.unreadable, "line \(line) is too long")
        }
    }

    /// - Parameter decoder: for CP949; nil for UTF-8.
    private static func text(_ stream: CSVStream, _ index: Int, _ decoder: KoreanDecoder?) -> String? {
        let bytes = stream.bytes(of: index)
        guard bytes.count <= ImportText.maxLength else { return nil }
        let text = decoder.map { $0.text(bytes) } ?? String(validating: bytes, as: UTF8.self)
        return stream.hasDoubledQuotes(index) ? text.map(RegisterTable.withSingleQuotes) : text
    }

    private static func row(_ line: Int, _ texts: [(name: String, text: String?)]) -> Row {
        var values: [String: String] = [:]
        var unread: [String] = []
        for (name, text) in texts {
            guard let value = text.flatMap(ImportText.tidy) else {
                unread.append(name)
                continue
            }
            if !value.isEmpty, values[name] == nil { values[name] = value }
        }
        return Row(line: line, values: values, unread: unread)
    }

    // MARK: JSON

    private static let resultCode = "resultCode"
    private static let acceptedCodes: Set<String> = ["0000", "0", "00", "NORMAL_SERVICE", "NORMAL SERVICE"]

    private static func answers(in file: RegisterFile) throws -> (Set<String>, [Row]) {
        let input = try file.open()
        let stream = JSONObjectStream { try input.read(into: $0) }
        var (names, rows): (Set<String>, [Row]) = ([], [])
        while let object = try next(stream, file) {
            let json = try? JSONSerialization.jsonObject(with: Data(object)) as? [String: Any]
            guard let json else { throw file.error(.unreadable, "it is no JSON") }
            if let code = (json[resultCode] as? String)?.trimmed {
                guard acceptedCodes.contains(code) else {
                    throw file.error(.unreadable, "the API answered \(code.unicodeScalars.prefix(20))")
                }
                continue
            }
            guard Form.allCases.contains(where: { form in form.required.contains { json[$0] != nil } }) else {
                continue
            }
            names.formUnion(json.keys)
            rows.append(row(rows.count + 1, json.map { ($0.key, value($0.value)) }))
        }
        return (names, rows)
    }

    private static func next(_ stream: JSONObjectStream, _ file: RegisterFile) throws -> UnsafeRawBufferPointer? {
        do { return try stream.next() } catch let error as JSONObjectStream.Error {
            switch error {
            case .truncated: throw file.error(.truncated, "its JSON ends too early")
            case .malformed: throw file.error(.unreadable, "it is no JSON")
            case .tooLong: throw file.error(.unreadable, "a row of it is too long")
            }
        }
    }

    private static func value(_ value: Any) -> String {
        value as? String ?? (value as? NSNumber).map(\.stringValue) ?? ""
    }
}

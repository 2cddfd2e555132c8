import Foundation

/// Reads places from a CSV file with the columns of `Data/`.
package struct FileImport: Sendable {
    /// A refused row: its line, its source and the reason.
    package struct Rejection: Sendable, Equatable {
        package let line: Int
        package let source: String
        package let rejection: ImportRejection
    }

    /// A field that cannot be read, without which its row is taken.
    package struct UnreadField: Sendable, Equatable, CustomStringConvertible {
        let line: Int
        let field: String
        let value: String
        /// What is wrong with it.
        let words: String

        package var description: String { "line \(line): \(field) “\(value)” \(words); the row is taken without it" }
    }

    /// The contents of a file.
    package struct Content: Sendable {
        var records: [PlaceRecord] = []
        package var rejections: [Rejection] = []
        package var unreadFields: [UnreadField] = []
    }

    /// The whole file is invalid.
    package struct Error: Swift.Error, CustomStringConvertible {
        package let description: String
    }

    /// Seoul and its surroundings, in degrees.
    static let latitudes = 37.4...37.75
    static let longitudes = 126.7...127.25

    private static let required = ["source_key", "kind", "name", "district"]

    let districts: Districts
    /// The source of rows that name none.
    let source: SourceReference
    /// The known dong, and positions for places without one.
    var dongs: DongTable?

    func read(_ text: String) throws -> Content {
        let rows: [CSVReader.Row]
        do { rows = try CSVReader.rows(of: text) } catch { throw Error(description: error.description) }
        guard let header = rows.first?.fields.map(\.trimmed) else { throw Error(description: "the file is empty") }
        let missing = Self.required.filter { !header.contains($0) }
        guard missing.isEmpty else {
            throw Error(description: "the header lacks \(missing.joined(separator: ", "))")
        }
        var content = Content()
        var keys: Set<String> = []
        for row in rows.dropFirst() {
            var unread = Unread(line: row.line)
            var values: [String: String] = [:]
            for (field, text) in zip(header, row.fields) {
                guard let value = ImportText.tidy(text) else {
                    unread.record(field, String(text.unicodeScalars.prefix(40)), "is too long, or no text")
                    continue
                }
                if !value.isEmpty, values[field] == nil { values[field] = value }
            }
            do throws(ImportRejection) {
                guard row.fields.count <= header.count else {
                    throw unread.rejection(
                        .malformed,
                        "\(counted(row.fields.count, "field")) under a header of \(header.count)"
                    )
                }
                let record = try record(values, &unread)
                guard keys.insert("\(record.source.source) \(record.key)").inserted else {
                    throw unread.rejection(.repeated, "source_key \(record.key) stands twice")
                }
                content.records.append(record)
                content.unreadFields += unread.fields
            } catch {
                let source = values["source"] ?? source.source
                content.rejections.append(Rejection(line: row.line, source: source, rejection: error))
            }
        }
        return content
    }

    /// One row: its fields that cannot be read, or why it is refused.
    private struct Unread {
        let line: Int
        var fields: [UnreadField] = []

        mutating func record(_ field: String, _ value: String, _ words: String) {
            fields.append(UnreadField(line: line, field: field, value: value, words: words))
        }

        func rejection(_ reason: ImportRejection.Reason, _ words: String) -> ImportRejection {
            ImportRejection(row: "line \(line)", reason: reason, words: words)
        }

        /// The field as `read` has it; where that is nil, it is noted.
        mutating func value<Value>(
            _ field: String,
            of values: [String: String],
            _ words: String,
            _ read: (String) -> Value?
        ) -> Value? {
            guard let text = values[field] else { return nil }
            if let value = read(text) { return value }
            record(field, text, words)
            return nil
        }
    }

    private func record(_ values: [String: String], _ unread: inout Unread) throws(ImportRejection) -> PlaceRecord {
        guard let key = values["source_key"] else { throw unread.rejection(.missing, "source_key is empty") }
        guard let name = values["name"] else { throw unread.rejection(.missing, "name is empty") }
        guard let kind = values["kind"].flatMap({ Place.Kind(rawValue: $0) }) else {
            throw unread.rejection(.unknownKind, "kind is neither restaurant nor bookshop")
        }
        guard let district = values["district"].flatMap({ districts[slug: $0] ?? districts[name: $0] }) else {
            throw unread.rejection(.unknownDistrict, "district \(values["district"] ?? "") is none of Seoul's")
        }
        let asOf = unread.value("as_of", of: values, "is neither a day, a month nor a year") { text in
            PartialDay.isValid(text) ? text : ImportText.day(text)
        }
        let reference = SourceReference(source: values["source"] ?? source.source, asOf: asOf ?? source.asOf)
        var record = PlaceRecord(
            source: reference,
            key: key,
            kind: kind,
            name: name,
            category: values["category"] ?? kind.rawValue,
            district: district.slug
        )
        record.roadAddress = values["road_address"]
        record.lotAddress = values["lot_address"]
        record.dong = Address.legalDong(road: record.roadAddress, lot: record.lotAddress)
        record.phone = unread.value("phone", of: values, "is no number of a business", PhoneNumber.normalized)
        record.menu = values["menu"]
        record.description = values["description"]
        record.link = values["link"]
        record.designatedOn = unread.value("designated_on", of: values, "is no day", ImportText.day)
        record.hoursText = values["hours"]
        record.position = position(values, &unread)
        dongs?.locate(&record)
        return record
    }

    private func position(_ values: [String: String], _ unread: inout Unread) -> Place.Position? {
        func degrees(_ field: String, _ range: ClosedRange<Double>) -> Double? {
            unread.value(field, of: values, "is no position in Seoul") { text in
                Double(ImportText.plain(text)).flatMap { range.contains($0) ? $0 : nil }
            }
        }
        let (latitude, longitude) = (degrees("lat", Self.latitudes), degrees("lon", Self.longitudes))
        let precision = unread.value("precision", of: values, "is none of exact, road, dong") {
            Place.Precision(rawValue: $0)
        }
        for (field, other) in [("lat", "lon"), ("lon", "lat")] where values[other] == nil {
            if let text = values[field] { unread.record(field, text, "has no \(other) beside it") }
        }
        guard let latitude, let longitude else { return nil }
        // A position of unknown precision would be taken for an exact one.
        guard let level = precision ?? (values["precision"] == nil ? .exact : nil) else { return nil }
        return Place.Position(latitude: latitude, longitude: longitude, precision: level)
    }
}

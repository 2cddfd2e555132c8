import Foundation

/// Reads places from a CSV file with the columns of `Data/`.
package struct FileImport: Sendable {
    /// A refused row: its line, its source and the reason.
    package struct Refusal: Sendable, Equatable {
        package let line: Int
        package let source: String
        package let refusal: ImportRefusal
    }

    /// The contents of a file.
    package struct Content: Sendable {
        var records: [PlaceRecord] = []
        package var refusals: [Refusal] = []
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
    let dongs: DongTable?

    package init(districts: Districts, source: SourceReference, dongs: DongTable? = nil) {
        self.districts = districts
        self.source = source
        self.dongs = dongs
    }

    package func read(_ text: String) throws -> Content {
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
            let fields = row.fields.map(ImportText.tidy)
            let values = Dictionary(zip(header, fields)) { first, _ in first }
                .compactMapValues { $0?.isEmpty == true ? nil : $0 }
            do throws(Reason) {
                if fields.contains(nil) { throw Reason(.malformed, "a field is too long, or no text") }
                guard row.fields.count <= header.count else {
                    throw Reason(.malformed, "\(row.fields.count) fields stand under a header of \(header.count)")
                }
                let record = try record(values)
                guard keys.insert("\(record.source.source) \(record.key)").inserted else {
                    throw Reason(.repeated, "source_key \(record.key) stands twice")
                }
                content.records.append(record)
            } catch {
                let refusal = ImportRefusal(row: "line \(row.line)", reason: error.reason, words: error.words)
                let source = values["source"] ?? source.source
                content.refusals.append(Refusal(line: row.line, source: source, refusal: refusal))
            }
        }
        return content
    }

    /// Why a row is refused, without its line.
    private struct Reason: Swift.Error {
        let reason: ImportRefusal.Reason
        let words: String

        init(_ reason: ImportRefusal.Reason, _ words: String) {
            self.reason = reason
            self.words = words
        }
    }

    private func record(_ values: [String: String]) throws(Reason) -> PlaceRecord {
        guard let key = values["source_key"] else { throw Reason(.missing, "source_key is empty") }
        guard let name = values["name"] else { throw Reason(.missing, "name is empty") }
        guard let kind = values["kind"].flatMap({ Place.Kind(rawValue: $0) }) else {
            throw Reason(.unknownKind, "kind is neither restaurant nor bookshop")
        }
        guard let district = values["district"].flatMap({ districts[slug: $0] ?? districts[name: $0] }) else {
            throw Reason(.unknownDistrict, "district \(values["district"] ?? "") is none of Seoul's")
        }
        let reference = SourceReference(
            source: values["source"] ?? source.source,
            asOf: values["as_of"] ?? source.asOf
        )
        guard PartialDay.isValid(reference.asOf) else {
            throw Reason(.badDate, "as_of is neither a day, a month nor a year")
        }
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
        record.phone = values["phone"].flatMap(PhoneNumber.normalized)
        record.menu = values["menu"]
        record.description = values["description"]
        record.link = values["link"]
        record.designatedOn = values["designated_on"].flatMap(ImportText.day)
        record.hoursText = values["hours"]
        record.position = try position(values["lat"], values["lon"], values["precision"])
        dongs?.locate(&record)
        return record
    }

    private func position(
        _ latitude: String?,
        _ longitude: String?,
        _ precision: String?
    ) throws(Reason) -> Place.Position? {
        guard latitude != nil || longitude != nil else { return nil }
        guard let latitude = latitude.flatMap(Double.init), let longitude = longitude.flatMap(Double.init),
            Self.latitudes.contains(latitude), Self.longitudes.contains(longitude)
        else { throw Reason(.badPosition, "lat and lon are no position in Seoul") }
        guard let level = Place.Precision(rawValue: precision ?? "exact") else {
            throw Reason(.badPosition, "precision is none of exact, road, dong")
        }
        return Place.Position(latitude: latitude, longitude: longitude, precision: level)
    }
}

/// Normalises the texts of all sources.
enum ImportText {
    /// The greatest length of a fact, in bytes.
    static let maxLength = 4_096

    /// NFC, single spaces, no control characters, trimmed. Nil for a text that is no fact of a place, and for one that would be
    /// slow to compose.
    static func tidy(_ text: String) -> String? {
        guard text.utf8.count <= maxLength, !InvisibleCharacters.isUnsafeToCompose(text.unicodeScalars) else {
            return nil
        }
        let words = text.precomposedStringWithCanonicalMapping.unicodeScalars
            .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
        return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }

    /// A day in the form `yyyy-MM-dd`, from that or from `yyyyMMdd`; nil for anything else.
    static func day(_ text: String) -> String? {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        guard digits.count == 8, digits.count == text.filter({ $0 != "-" }).count else { return nil }
        let day = "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
        return SeoulTime.isDay(day) ? day : nil
    }
}

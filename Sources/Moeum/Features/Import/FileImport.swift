import Foundation

/// Reads places from a CSV file: the schema of `Data/` and of `moeum import file`.
public struct FileImport: Sendable {
    /// A row that cannot be taken, and why.
    public struct Refusal: Sendable, Equatable {
        public let line: Int
        public let reason: String
    }

    /// What a file holds.
    public struct Content: Sendable {
        public var records: [PlaceRecord] = []
        public var refusals: [Refusal] = []
    }

    /// The file as a whole is of no use.
    public struct Fault: Error, CustomStringConvertible {
        public let description: String
    }

    /// Seoul and a little around it, in degrees.
    static let latitudes = 37.4...37.75
    static let longitudes = 126.7...127.25

    private static let required = ["source_key", "kind", "name", "category", "district"]

    let districts: Districts
    /// For rows that name no source of their own.
    let source: SourceReference

    public init(districts: Districts, source: SourceReference) {
        self.districts = districts
        self.source = source
    }

    public func read(_ text: String) throws -> Content {
        let rows: [CSVReader.Row]
        do { rows = try CSVReader.rows(of: text) } catch { throw Fault(description: error.description) }
        guard let header = rows.first?.fields.map(\.trimmed) else { throw Fault(description: "the file is empty") }
        let missing = Self.required.filter { $0 != "category" && !header.contains($0) }
        guard missing.isEmpty else {
            throw Fault(description: "the header lacks \(missing.joined(separator: ", "))")
        }
        var content = Content()
        var keys: Set<String> = []
        for row in rows.dropFirst() {
            guard row.fields.count <= header.count else {
                let reason = "\(row.fields.count) fields stand under a header of \(header.count)"
                content.refusals.append(Refusal(line: row.line, reason: reason))
                continue
            }
            let values = Dictionary(zip(header, row.fields.map(ImportText.tidy))) { first, _ in first }
            switch record(values) {
            case .success(let record) where keys.insert("\(record.source.source) \(record.key)").inserted:
                content.records.append(record)
            case .success(let record):
                content.refusals.append(Refusal(line: row.line, reason: "source_key \(record.key) stands twice"))
            case .failure(let reason): content.refusals.append(Refusal(line: row.line, reason: reason.description))
            }
        }
        return content
    }

    private func record(_ values: [String: String]) -> Result<PlaceRecord, Fault> {
        func value(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        guard let key = value("source_key") else { return .failure(Fault(description: "source_key is empty")) }
        guard let name = value("name") else { return .failure(Fault(description: "name is empty")) }
        guard let kind = value("kind").flatMap({ Place.Kind(rawValue: $0) }) else {
            return .failure(Fault(description: "kind is neither restaurant nor bookshop"))
        }
        guard let district = value("district").flatMap({ districts[slug: $0] ?? districts[name: $0] }) else {
            return .failure(Fault(description: "district \(value("district") ?? "") is none of Seoul's"))
        }
        let position: Place.Position?
        switch self.position(value("lat"), value("lon"), value("precision")) {
        case .success(let read): position = read
        case .failure(let fault): return .failure(fault)
        }
        let reference = SourceReference(
            source: value("source") ?? source.source,
            asOf: value("as_of") ?? source.asOf
        )
        var record = PlaceRecord(
            source: reference,
            key: key,
            kind: kind,
            name: name,
            category: value("category") ?? kind.rawValue,
            district: district.slug
        )
        record.roadAddress = value("road_address")
        record.lotAddress = value("lot_address")
        record.dong = Address.legalDong(road: record.roadAddress, lot: record.lotAddress)
        record.phone = value("phone").flatMap(PhoneNumber.normalized)
        record.menu = value("menu")
        record.description = value("description")
        record.link = value("link")
        record.position = position
        record.designatedOn = value("designated_on").flatMap(ImportText.day)
        record.hoursText = value("hours")
        return .success(record)
    }

    private func position(
        _ latitude: String?,
        _ longitude: String?,
        _ precision: String?
    ) -> Result<Place.Position?, Fault> {
        guard latitude != nil || longitude != nil else { return .success(nil) }
        guard let latitude = latitude.flatMap(Double.init), let longitude = longitude.flatMap(Double.init),
            Self.latitudes.contains(latitude), Self.longitudes.contains(longitude)
        else { return .failure(Fault(description: "lat and lon are no position in Seoul")) }
        guard let level = Place.Precision(rawValue: precision ?? "exact") else {
            return .failure(Fault(description: "precision is none of exact, road, dong"))
        }
        return .success(Place.Position(latitude: latitude, longitude: longitude, precision: level))
    }
}

/// Small repairs that every source's text gets.
enum ImportText {
    /// NFC, one space at a time, no control characters, nothing at the ends.
    static func tidy(_ text: String) -> String {
        let words = text.precomposedStringWithCanonicalMapping.unicodeScalars
            .split { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
        return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
    }

    /// `yyyy-MM-dd` from that or from `yyyyMMdd`; nil for anything else.
    static func day(_ text: String) -> String? {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        guard digits.count == 8, digits.count == text.filter({ $0 != "-" }).count,
            let month = Int(digits.dropFirst(4).prefix(2)), (1...12).contains(month),
            let day = Int(digits.suffix(2)), (1...31).contains(day)
        else { return nil }
        return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))"
    }
}

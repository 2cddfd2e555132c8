import Foundation

/// A fact of a place that staff may set right, as text.
enum CorrectableFact: String, Sendable, CaseIterable {
    case name, category
    case roadAddress = "road_address"
    case lotAddress = "lot_address"
    case phone, menu, description, link, hours
    /// Latitude and longitude in degrees (WGS 84), separated by a comma.
    case position

    /// Why a text is no valid value; the raw value is the code of the form's error.
    enum Error: String, Swift.Error {
        case required, invalid
        case tooLong = "too-long"
        case characters
    }

    /// In grapheme clusters.
    var maxLength: Int {
        switch self {
        case .name: 100
        case .category, .position: 40
        case .phone: 20
        case .roadAddress, .lotAddress, .menu: 200
        case .link, .hours: 300
        case .description: 1_000
        }
    }

    var mayBeEmpty: Bool { self != .name && self != .category }

    /// A typed value in the form in which it is stored; empty where the fact is removed.
    func checked(_ typed: String) throws(Error) -> String {
        let text: String
        do { text = try BoundedText(typed, self == .description ? .lines : .oneLine, upTo: maxLength).text } catch {
            throw error == .tooLong ? .tooLong : .characters
        }
        if text.isEmpty {
            if mayBeEmpty { return "" }
            throw .required
        }
        switch self {
        case .phone:
            guard let number = PhoneNumber.normalized(text) else { throw .invalid }
            return number
        case .link:
            guard Self.isWebURL(text) else { throw .invalid }
        case .position:
            guard let position = Self.position(text) else { throw .invalid }
            return Self.text(position)
        default: break
        }
        return text
    }

    /// The value in a record; empty where it has none.
    func text(in record: PlaceRecord) -> String {
        switch self {
        case .name: record.name
        case .category: record.category
        case .roadAddress: record.roadAddress ?? ""
        case .lotAddress: record.lotAddress ?? ""
        case .phone: record.phone ?? ""
        case .menu: record.menu ?? ""
        case .description: record.description ?? ""
        case .link: record.link ?? ""
        case .hours: record.hoursText ?? ""
        case .position: record.position.map(Self.text) ?? ""
        }
    }

    /// The same for a form's field: a position without its precision.
    func shown(in record: PlaceRecord) -> String {
        guard self == .position else { return text(in: record) }
        return record.position.map { "\($0.latitude), \($0.longitude)" } ?? ""
    }

    /// - Parameter text: as `checked` makes it.
    func set(_ text: String, in record: inout PlaceRecord, told by: SourceReference?) {
        let value = text.isEmpty ? nil : text
        switch self {
        case .name:
            // What staff say of a name is of the sign today.
            record.name = text
            record.currentName = nil
            record.factSources[.currentName] = nil
        case .category: record.category = text
        case .roadAddress: record.roadAddress = value
        case .lotAddress: record.lotAddress = value
        case .phone: record.phone = value
        case .menu: record.menu = value
        case .description: record.description = value
        case .link: record.link = value
        case .hours: record.hoursText = value
        case .position: record.position = Self.position(text)
        }
        if let fact { record.factSources[fact] = value == nil ? nil : by }
    }

    /// The fact whose source is recorded; name and business type always have the record's source.
    var fact: PlaceFact? { PlaceFact(rawValue: rawValue) }

    /// Whether it is the address of another site that a link may lead to.
    private static func isWebURL(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host(), host.utf8.contains(UInt8(ascii: ".")), url.user == nil
        else {
            return false
        }
        return url.scheme == "https" || url.scheme == "http"
    }

    private static func text(_ position: Place.Position) -> String {
        let degrees = "\(position.latitude), \(position.longitude)"
        return position.precision == .exact ? degrees : "\(degrees), \(position.precision.rawValue)"
    }

    /// A position in or around Seoul with its precision; one that staff looked up is exact.
    private static func position(_ text: String) -> Place.Position? {
        let parts = text.split(separator: ",").map { String($0).trimmed }
        guard (2...3).contains(parts.count), let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            (37.2...37.8).contains(latitude), (126.5...127.4).contains(longitude),
            let precision = parts.count == 2 ? .exact : Place.Precision(rawValue: parts[2])
        else { return nil }
        return Place.Position(latitude: latitude, longitude: longitude, precision: precision)
    }
}

/// A correction of one fact by staff.
struct PlaceCorrection: Sendable {
    let fact: CorrectableFact
    let value: String
    /// The source's value at the time of the correction.
    let replaced: String
    /// The source of that value, where it was another one than the record's own.
    let replacedReference: SourceReference?

    /// The source of corrected facts: staff.
    static func reference(at now: Date) -> SourceReference {
        SourceReference(source: sourceID, asOf: SeoulTime(now).isoDay)
    }

    /// A key in the `sources` table.
    static let sourceID = "staff"
}

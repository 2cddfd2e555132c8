import Foundation

/// A fact of a place that staff may set right, as text.
enum CorrectableFact: String, Sendable, CaseIterable {
    case name, category
    case roadAddress = "road_address"
    case lotAddress = "lot_address"
    case phone, menu, description, link, hours
    /// Latitude and longitude in degrees (WGS 84), with a comma between.
    case position

    /// Why a text is no such fact; the raw value is the code of the form's error.
    enum Error: String, Swift.Error {
        case required, invalid
        case tooLong = "too-long"
        case characters
    }

    /// In characters as a person counts them.
    var greatestLength: Int {
        switch self {
        case .name: 100
        case .category, .position: 40
        case .phone: 20
        case .roadAddress, .lotAddress, .menu: 200
        case .link, .hours: 300
        case .description: 1_000
        }
    }

    private var mayBeEmpty: Bool { self != .name && self != .category }

    /// What was typed, in the form in which it is kept; empty where there is no such fact.
    func checked(_ typed: String) throws(Error) -> String {
        let text: String
        do { text = try BoundedText(typed, self == .description ? .lines : .oneLine, upTo: greatestLength).text } catch
        {
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
            guard Self.isAddress(text) else { throw .invalid }
        case .position:
            guard let position = Self.position(text) else { throw .invalid }
            return Self.text(position)
        default: break
        }
        return text
    }

    /// As it stands in a record; empty where it has none.
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

    /// The same for the field of a form: of a position the degrees alone.
    func shown(in record: PlaceRecord) -> String {
        guard self == .position else { return text(in: record) }
        return record.position.map { "\($0.latitude), \($0.longitude)" } ?? ""
    }

    /// - Parameter text: as `checked` makes it.
    func set(_ text: String, in record: inout PlaceRecord, told by: SourceReference?) {
        let value = text.isEmpty ? nil : text
        switch self {
        case .name: record.name = text
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

    /// As sources are noted for it; a name and a type are the record's own.
    var fact: PlaceFact? { PlaceFact(rawValue: rawValue) }

    /// Of another site, as a link may lead to it.
    private static func isAddress(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host(), host.contains("."), url.user == nil else {
            return false
        }
        return url.scheme == "https" || url.scheme == "http"
    }

    private static func text(_ position: Place.Position) -> String {
        let degrees = "\(position.latitude), \(position.longitude)"
        return position.precision == .exact ? degrees : "\(degrees), \(position.precision.rawValue)"
    }

    /// Somewhere in or around Seoul, and how near to the door; what staff looked up is exact.
    private static func position(_ text: String) -> Place.Position? {
        let parts = text.split(separator: ",").map { String($0).trimmed }
        guard (2...3).contains(parts.count), let latitude = Double(parts[0]), let longitude = Double(parts[1]),
            (37.2...37.8).contains(latitude), (126.5...127.4).contains(longitude),
            let precision = parts.count == 2 ? .exact : Place.Precision(rawValue: parts[2])
        else { return nil }
        return Place.Position(latitude: latitude, longitude: longitude, precision: precision)
    }
}

/// What staff set right in one fact.
struct PlaceCorrection: Sendable {
    let fact: CorrectableFact
    let value: String
    /// What the source said then.
    let replaced: String
    /// Who told it, where that was another source than the record's own.
    let replacedReference: SourceReference?

    /// Who tells what staff corrected.
    static func reference(at now: Date) -> SourceReference {
        SourceReference(source: sourceID, asOf: SeoulTime(now).isoDay)
    }

    /// A key of the `sources` table.
    static let sourceID = "staff"
}

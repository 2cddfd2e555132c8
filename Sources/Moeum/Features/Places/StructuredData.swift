import Foundation

/// A place in schema.org's words (https://schema.org/Restaurant, https://schema.org/BookStore) for search engines.
struct StructuredData: Encodable {
    private struct Address: Encodable {
        let type = "PostalAddress"
        let streetAddress: String?
        let addressLocality: String
        let addressRegion = "Seoul"
        let addressCountry = "KR"

        enum CodingKeys: String, CodingKey {
            case type = "@type"
            case streetAddress, addressLocality, addressRegion, addressCountry
        }
    }

    private struct Geo: Encodable {
        let type = "GeoCoordinates"
        let latitude: Double
        let longitude: Double

        enum CodingKeys: String, CodingKey {
            case type = "@type"
            case latitude, longitude
        }
    }

    private let context = "https://schema.org"
    private let type: String
    private let name: String
    private let url: String
    private let telephone: String?
    private let servesCuisine: String?
    private let address: Address
    private let geo: Geo?
    /// Such as `Mo 10:00-20:00`.
    private let openingHours: [String]?

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case type = "@type"
        case name, url, telephone, servesCuisine, address, geo, openingHours
    }

    init(_ place: PlaceDetail, hours: OpeningHours? = nil, url: String) {
        let card = place.card
        type = card.kind == .restaurant ? "Restaurant" : "BookStore"
        name = card.name
        self.url = url
        telephone = card.phone
        servesCuisine = card.kind == .restaurant ? card.category : nil
        address = Address(
            streetAddress: place.roadAddress ?? place.lotAddress,
            addressLocality: card.districtName
        )
        openingHours = hours?.intervals.map(\.structuredText)
        geo = card.position.map { Geo(latitude: $0.latitude, longitude: $0.longitude) }
    }

    /// Safe inside a script element: no text can end it or open a comment, because `<` is escaped.
    func markup() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
            .replacingOccurrences(of: "<", with: "\\u003c")
    }
}

extension OpeningHours.Interval {
    /// As schema.org's `openingHours` has it.
    fileprivate var structuredText: String {
        let day = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"][weekday - 1]
        return "\(day) \(SeoulTime.clock(opens))-\(SeoulTime.clock(closes))"
    }
}

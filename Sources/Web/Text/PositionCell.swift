import Templates

/// The cell of the map in which somebody is: a hundredth of a degree each way, in Seoul 1.1 km by 0.9 km. Nothing finer than this
/// is looked up, answered, stored or logged of a reader's position.
package struct PositionCell: Sendable, Hashable {
    /// The side of a cell, in degrees.
    package static let side = 0.01

    /// Its south-west corner in hundredths of a degree, WGS 84.
    private let south: Int
    private let west: Int

    /// - Parameter text: latitude and longitude in degrees with any number of decimals; they are cut downwards.
    package init?(_ text: String) {
        let parts = text.parts(at: ",").map { Double(String($0)) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// Nil for what is no position.
    package init?(latitude: Double, longitude: Double) {
        guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
        (south, west) = (Self.hundredths(latitude), Self.hundredths(longitude))
    }

    package var southWest: (latitude: Double, longitude: Double) { (Double(south) / 100, Double(west) / 100) }
    package var northEast: (latitude: Double, longitude: Double) { (Double(south + 1) / 100, Double(west + 1) / 100) }
    package var middle: (latitude: Double, longitude: Double) {
        (Double(south * 2 + 1) / 200, Double(west * 2 + 1) / 200)
    }

    /// As in addresses: both degrees with two decimals.
    package var text: String { "\(Self.text(south)),\(Self.text(west))" }

    /// An address without a position finer than a cell in its query: `near` is cut, or left out where it is no position. Nil where
    /// nothing had to be changed.
    package static func cutAddress(_ address: String) -> String? {
        guard let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        let items = address[address.index(after: mark)...].parts(at: "&")
        let cut = items.compactMap(cutItem)
        guard !cut.elementsEqual(items, by: { $0.utf8.elementsEqual($1.utf8) }) else { return nil }
        return cut.isEmpty ? String(address[..<mark]) : "\(address[..<mark])?\(cut.joined(separator: "&"))"
    }

    private static func cutItem(_ item: Substring) -> Substring? {
        let name = item.utf8.prefix { $0 != UInt8(ascii: "=") }
        // A name may be written with escapes, too.
        guard name.elementsEqual("near".utf8) || name.contains(UInt8(ascii: "%")) else { return item }
        // What cannot be decoded is read by nobody.
        guard let form = try? Form(item.utf8, else: { String(decoding: $0, as: UTF8.self) }) else { return nil }
        guard let value = form.withoutNUL["near"] else { return item }
        return PositionCell(value.trimmed).map { "near=\($0.text)" }
    }

    /// The largest that is not above. A product alone is wrong by one for 0.29, which as a binary fraction lies below it.
    private static func hundredths(_ degrees: Double) -> Int {
        let product = (degrees * 100).rounded(.down)
        if (product + 1) / 100 <= degrees { return Int(product) + 1 }
        return product / 100 > degrees ? Int(product) - 1 : Int(product)
    }

    private static func text(_ hundredths: Int) -> String {
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(hundredths < 0 ? "-" : "")\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

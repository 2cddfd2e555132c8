/// One line of the official file of address positions (위치정보요약DB): an entrance of a building. Bytes, because among
/// millions of lines only some are read further.
struct AddressPosition {
    /// What an address is looked up by, as the file writes it.
    struct Key: Hashable {
        /// The district's code, such as `11440`.
        let district: [UInt8]
        let road: [UInt8]
        let isUnderground: Bool
        let number: Int
        let subnumber: Int
    }

    /// Of an entrance: the road's code of twelve digits and the serial number.
    struct Entrance: Hashable {
        let roadCode: [UInt8]
        let serial: Int
    }

    let key: Key
    let entrance: Entrance
    /// Metres of `UTMK`; nil where the file has none.
    let point: (easting: Double, northing: Double)?
    /// Whether a file of changes says that the entrance is gone.
    let isDeleted: Bool

    private static let separator = UInt8(ascii: "|")
    private static let leastFields = 18
    private static let deletion = Array("63".utf8)

    /// Nil for a line with fewer than eighteen fields, which some have that bear no position, and for one without an address.
    init?(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: Self.separator, omittingEmptySubsequences: false).map(Self.trimmed)
        guard fields.count >= Self.leastFields, let serial = Self.number(fields[1]), !fields[7].isEmpty,
            let underground = Self.number(fields[8]), let number = Self.number(fields[9])
        else { return nil }
        key = Key(
            district: Array(fields[0]),
            road: Array(fields[7]),
            isUnderground: underground == 1,
            number: number,
            subnumber: Self.number(fields[10]) ?? 0
        )
        // Buildings above the road are a third kind in newer files; no address of a place names one.
        guard underground <= 1 else { return nil }
        entrance = Entrance(roadCode: Array(fields[6]), serial: serial)
        point = Self.decimal(fields[16]).flatMap { easting in
            Self.decimal(fields[17]).map { (easting, $0) }
        }
        isDeleted = fields.count > Self.leastFields && Array(fields[18]) == Self.deletion
    }

    private static func trimmed(_ field: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
        guard let last = field.lastIndex(where: { !isBlank($0) }) else { return [] }
        return field[...last].drop(while: isBlank)
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int? { Int(String(decoding: field, as: UTF8.self)) }

    private static func decimal(_ field: ArraySlice<UInt8>) -> Double? {
        Double(String(decoding: field, as: UTF8.self))
    }
}

/// The fields of one row as text. Remembers which of them cannot be read, without which the row is taken.
struct RegisterFields {
    private let texts: [RegisterColumn: String]
    private let today: String
    private(set) var faults: [RegisterRejection.Reason] = []

    /// - Parameters:
    ///   - today: `yyyy-MM-dd`.
    ///   - text: a field as it stands in the file.
    init(_ columns: [RegisterColumn], today: String, text: (RegisterColumn) -> String?) {
        texts = columns.reduce(into: [:]) { texts, column in texts[column] = text(column) }
        self.today = today
    }

    /// Nil where nothing is known, and for what is no text of a fact.
    func text(_ column: RegisterColumn) -> String? {
        guard let text = texts[column].flatMap(ImportText.tidy), !text.isEmpty else { return nil }
        return text
    }

    /// A text without which a row says nothing.
    func requiredText(_ column: RegisterColumn) throws(RegisterRejection.Reason) -> String {
        guard let text = text(column) else { throw .missing }
        return text
    }

    func isFilled(_ column: RegisterColumn) -> Bool { text(column) != nil }

    /// A telephone number of a business; mobile numbers are passed over.
    func phone() -> String? { text(.phone).flatMap(PhoneNumber.normalized) }

    /// A day (`yyyy-MM-dd`) from 1950 to today.
    mutating func day(_ column: RegisterColumn) -> String? { day(column, upTo: today) }

    /// A day that may be in the future: ten years from now at most.
    mutating func end(_ column: RegisterColumn) -> String? {
        let year = (Int(today.prefix(4)) ?? 0) + 10
        return day(column, upTo: "\(year)\(today.dropFirst(4))")
    }

    private mutating func day(_ column: RegisterColumn, upTo last: String) -> String? {
        guard let text = text(column) else { return nil }
        guard let day = RegisterDay.day(text.utf8, upTo: last) else {
            faults.append(.date)
            return nil
        }
        return day
    }

    /// The point of a business, where it is one in its district.
    mutating func position(in district: String, _ districts: RegisterDistricts) -> Place.Position? {
        let (easting, northing) = (text(.easting), text(.northing))
        if easting == nil, northing == nil { return nil }
        guard let easting = easting.flatMap(Double.init), let northing = northing.flatMap(Double.init) else {
            faults.append(.position)
            return nil
        }
        let point = EPSG5174.degrees(easting: easting, northing: northing)
        guard let position = Place.Position(exactLatitude: point.latitude, longitude: point.longitude),
            districts.holds(position, in: district)
        else {
            faults.append(.position)
            return nil
        }
        return position
    }

    /// Up to four dishes whose prices can be read.
    mutating func dishes() -> [PriceRow.Dish] {
        var dishes: [PriceRow.Dish] = []
        for (dish, price) in RegisterColumn.dishes {
            guard let name = text(dish), let text = text(price) else { continue }
            if let won = RegisterWords.won(text) {
                dishes.append(PriceRow.Dish(name: name, won: won))
            } else {
                faults.append(.price)
            }
        }
        return dishes
    }
}

/// Days as registers write them.
enum RegisterDay {
    static let earliest = "1950-01-01"
    private static let separators = Array("-./".utf8)
    private static let afterDay = Array(" T".utf8)

    /// `1999-09-03` from `19990903`, `1999-09-03`, `1999.09.03` or `1999/09/03`, perhaps with a time behind it.
    /// - Parameter last: no day is later, and none before 1950.
    static func day(_ text: some Collection<UInt8>, upTo last: String) -> String? {
        var bytes = Array(text.prefix(24))[...]
        guard let year = number(&bytes, 4) else { return nil }
        let separator = bytes.first.flatMap { separators.contains($0) ? $0 : nil }
        if separator != nil { bytes = bytes.dropFirst() }
        guard let month = number(&bytes, 2) else { return nil }
        if separator != nil {
            guard bytes.first == separator else { return nil }
            bytes = bytes.dropFirst()
        }
        guard let day = number(&bytes, 2), endsDay(bytes, isCompact: separator == nil), isDay(year, month, day) else {
            return nil
        }
        let whole = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        return whole >= earliest && whole <= last ? whole : nil
    }

    /// A number of so many digits, which is taken off.
    private static func number(_ bytes: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
        guard bytes.count >= digits, bytes.prefix(digits).allSatisfy(PermitNumber.isDigit) else { return nil }
        defer { bytes = bytes.dropFirst(digits) }
        return bytes.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    /// A time of six digits may follow a day of eight at once.
    private static func endsDay(_ rest: ArraySlice<UInt8>, isCompact: Bool) -> Bool {
        guard let next = rest.first else { return true }
        return afterDay.contains(next) || isCompact && rest.count == 6 && rest.allSatisfy(PermitNumber.isDigit)
    }

    private static func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day <= lengths[month - 1]
    }
}

/// The number of a licence (관리번호), such as 3000000-101-1999-10679: local government, trade, year, serial number.
enum PermitNumber {
    private static let length = 22
    private static let dashes = [7, 11, 16]

    /// The local government's code; nil for what is no such number.
    static func authority(of number: some Collection<UInt8>) -> Int? {
        guard number.count == length else { return nil }
        var (index, authority) = (0, 0)
        for byte in number {
            guard dashes.contains(index) ? byte == UInt8(ascii: "-") : isDigit(byte) else { return nil }
            if index < dashes[0] { authority = authority * 10 + Int(byte - UInt8(ascii: "0")) }
            index += 1
        }
        return authority
    }

    /// A local government's code of seven digits.
    static func code(_ digits: some Collection<UInt8>) -> Int? {
        guard digits.count == dashes[0], digits.allSatisfy(isDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

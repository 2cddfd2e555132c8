import Foundation

@testable import Moeum

/// A made-up licence register as the ministry's files are: CP949, 39 columns, with everything in it that is wrong in real ones.
/// The same seed makes the same file.
struct MadeUpRegister {
    /// A place that is in the register.
    struct Business: Sendable {
        var permit: String
        var name: String
        var roadAddress: String?
        var phone: String?
        /// WGS 84, in degrees.
        var point: (latitude: Double, longitude: Double)?
    }

    /// What is wrong with a row, or what a reader must understand in it.
    enum Fault: CaseIterable {
        case noRoadAddress, noPoint, zeroPoint, pointElsewhere, closedWithoutDay, openWithClosingDay, licensedTomorrow
        case ancientDay, escapedTwice, lineBreak, quotes, mobilePhone, unknownState, permitTwice
        // The row cannot be read.
        case shiftedColumns, noPermit, badPermit
    }

    var seed: UInt64 = 1
    /// Of all rows, those of the businesses too.
    var rows = 1_000
    /// Which part of the businesses is closed, is not in the register, has another name today.
    var closedShare = 0.0
    var missingShare = 0.0
    var renamedShare = 0.0
    /// Which part of the businesses has no point, and of the other rows has a fault.
    var pointlessShare = 0.0
    var faultShare = 0.05
    var updatedOn = "2026-11-24"
    /// The slugs of the districts of the other rows.
    var districts: [String] = []

    private static let rowsPerBlock = 2_000

    /// Writes the file into a folder, some rows at a time.
    /// - Returns: its path.
    func write(_ businesses: [Business], to folder: String, name: String = "licences.csv") throws -> String {
        let path = "\(folder)/\(name)"
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        defer { try? file.close() }
        var block = LicenceLine.csv(LicenceLine.header)
        var count = 0
        try lines(businesses) { line in
            block += line
            count += 1
            guard count.isMultiple(of: Self.rowsPerBlock) else { return }
            try file.write(contentsOf: Data(try Self.encoded(block)))
            block = ""
        }
        try file.write(contentsOf: Data(try Self.encoded(block)))
        return path
    }

    private static func encoded(_ text: String) throws -> [UInt8] {
        guard let bytes = KoreanEncoding.bytes(text) else { throw CocoaError(.fileWriteInapplicableStringEncoding) }
        return bytes
    }

    /// The rows of the businesses stand between the others.
    private func lines(_ businesses: [Business], _ onLine: (String) throws -> Void) throws {
        var generator = SeededGenerator(state: seed)
        let areas = try Self.areas().filter { districts.isEmpty || districts.contains($0.slug) }
        let others = max(0, rows - businesses.count)
        let step = max(1, others / max(1, businesses.count))
        var rest = businesses[...]
        for index in 0..<others {
            if index.isMultiple(of: step), let business = rest.popFirst(), let line = line(business, &generator) {
                try onLine(line)
            }
            try onLine(other(index / areas.count, areas[index % areas.count], &generator))
        }
        for business in rest {
            if let line = line(business, &generator) { try onLine(line) }
        }
    }

    /// Nil for a business that the register lacks.
    private func line(_ business: Business, _ generator: inout SeededGenerator) -> String? {
        let (isMissing, isClosed) = (generator.fraction() < missingShare, generator.fraction() < closedShare)
        let (isRenamed, hasPoint) = (generator.fraction() < renamedShare, generator.fraction() >= pointlessShare)
        if isMissing { return nil }
        var line = LicenceLine(permit: business.permit, name: isRenamed ? "새이름 \(business.name)" : business.name)
        line.updatedAt = "\(updatedOn) 22:17:51"
        line.roadAddress = business.roadAddress ?? ""
        line.lotAddress = ""
        line.phone = business.phone.map { $0.replacing("-", with: "") } ?? ""
        (line.easting, line.northing) = ("", "")
        if hasPoint, let point = business.point { line.setPoint(Self.metres(point.latitude, point.longitude)) }
        if isClosed { line.close(on: "2024-03-02") }
        return line.csv
    }

    /// - Parameter number: of the business within its district.
    private func other(_ number: Int, _ area: Area, _ generator: inout SeededGenerator) -> String {
        var line = LicenceLine()
        line.permit = "\(area.authority)-101-\(1965 + number / 10_000 % 60)-\(90_000 + number % 10_000)"
        line.name = "지어낸집 \(number)"
        let street = "지어낸로\(generator.below(90) + 1)길 \(generator.below(200) + 1)"
        line.roadAddress = "서울특별시 \(area.name) \(street), 지상1층 (지어낸동)"
        line.lotAddress = "서울특별시 \(area.name) 지어낸동 \(generator.below(900) + 1)-\(generator.below(20))"
        line.phone = "02 \(generator.below(800) + 200)\(generator.below(9_000) + 1_000)"
        line.updatedAt = "2026-\(10 + generator.below(2))-\(10 + generator.below(14)) 02:40:00"
        let (across, up) = (generator.fraction() * 1_000 - 500, generator.fraction() * 1_000 - 500)
        line.setPoint((area.middle.easting + across, area.middle.northing + up))
        if generator.fraction() < 0.68 { line.close(on: "20\(10 + generator.below(15))-05-1\(generator.below(10))") }
        guard generator.fraction() < faultShare, let fault = generator.pick(Fault.allCases) else { return line.csv }
        return line.csv(with: fault, &generator)
    }
}

extension MadeUpRegister {
    private struct Area {
        let slug: String
        let name: String
        let authority: Int
        let middle: (easting: Double, northing: Double)
    }

    private static func areas() throws -> [Area] {
        let folder = Project.root.path + "/Data"
        let districts = try RegisterDistricts(from: folder)
        let slugs = (0..<25).map {
            (code: 3_000_000 + $0 * 10_000, slug: districts.slug(ofAuthority: 3_000_000 + $0 * 10_000))
        }
        return try Districts.load(from: folder).all.compactMap { district in
            slugs.first { $0.slug == district.slug }.map { authority in
                Area(
                    slug: district.slug,
                    name: district.name,
                    authority: authority.code,
                    middle: metres(district.latitude, district.longitude)
                )
            }
        }
    }

    /// The metres of EPSG:5174 whose degrees are these, to a millimetre: each step brings the rest of the way.
    static func metres(_ latitude: Double, _ longitude: Double) -> (easting: Double, northing: Double) {
        var (easting, northing) = (200_000.0, 450_000.0)
        for _ in 0..<8 {
            let point = EPSG5174.degrees(easting: easting, northing: northing)
            northing += (latitude - point.latitude) * 111_000
            easting += (longitude - point.longitude) * 111_300 * cos(latitude * .pi / 180)
        }
        return (easting, northing)
    }
}

extension LicenceLine {
    fileprivate mutating func setPoint(_ point: (easting: Double, northing: Double)) {
        (easting, northing) = ("\(point.easting)    ", "\(point.northing)    ")
    }

    fileprivate mutating func close(on day: String) {
        (state, detailedState, closedOn) = ("폐업", "폐업", day)
    }

    fileprivate func csv(with fault: MadeUpRegister.Fault, _ generator: inout SeededGenerator) -> String {
        var line = self
        switch fault {
        case .noRoadAddress: line.roadAddress = ""
        case .noPoint: (line.easting, line.northing) = ("", "")
        case .zeroPoint: (line.easting, line.northing) = ("0", "0")
        case .pointElsewhere: (line.easting, line.northing) = ("388000.5", "187000.25")
        case .closedWithoutDay: line.close(on: "")
        case .openWithClosingDay: line.closedOn = "2009-01-31"
        case .licensedTomorrow: line.licensedOn = "5008-03-06"
        case .ancientDay: line.licensedOn = "11981207"
        case .escapedTwice: line.name = "마늘 &amp;amp; 양파"
        case .lineBreak: line.name = "두 줄\n\(name)"
        case .quotes: line.name = "\"원조\" \(name)"
        case .mobilePhone: line.phone = "010-0000-0000"
        case .unknownState:
            line.state = generator.pick(["취소/말소/만료/정지/중지", "제외/삭제/전출", "기타", "처음보는말"]) ?? ""
        case .permitTwice:
            line.updatedAt = "2020-01-01 00:00:00"
            return csv + line.csv
        case .shiftedColumns: return Self.csv(Array(line.fields.dropFirst(8)))
        case .noPermit: (line.authority, line.permit) = (String(permit.prefix(7)), "")
        case .badPermit: line.permit = String(permit.prefix(16))
        }
        return line.csv
    }
}

extension MadeUpRegister.Business {
    init(_ record: PlaceRecord) {
        self.init(
            permit: record.key,
            name: record.name,
            roadAddress: record.roadAddress,
            phone: record.phone,
            point: record.position.map { ($0.latitude, $0.longitude) }
        )
    }
}

import Foundation
import Testing

@testable import Moeum

struct AddressPositionTests {
    /// Computed with PROJ.
    @Test(
        "Metres of the grid become degrees",
        arguments: [
            (953_243.0, 1_954_023.0, 37.5844113, 126.9704205), (960_000, 1_944_000, 37.4943893, 127.0474956),
            (935_000, 1_952_000, 37.5650706, 126.7639894),
        ]
    )
    func degrees(_ easting: Double, _ northing: Double, _ latitude: Double, _ longitude: Double) {
        let point = UTMK.degrees(easting: easting, northing: northing)
        #expect(abs(point.latitude - latitude) < 1e-7)
        #expect(abs(point.longitude - longitude) < 1e-7)
    }

    @Test("Korean is written in CP949") func cp949() {
        let bytes: [UInt8] = [0xBC, 0xBA, 0xBC, 0xF6, 0xC0, 0xCF, 0xB7, 0xCE, 0x31, 0x30, 0xB1, 0xE6]
        #expect(KoreanEncoding.bytes("성수일로10길") == bytes)
        #expect(KoreanEncoding.bytes("뷁") == [0x94, 0xEE])
        #expect(KoreanEncoding.bytes("👍") == nil)
    }

    @Test("A line is one entrance of a building") func readLine() throws {
        let line = AddressPositionLine(serial: 12, number: "26-1", point: (953_243.5, 1_954_023)).bytes
        let position = try #require(AddressPosition(line[...]))
        #expect(position.key.district == Array("11440".utf8))
        #expect(position.key.road == KoreanEncoding.bytes("도화길"))
        #expect(position.key.number == 26 && position.key.subnumber == 1 && !position.key.isUnderground)
        #expect(position.entrance.serial == 12 && !position.isDeleted)
        #expect(position.point?.easting == 953_243.5 && position.point?.northing == 1_954_023)
        #expect(AddressPosition(AddressPositionLine(change: "63").bytes[...])?.isDeleted == true)
        #expect(AddressPosition(AddressPositionLine(point: nil).bytes[...])?.point == nil)
        // Some lines end before their position.
        let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        #expect(AddressPosition(Array(fields.prefix(16).joined(separator: [UInt8(ascii: "|")]))[...]) == nil)
    }

    @Test(
        "The month is in the name of the file or its folder",
        arguments: [
            ("/data/202604_위치정보요약DB_전체분/entrc_seoul.txt", "2026-04"), ("/202603/20260401_entrc.txt", "2026-04-01"),
            ("/2026/entrc_seoul.txt", nil), ("/209913/999999.txt", nil),
        ]
    )
    func monthInName(_ path: String, _ month: String?) {
        #expect(AddressPositionFile.month(in: path) == month)
    }
}

/// A made-up line in the layout of the official file.
struct AddressPositionLine {
    var district = "11440"
    var serial = 1
    var roadCode = "114404139001"
    var road = "도화길"
    var underground = "0"
    var number = "1"
    var point: (Double, Double)? = (953_243, 1_954_023)
    /// The reason of a change, for files of changes.
    var change: String?

    var text: String {
        let parts = number.split(separator: "-")
        let fields = [
            district, "\(serial)", "\(district)10200", "서울특별시", "마포구", "도화동", roadCode, road, underground,
            String(parts[0]), parts.count > 1 ? String(parts[1]) : "0", "지어낸빌딩", "04000", "제2종근린생활시설,업무시설", "0",
            "11440565", point.map { String(format: "%.6f", $0.0) } ?? "",
            point.map { String(format: "%.6f", $0.1) } ?? "",
        ]
        return (fields + [change].compactMap(\.self)).joined(separator: "|")
    }

    var bytes: [UInt8] { KoreanEncoding.bytes(text) ?? [] }
}

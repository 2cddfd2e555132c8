import Foundation
import Testing

@testable import Moeum

/// A whole file in the real layout, with everything that is wrong in real ones.
@Suite(.cleanup)
struct MadeUpRegisterTests {
    private static let businesses = (0..<40).map { index in
        MadeUpRegister.Business(
            permit: "3130000-101-2001-\(10_000 + index)",
            name: "한솔집 \(index)",
            roadAddress: "서울특별시 마포구 도화길 \(index + 1)",
            phone: "02-332-0000",
            point: (37.54 + Double(index) / 10_000, 126.94)
        )
    }

    private func read(_ register: MadeUpRegister, wanted: Bool = true) throws -> RegisterFixture.Reading<LicenceRow> {
        let path = try register.write(Self.businesses, to: try temporaryFolder())
        let permits = Set(Self.businesses.map(\.permit))
        return try RegisterFixture.licences(RegisterFile(path: path)) { !wanted || permits.contains($0.permit) }
    }

    @Test("All businesses are found, with their points") func matched() throws {
        let reading = try read(MadeUpRegister(rows: 5_000))
        let rows = Dictionary(reading.rows.map { ($0.permit, $0) }) { first, _ in first }
        #expect(reading.rows.count == Self.businesses.count && rows.count == Self.businesses.count)
        for business in Self.businesses {
            let row = try #require(rows[business.permit])
            let (point, position) = (try #require(business.point), try #require(row.position))
            #expect(Geodesy.metres(point.latitude, point.longitude, position.latitude, position.longitude) < 0.1)
            #expect(row.state == .open && row.name == business.name && row.roadAddress == business.roadAddress)
            #expect(row.phone == business.phone && row.updatedOn == "2026-11-24")
        }
        #expect(reading.rejections.allSatisfy { !$0.isFieldAlone })
        #expect(reading.summary.rows.count == 25 && reading.summary.newestDay == "2026-11-24")
    }

    @Test("Each fault is in it, and refuses no more than it must") func faults() throws {
        let register = MadeUpRegister(seed: 3, rows: 4_000, faultShare: 1)
        let reading = try read(register, wanted: false)
        #expect(Set(reading.reasons) == [.missing, .malformed, .date, .position])
        let faults = reading.rejections.filter(\.isFieldAlone)
        #expect(Set(faults.map(\.reason)) == [.date, .position])
        // Three of the faults refuse a row, and one makes two of it.
        let refused = Double(reading.summary.refusedCount) / Double(register.rows)
        #expect((0.12...0.24).contains(refused))
        #expect(reading.summary.passedOver == 0)
        #expect(reading.rows.contains { $0.name == "마늘 & 양파" })
        #expect(reading.rows.contains { $0.state == .closed && $0.closedOn == nil })
        #expect(Set(reading.rows.map(\.state)) == [.open, .closed, .unknown])
    }

    @Test("Who waits sees how far it is") func progress() throws {
        let path = try MadeUpRegister(rows: 3_000).write([], to: try temporaryFolder())
        let size = try Data(contentsOf: URL(filePath: path)).count
        var (steps, isWhole): ([Int], Bool) = ([], true)
        let summary = try LicenceRows.read(
            RegisterFile(path: path),
            today: RegisterFixture.today,
            districts: try RegisterFixture.districts.get(),
            wants: { _ in false },
            onRow: { _ in isWhole = false },
            onRejection: { _ in },
            onProgress: { done, of in
                steps.append(done)
                isWhole = isWhole && of == size
            }
        )
        #expect(summary.rowCount + (summary.refused[""] ?? 0) >= 3_000)
        #expect(isWhole && steps.last == size && steps == steps.sorted())
        // Once for each block.
        #expect(steps.count == Set(steps).count && steps.count >= size / CSVStream.blockSize)
    }

    @Test("The shares are those that were asked for, and a seed repeats itself") func shares() throws {
        var register = MadeUpRegister(rows: 100)
        let path = try register.write(Self.businesses, to: try temporaryFolder())
        let same = try register.write(Self.businesses, to: try temporaryFolder())
        #expect(FileManager.default.contentsEqual(atPath: path, andPath: same))
        (register.closedShare, register.renamedShare, register.pointlessShare) = (1, 1, 1)
        let reading = try read(register)
        #expect(reading.rows.count == Self.businesses.count)
        #expect(
            reading.rows.allSatisfy { $0.closedOn == "2024-03-02" && $0.name.begins(with: "새이름") && $0.position == nil }
        )
        register.missingShare = 1
        #expect(try read(register).rows.isEmpty)
    }
}

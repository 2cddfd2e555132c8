import Foundation
import Testing

@testable import Moeum

/// A whole made-up register about the restaurants of the sample.
@Suite(.cleanup)
struct SampleRegisterTests {
    private func businesses(_ database: any Database) async throws -> [MadeUpRegister.Business] {
        try await database.read { transaction in
            try transaction.rows(
                """
                SELECT source_key, COALESCE(official_name, name), road_address, phone, latitude, longitude FROM places
                WHERE kind = 'restaurant' ORDER BY id
                """
            ).map { row in
                var business = MadeUpRegister.Business(permit: try row.string(0), name: try row.string(1))
                business.roadAddress = try row.optionalString(2)
                business.phone = try row.optionalString(3)
                if let latitude = try row.optionalDouble(4), let longitude = try row.optionalDouble(5) {
                    business.point = (latitude, longitude)
                }
                return business
            }
        }
    }

    private func take(_ register: MadeUpRegister, _ businesses: [MadeUpRegister.Business], _ database: any Database)
        async throws -> RegisterReport
    {
        let path = try register.write(businesses, to: try temporaryFolder())
        return try await RegisterImport(
            register: .licences,
            paths: [path],
            options: RegisterOptions(),
            database: database,
            dataDirectory: RegisterScene.data
        ).run(onProgress: { _, _, _ in }, at: RegisterScene.now)
    }

    @Test("Every permit of the sample is found, in every district", arguments: TestEngine.available)
    func takeAll(_ engine: TestEngine) async throws {
        let database = try await engine.database(.sample)
        let businesses = try await businesses(database)
        var register = MadeUpRegister(seed: 45, rows: 6_000)
        (register.closedShare, register.renamedShare, register.pointlessShare) = (0.1, 0.1, 0.01)
        let report = try await take(register, businesses, database)
        #expect(report.failure == nil && report.lines.last == "matched \(businesses.count) of \(businesses.count)")
        #expect(report.districts.values.count { $0.matched > 0 } == 25)
        #expect(report.newlyClosed == report.total.closed && report.total.closed > 0)
        let (open, exact) = try await database.read { transaction in
            let counts = try transaction.first(
                """
                SELECT COUNT(*), SUM(CASE WHEN p.precision_level = 'exact' THEN 1 ELSE 0 END) FROM places p
                JOIN place_operations o ON o.place_id = p.id WHERE o.state = 'open' AND p.status = 'listed'
                """
            ) { (try $0.int(0), try $0.int(1)) }
            return try #require(counts)
        }
        #expect(open == report.total.open && exact * 100 >= open * 95)
        #expect(try await take(register, businesses, database).total.changed == 0)
        // Two places of five are gone: half a register.
        register.missingShare = 0.4
        let half = try await take(register, businesses, database)
        #expect(half.exitCode == 1 && half.failure?.code == .fewPlaces)
    }
}

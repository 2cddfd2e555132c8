import Foundation

@testable import Moeum

/// Reads registers that a test writes.
enum RegisterFixture {
    static let today = "2026-11-27"
    static let districts = Result { try RegisterDistricts(from: Project.root.path + "/Data") }

    /// What reading a file gave.
    struct Reading<Row: Sendable> {
        var records: [RegisterRecord<Row>] = []
        var rejections: [RegisterRejection] = []
        var summary = RegisterFileSummary()

        var rows: [Row] { records.map(\.row) }
        var reasons: [RegisterRejection.Reason] { rejections.map(\.reason) }
    }

    static func file(_ bytes: [UInt8], name: String = "register.csv") throws -> RegisterFile {
        let path = "\(try temporaryFolder())/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return RegisterFile(path: path)
    }

    /// Of CP949.
    static func file(_ text: String, name: String = "register.csv") throws -> RegisterFile {
        try file(try cp949(text), name: name)
    }

    static func cp949(_ text: String) throws -> [UInt8] {
        guard let bytes = KoreanEncoding.bytes(text) else { throw CocoaError(.fileWriteInapplicableStringEncoding) }
        return bytes
    }

    static func licences(_ lines: [LicenceLine]) throws -> Reading<LicenceRow> {
        try licences(try file(LicenceLine.csv(LicenceLine.header) + lines.map(\.csv).joined()))
    }

    static func licences(_ file: RegisterFile, wants: (RegisterKey) -> Bool = { _ in true }) throws -> Reading<
        LicenceRow
    > {
        var reading = Reading<LicenceRow>()
        reading.summary = try LicenceRows.read(
            file,
            today: today,
            districts: try districts.get(),
            wants: wants,
            onRow: { reading.records.append($0) },
            onRejection: { reading.rejections.append($0) },
            onProgress: { _, _ in }
        )
        return reading
    }

    static func designations(_ file: RegisterFile) throws -> Reading<DesignationRow> {
        var reading = Reading<DesignationRow>()
        reading.summary = try DesignationRows.read(
            file,
            today: today,
            districts: try districts.get(),
            wants: { _ in true },
            onRow: { reading.records.append($0) },
            onRejection: { reading.rejections.append($0) },
            onProgress: { _, _ in }
        )
        return reading
    }

    static func grades(_ file: RegisterFile) throws -> Reading<GradeRow> {
        var reading = Reading<GradeRow>()
        reading.summary = try GradeRows.read(
            file,
            today: today,
            districts: try districts.get(),
            onRow: { reading.records.append($0) },
            onRejection: { reading.rejections.append($0) },
            onProgress: { _, _ in }
        )
        return reading
    }

    static func prices(_ file: RegisterFile) throws -> Reading<PriceRow> {
        var reading = Reading<PriceRow>()
        reading.summary = try PriceRows.read(
            file,
            today: today,
            districts: try districts.get(),
            onRow: { reading.records.append($0) },
            onRejection: { reading.rejections.append($0) },
            onProgress: { _, _ in }
        )
        return reading
    }
}

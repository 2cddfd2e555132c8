/// Counts the rows of a file while they are read, and reports which are refused.
struct RegisterCount {
    private let file: RegisterFile
    private let today: String
    private(set) var summary = RegisterFileSummary()
    private var reportedBytes = -1
    /// Most rows were brought up to date on the same days as the ones before them.
    private var lastUpdate: [UInt8] = []

    init(file: RegisterFile, today: String) {
        self.file = file
        self.today = today
    }

    mutating func passOver() { summary.passedOver += 1 }

    /// Counts a row that is not read.
    mutating func take(_ district: String) { summary.rows[district, default: 0] += 1 }

    mutating func record(updatedOn text: some Collection<UInt8>) {
        guard !text.isEmpty, !lastUpdate.elementsEqual(text.prefix(10)) else { return }
        lastUpdate = Array(text.prefix(10))
        if let day = RegisterDay.day(text, upTo: today) { summary.record(updatedOn: day) }
    }

    /// - Parameters:
    ///   - key: what people find the row by, such as its permit.
    ///   - district: a slug; empty where it is not known.
    mutating func refuse(
        _ key: String,
        _ reason: RegisterRejection.Reason,
        _ line: Int,
        _ district: String,
        _ onRejection: (RegisterRejection) -> Void
    ) {
        if !district.isEmpty { take(district) }
        summary.refused[district, default: 0] += 1
        onRejection(rejection(key, reason, line, district, isFieldAlone: false))
    }

    /// Reads a row, counts it, and hands it on or reports why not.
    mutating func read<Row: Sendable>(
        _ fields: inout RegisterFields,
        _ key: String,
        _ line: Int,
        _ district: String,
        _ onRow: (RegisterRecord<Row>) throws -> Void,
        _ onRejection: (RegisterRejection) -> Void,
        _ make: (inout RegisterFields) throws(RegisterRejection.Reason) -> Row
    ) throws {
        let row: Row
        do throws(RegisterRejection.Reason) {
            row = try make(&fields)
        } catch {
            refuse(key, error, line, district, onRejection)
            return
        }
        take(district)
        for fault in fields.faults { onRejection(rejection(key, fault, line, district, isFieldAlone: true)) }
        try onRow(RegisterRecord(row: row, line: line, district: district))
    }

    /// Once for each block that is read.
    mutating func report(_ progress: (done: Int, of: Int), _ onProgress: (Int, Int) -> Void) {
        guard progress.done != reportedBytes else { return }
        reportedBytes = progress.done
        onProgress(progress.done, progress.of)
    }

    private func rejection(
        _ key: String,
        _ reason: RegisterRejection.Reason,
        _ line: Int,
        _ district: String,
        isFieldAlone: Bool
    ) -> RegisterRejection {
        RegisterRejection(
            file: file.name,
            line: line,
            row: key,
            reason: reason,
            isFieldAlone: isFieldAlone,
            district: district.isEmpty ? nil : district
        )
    }
}

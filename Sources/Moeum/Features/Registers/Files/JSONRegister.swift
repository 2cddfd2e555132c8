/// The rows of an API's answers by a register's columns: `{"C004":{"total_count":"2","row":[{…}],"RESULT":{…}}}`, one or several
/// in an array.
final class JSONRegister {
    /// Rows, and none.
    private static let acceptedCodes: Set<String> = ["INFO-000", "INFO-200"]

    private let file: RegisterFile
    private let rows: RegisterJSON
    private let required: [RegisterColumn]
    /// - Parameter required: a file whose first row lacks one of these is refused.
    init(_ file: RegisterFile, required: [RegisterColumn]) throws {
        (self.file, self.required) = (file, required)
        rows = try RegisterJSON(file, codeKey: "CODE", acceptedCodes: Self.acceptedCodes)
    }

    /// Of the row, from 1.
    var number: Int { rows.number }

    var isWellFormed: Bool { !values.isEmpty }

    /// In bytes.
    var progress: (done: Int, of: Int) { rows.progress }

    /// Goes to the next row; false behind the last one.
    func next() throws -> Bool {
        guard try rows.next() else { return false }
        if number == 1 { try checkColumns() }
        return true
    }

    func text(_ column: RegisterColumn) -> String? { column.names.lazy.compactMap { self.values[$0] }.first }

    private var values: [String: String] { rows.values ?? [:] }

    private func checkColumns() throws {
        let missing = required.filter { column in !column.names.contains { values.keys.contains($0) } }
        guard missing.isEmpty else {
            throw file.error(.columns, missing.map { $0.names.joined(separator: "/") }.joined(separator: ", "))
        }
    }
}

/// The rows of a register's CSV file by its columns, one after the other.
final class RegisterTable {
    private let rows: RegisterCSV
    /// By the column's raw value; nil where the file lacks it.
    private let indices: [Int?]

    /// Reads the header.
    /// - Parameters:
    ///   - required: without one of these the file is refused.
    ///   - distinctive: without any of these it is refused too, unless there are none.
    ///   - foreign: with one of these it is another register's, and refused.
    init(
        _ file: RegisterFile,
        required: [RegisterColumn],
        distinctive: [RegisterColumn] = [],
        foreign: [RegisterColumn] = []
    ) throws {
        rows = try RegisterCSV(file)
        let columns = RegisterColumn.indices(in: rows.header)
        let missing = required.filter { columns[$0] == nil }
        guard missing.isEmpty else { throw file.error(.columns, Self.names(of: missing, separator: ", ")) }
        let others = foreign.filter { columns[$0] != nil }
        guard others.isEmpty else { throw file.error(.foreign, Self.names(of: others, separator: ", ")) }
        guard distinctive.isEmpty || distinctive.contains(where: { columns[$0] != nil }) else {
            throw file.error(.columns, Self.names(of: distinctive, separator: " or "))
        }
        indices = RegisterColumn.allCases.map { columns[$0] }
    }

    private static func names(of columns: [RegisterColumn], separator: String) -> String {
        columns.map { $0.names.joined(separator: "/") }.joined(separator: separator)
    }

    /// Of the row, from 1.
    var line: Int { rows.line }

    /// Whether the row has as many fields as the header, so that each stands under its name.
    var isWellFormed: Bool { rows.isWellFormed }

    /// In bytes.
    var progress: (done: Int, of: Int) { rows.progress }

    /// Goes to the next row; false behind the last one.
    func next() throws -> Bool { try rows.next() }

    /// A field as it stands in the file, without blanks around it; empty where there is no such column.
    func bytes(_ column: RegisterColumn) -> Slice<UnsafeRawBufferPointer> {
        guard let index = indices[column.rawValue] else { return Slice(base: rows.bytes(at: .max), bounds: 0..<0) }
        var bytes = rows.bytes(at: index)[...]
        while let last = bytes.last, last == UInt8(ascii: " ") { bytes.removeLast() }
        while let first = bytes.first, first == UInt8(ascii: " ") { bytes.removeFirst() }
        return bytes
    }

    /// Nil where the file lacks the column, and for bytes that are no text.
    func text(_ column: RegisterColumn) -> String? { indices[column.rawValue].flatMap(rows.text(at:)) }
}

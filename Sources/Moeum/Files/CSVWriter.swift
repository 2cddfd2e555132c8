/// Writes comma-separated values (RFC 4180) for spreadsheets: with a byte order mark, which Excel needs to read UTF-8, and with
/// no cell that they would run as a formula.
struct CSVWriter {
    /// The value of one cell.
    enum Cell {
        /// A text that somebody wrote.
        case text(String)
        /// A number of ours, which may begin with a minus sign.
        case number(String)
        case nothing
    }

    /// The file so far, or a part of it.
    private(set) var bytes: [UInt8]

    init(header: [String]) {
        bytes = [0xEF, 0xBB, 0xBF]
        append(header.map(Cell.text))
    }

    /// Continues a file whose beginning is written elsewhere.
    init() { bytes = [] }

    mutating func append(_ cells: [Cell]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            switch cell {
            case .text(let text): bytes.append(contentsOf: Self.safe(text).utf8)
            case .number(let number): bytes.append(contentsOf: number.utf8)
            case .nothing: break
            }
        }
        bytes.append(contentsOf: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    }

    /// Puts an apostrophe before texts that a spreadsheet would calculate (OWASP, "CSV injection"), and quotes around those
    /// with a separator, quote or line break.
    static func safe(_ text: String) -> String {
        let safe = text.unicodeScalars.first.map(isDangerous) == true ? "'\(text)" : text
        guard safe.utf8.contains(where: separators.contains) else { return safe }
        return "\"\(safe.replacingScalars { $0 == "\"" ? "\"\"" : nil })\""
    }

    /// Quotes, commas and line breaks; tabs and semicolons too, at which some spreadsheets split cells.
    private static let separators: [UInt8] = [0x22, 0x2C, 0x0D, 0x0A, 0x09, 0x3B]

    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\t", "\r", "\n": true
        // The full-width forms, which some spreadsheets treat like the ASCII signs.
        case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
        default: false
        }
    }
}

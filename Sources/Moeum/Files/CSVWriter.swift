/// Writes comma-separated values (RFC 4180) that spreadsheets open as they are: with a byte order mark, without which
/// Excel takes UTF-8 for something else, and with no cell that they would run as a formula.
struct CSVWriter {
    /// What stands in one cell.
    enum Cell {
        /// What somebody wrote.
        case text(String)
        /// A number of ours: a minus sign is meant as one.
        case number(String)
        case nothing
    }

    /// The file so far, or a part of it.
    private(set) var bytes: [UInt8]

    init(header: [String]) {
        bytes = [0xEF, 0xBB, 0xBF]
        append(header.map(Cell.text))
    }

    /// Goes on with a file whose beginning is written elsewhere.
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

    /// An apostrophe goes before what a spreadsheet would calculate (OWASP, "CSV injection"); quotes around what holds a
    /// separator, a quote or an end of line.
    static func safe(_ text: String) -> String {
        let safe = text.unicodeScalars.first.map(isDangerous) == true ? "'\(text)" : text
        guard safe.utf8.contains(where: separators.contains) else { return safe }
        return "\"\(safe.replacing("\"", with: "\"\""))\""
    }

    /// Quotes, commas and ends of lines; tabs and semicolons too, at which some spreadsheets part cells.
    private static let separators: [UInt8] = [0x22, 0x2C, 0x0D, 0x0A, 0x09, 0x3B]

    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\t", "\r", "\n": true
        // The full-width forms, which some spreadsheets take for the signs.
        case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
        default: false
        }
    }
}

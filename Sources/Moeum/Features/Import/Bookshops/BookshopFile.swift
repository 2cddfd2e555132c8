/// A list of bookshops as an operator downloaded it, or an API's answers: CSV of UTF-8 or CP949, or JSON.
struct BookshopFile: Sendable {
    /// Which list it is, by the names of its columns.
    enum Form: Sendable, CaseIterable {
        /// The file of the culture register: hours in columns of their own.
        case culture
        /// The same register's API: hours in one free text.
        case cultureAPI
        /// Seoul's `TbSlibBookstoreInfo`.
        case seoul

        /// Without these it is none.
        var required: [String] {
            switch self {
            case .culture: ["ESNTL_ID", "FCLTY_NM", "FCLTY_ROAD_NM_ADDR"]
            case .cultureAPI: ["TITLE", "ADDRESS"]
            case .seoul: ["STORE_SEQ_NO", "STORE_NAME", "ADRES"]
            }
        }

        /// A key of the `sources` table.
        var source: String {
            switch self {
            case .culture, .cultureAPI: "kcisa-bookshops"
            case .seoul: "seoul-bookshops"
            }
        }
    }

    struct Row: Sendable, Equatable {
        /// From 1, the header's; in JSON the number of the row.
        let line: Int
        /// Tidy, by the names of their columns; nothing where nothing is known.
        let values: [String: String]
        /// Columns whose texts cannot be read.
        var unread: [String] = []
        /// Whether it has as many fields as the header.
        var isWellFormed = true
    }

    let form: Form
    let rows: [Row]

    /// - Throws: `RegisterFile.Error` where the file cannot be taken whole.
    init(_ file: RegisterFile) throws {
        let (names, rows) = try file.isJSON() ? Self.answers(in: file) : Self.table(in: file)
        guard let form = Form.allCases.first(where: { names.isSuperset(of: $0.required) }) else {
            let forms = Form.allCases.map { $0.required.joined(separator: "/") }
            throw file.error(.columns, "of a list of bookshops: \(forms.joined(separator: ", or "))")
        }
        (self.form, self.rows) = (form, rows)
    }

    private static func table(in file: RegisterFile) throws -> (Set<String>, [Row]) {
        let table = try RegisterCSV(file)
        let header = table.header.map(\.trimmed)
        var rows: [Row] = []
        while try table.next() {
            var row = row(table.line, header.indices.map { (header[$0], table.text(at: $0)) })
            row.isWellFormed = table.isWellFormed
            rows.append(row)
        }
        return (Set(header), rows)
    }

    private static let acceptedCodes: Set<String> = ["0000", "0", "00", "NORMAL_SERVICE", "NORMAL SERVICE"]

    private static func answers(in file: RegisterFile) throws -> (Set<String>, [Row]) {
        let answers = try RegisterJSON(file, codeKey: "resultCode", acceptedCodes: acceptedCodes)
        var (names, rows): (Set<String>, [Row]) = ([], [])
        while try answers.next() {
            guard let values = answers.values else { throw file.error(.unreadable, "it is no JSON") }
            guard Form.allCases.contains(where: { form in form.required.contains { values[$0] != nil } }) else {
                continue
            }
            names.formUnion(values.keys)
            rows.append(row(rows.count + 1, values.map { ($0.key, $0.value) }))
        }
        return (names, rows)
    }

    private static func row(_ line: Int, _ texts: [(name: String, text: String?)]) -> Row {
        var values: [String: String] = [:]
        var unread: [String] = []
        for (name, text) in texts {
            guard let value = text.flatMap(ImportText.tidy) else {
                unread.append(name)
                continue
            }
            if !value.isEmpty, values[name] == nil { values[name] = value }
        }
        return Row(line: line, values: values, unread: unread)
    }
}

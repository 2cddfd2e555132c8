/// The rows of a file by address, which may be CSV or JSON.
final class RegisterSource {
    private enum Form {
        case csv(RegisterTable)
        case json(JSONRegister)
    }

    private let form: Form

    init(_ file: RegisterFile, required: [RegisterColumn]) throws {
        form =
            try file.isJSON()
            ? .json(try JSONRegister(file, required: required)) : .csv(try RegisterTable(file, required: required))
    }

    /// From 1, the header's; in JSON the number of the row.
    var line: Int {
        switch form {
        case .csv(let table): table.line
        case .json(let rows): rows.number
        }
    }

    var isWellFormed: Bool {
        switch form {
        case .csv(let table): table.isWellFormed
        case .json(let rows): rows.isWellFormed
        }
    }

    /// In bytes.
    var progress: (done: Int, of: Int) {
        switch form {
        case .csv(let table): table.progress
        case .json(let rows): rows.progress
        }
    }

    /// Goes to the next row; false behind the last one.
    func next() throws -> Bool {
        switch form {
        case .csv(let table): try table.next()
        case .json(let rows): try rows.next()
        }
    }

    func text(_ column: RegisterColumn) -> String? {
        switch form {
        case .csv(let table): table.text(column)
        case .json(let rows): rows.text(column)
        }
    }
}

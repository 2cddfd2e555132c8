/// Which part of a diary to take along, and as what.
struct DiaryExportQuery: Sendable, Equatable {
    enum Format: String, Sendable, CaseIterable {
        case markdown, ics, json
    }

    /// Nil where the page that asks for it is meant.
    var format: Format?
    var range = DiaryExportRange()
    /// Whether events of the calendar have the titles of entries.
    var hasTitles = false
    /// Codes by the name of the field.
    var errors: [String: String] = [:]

    /// Empty fields of a form count as absent.
    init(_ query: Form) {
        func typed(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        format = typed("format").flatMap(Format.init)
        if format == nil, typed("format") != nil { errors["format"] = "unknown" }
        range = DiaryExportRange(from: typed("from"), to: typed("to"))
        for (name, day) in [("from", range.from), ("to", range.to)] {
            if let day, !SeoulTime.isDay(day) || day < Visit.earliestDay { errors[name] = "invalid" }
        }
        if errors.isEmpty, let from = range.from, let to = range.to, from > to { errors["to"] = "before-from" }
        hasTitles = typed("titles") == "1"
        if let titles = typed("titles"), titles != "1", titles != "0" { errors["titles"] = "invalid" }
    }
}

/// The fields of one weekday in the form of opening hours, such as `mon-opens`, as typed or as they are filled in.
struct HoursFields: Sendable, Equatable {
    private let attribute: PlaceAttribute
    let isClosed: Bool
    /// `HH:MM`, or nothing.
    let opens: String
    let breaks: String
    let resumes: String
    let closes: String

    /// `mon` of `hours-mon`: the beginning of the names of its fields, and the key of its error.
    static func name(_ attribute: PlaceAttribute) -> String { String(attribute.rawValue.suffix(3)) }

    var name: String { Self.name(attribute) }

    /// - Parameter hours: nil leaves all fields empty.
    init(_ attribute: PlaceAttribute, _ hours: DayHours?) {
        self.attribute = attribute
        isClosed = hours?.spans.isEmpty ?? false
        let spans = hours?.spans ?? []
        func clock(_ minutes: Int?) -> String { minutes.map(SeoulTime.clock) ?? "" }
        opens = clock(spans.first?.opens)
        breaks = clock(spans.count == 2 ? spans[0].closes : nil)
        resumes = clock(spans.count == 2 ? spans[1].opens : nil)
        closes = clock(spans.last?.closes)
    }

    init(_ attribute: PlaceAttribute, _ form: Form) {
        self.attribute = attribute
        let name = Self.name(attribute)
        func typed(_ field: String) -> String {
            let text = form["\(name)-\(field)"] ?? ""
            return text.utf8.count <= 5 ? text : String(decoding: text.utf8.prefix(5), as: UTF8.self)
        }
        isClosed = form["\(name)-closed"] == "1"
        (opens, breaks, resumes, closes) = (typed("opens"), typed("breaks"), typed("resumes"), typed("closes"))
    }

    var isEmpty: Bool { !isClosed && [opens, breaks, resumes, closes].allSatisfy(\.isEmpty) }

    /// Nil where they are empty or cannot be.
    var hours: DayHours? {
        if isClosed { return DayHours(DayHours.closed) }
        let text = breaks.isEmpty && resumes.isEmpty ? "\(opens)-\(closes)" : "\(opens)-\(breaks),\(resumes)-\(closes)"
        return DayHours(text)
    }
}

extension HoursFields: ViewModel {
    static let fields: [Field<HoursFields>] = [
        .text("name") { $0.name },
        .flag("isClosed") { $0.isClosed },
        .text("opens") { $0.opens },
        .text("breaks") { $0.breaks },
        .text("resumes") { $0.resumes },
        .text("closes") { $0.closes },
    ]
}

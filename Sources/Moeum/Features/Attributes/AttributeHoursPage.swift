/// The form of a week's opening hours.
struct AttributeHoursPage: Page {
    static let template = "attributes/hours"

    struct Day: ViewModel {
        let day: String
        let inputs: HoursFields
        let isWrong: Bool
        /// What others or staff tell of the day; nil where nobody does, or where the reader says the same.
        let told: DayHours?
        let toldText: String?

        static let fields: [Field<Day>] = [
            .text("day") { $0.day },
            .object("inputs") { $0.inputs },
            .flag("isWrong") { $0.isWrong },
            .text("told") { $0.told?.text },
            .text("toldText") { $0.toldText }.viewOnly,
        ]
    }

    let place: Place
    let days: [Day]
    let summary: FormSummary?

    static let fields: [Field<AttributeHoursPage>] = [
        .text("action") { "/places/\($0.place.id)/facts/hours" },
        .text("placeHref") { "/places/\($0.place.id)#facts" }.viewOnly,
        .text("placeName") { $0.place.name },
        .list("days") { $0.days },
        .object("summary") { $0.summary }.viewOnly,
    ]
}

/// Makes the form of a week's opening hours in a reader's language.
struct AttributeHoursBuilder: Localized {
    /// A form that was refused.
    let typed: Form?
    /// Codes by `HoursFields.name`, and one of the whole form.
    let errors: [String: String]
    let views: Views
    let language: Language

    /// - Parameter own: the reader's answers. They alone are filled in: whoever sends the form says all that stands in it.
    func page(_ place: Place, own: [PlaceAttribute: String]) -> AttributeHoursPage {
        let days = PlaceAttribute.week.map { day(of: $0, own: own[$0].flatMap { DayHours($0) }, place) }
        let items = days.filter(\.isWrong).map { day in
            FormSummary.Item(
                target: "\(day.inputs.name)-opens",
                label: day.day,
                text: text("attribute.hours-problem")
            )
        }
        let message = errors[FormDeclaration.wholeForm] == nil ? nil : text("attribute.hours-empty")
        return AttributeHoursPage(place: place, days: days, summary: FormSummary(message: message, items: items))
    }

    private func day(of attribute: PlaceAttribute, own: DayHours?, _ place: Place) -> AttributeHoursPage.Day {
        let weekday = attribute.weekday ?? 0
        let told = place.toldHours?.days[weekday].flatMap { $0 == own ? nil : $0 }
        return AttributeHoursPage.Day(
            day: text("day.\(weekday)"),
            inputs: typed.map { HoursFields(attribute, $0) } ?? HoursFields(attribute, own),
            isWrong: errors[HoursFields.name(attribute)] != nil,
            told: told,
            toldText: told.map { text("attribute.hours-known", ["hours": .text(hoursText($0))]) }
        )
    }
}

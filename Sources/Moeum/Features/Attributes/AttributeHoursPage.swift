/// The form of a week's opening hours.
struct AttributeHoursPage: Page {
    static let template = "attributes/hours"

    struct Day: ViewModel {
        let day: String
        let inputs: HoursFields
        let isWrong: Bool

        static let fields: [Field<Day>] = [
            .text("day") { $0.day }, .object("inputs") { $0.inputs }, .flag("isWrong") { $0.isWrong },
        ]
    }

    let place: Place
    let days: [Day]

    static let fields: [Field<AttributeHoursPage>] = [
        .text("action") { "/places/\($0.place.id)/facts/hours" },
        .text("placeHref") { "/places/\($0.place.id)#facts" }.viewOnly,
        .text("placeName") { $0.place.name },
        .list("days") { $0.days },
        .flag("hasProblem") { page in page.days.contains { $0.isWrong } }.viewOnly,
    ]
}

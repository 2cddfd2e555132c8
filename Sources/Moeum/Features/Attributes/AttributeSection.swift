import Foundation

/// What members tell about a place, as its page shows it: what is known, and what nobody has answered.
struct AttributeSection: ViewModel {
    /// An answer that one tap gives.
    struct Option: ViewModel {
        let label: String
        /// The button's `fact`, such as `parking=yes`.
        let sends: String

        static let fields: [Field<Option>] = [.text("label") { $0.label }, .text("sends") { $0.sends }]
    }

    /// A value that somebody gave.
    struct Chip: ViewModel {
        let option: Option
        let key: String
        let people: Int
        /// `yyyy-MM-dd` of the newest answer.
        let on: String
        let isOwn: Bool
        /// Whether more people say something else.
        let isMinor: Bool

        static let fields: [Field<Chip>] = [
            .text("label") { $0.option.label },
            .text("sends") { $0.option.sends },
            .text("key") { $0.key },
            .integer("people") { $0.people },
            .text("on") { $0.on },
            .text("dayText") { String($0.on.suffix(5)) },
            .flag("isOwn") { $0.isOwn },
            .flag("isMinor") { $0.isMinor },
        ]
    }

    /// Something that nobody has told yet.
    struct Question: ViewModel {
        let label: String
        let options: [Option]

        static let fields: [Field<Question>] = [
            .text("label") { $0.label }, .list("options") { $0.options },
        ]
    }

    /// The questions that stand in sight; the others are behind a fold.
    static let shownQuestions = 3

    let place: Place.ID
    let chips: [Chip]
    let questions: [Question]
    /// Answers that nobody gave to what others have answered.
    let others: [Option]

    static let fields: [Field<AttributeSection>] = [
        .text("action") { "/places/\($0.place)/facts" },
        .text("deleteAction") { "/places/\($0.place)/facts/delete" },
        .text("hoursHref") { "/places/\($0.place)/facts/hours" },
        .list("chips") { $0.chips },
        .list("questions") { Array($0.questions.prefix(shownQuestions)) },
        .list("moreQuestions") { Array($0.questions.dropFirst(shownQuestions)) },
        .list("others") { $0.others },
    ]
}

/// One value of a fact for programs: how many say so, how many say otherwise, and when the last did.
struct PlaceFactRow: ViewModel {
    let key: String
    let value: String
    /// Who say yes, or who give this value where the answers are not yes and no.
    let yes: Int
    /// Who say no, or who give another value.
    let no: Int
    /// `yyyy-MM-dd`.
    let asOf: String

    func isOf(_ attribute: PlaceAttribute, _ value: String) -> Bool {
        key == attribute.rawValue && self.value == value
    }

    /// One row a key and value.
    static func rows(_ tallies: [AttributeTally]) -> [PlaceFactRow] {
        let byAttribute = Dictionary(grouping: tallies, by: \.attribute)
        return tallies.map { tally in
            let same = byAttribute[tally.attribute] ?? []
            let counted = tally.value == "no" ? "yes" : tally.value
            let agreeing = same.first { $0.value == counted }?.people ?? 0
            return PlaceFactRow(
                key: tally.attribute.rawValue,
                value: tally.value,
                yes: agreeing,
                no: same.reduce(0) { $0 + $1.people } - agreeing,
                asOf: tally.day
            )
        }
    }

    static let fields: [Field<PlaceFactRow>] = [
        .text("key") { $0.key }, .text("value") { $0.value }, .integer("yes") { $0.yes }, .integer("no") { $0.no },
        .text("asOf") { $0.asOf }, .text("source") { _ in nil },
    ]
}

extension AttributeTally {
    /// `yyyy-MM-dd`, in Seoul.
    var day: String { SeoulTime(Date(milliseconds: answeredAt)).isoDay }
}

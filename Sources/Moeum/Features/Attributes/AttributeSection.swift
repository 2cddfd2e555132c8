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
        /// The same, short.
        let dayText: String
        let isOwn: Bool
        /// Whether more people, or staff, say something else.
        let isMinor: Bool
        /// Whether staff say so.
        let isOfStaff: Bool

        static let fields: [Field<Chip>] = [
            .text("label") { $0.option.label },
            .text("sends") { $0.option.sends },
            .text("key") { $0.key },
            .integer("people") { $0.people },
            .text("on") { $0.on },
            .text("dayText") { $0.dayText },
            .flag("isOwn") { $0.isOwn },
            .flag("isMinor") { $0.isMinor },
            .flag("isOfStaff") { $0.isOfStaff },
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

    /// What staff set, and how they know.
    struct Correction: ViewModel {
        let label: String
        let source: String

        static let fields: [Field<Correction>] = [.text("label") { $0.label }, .text("source") { $0.source }]
    }

    /// The questions that stand in sight; the others are behind a fold.
    static let shownQuestions = 3

    let place: Place.ID
    let chips: [Chip]
    let questions: [Question]
    /// Answers that nobody gave to what others have answered.
    let others: [Option]
    /// Those of opening hours too, which have no chips.
    let corrections: [Correction]

    static let fields: [Field<AttributeSection>] = [
        .text("action") { "/places/\($0.place)/facts" },
        .text("deleteAction") { "/places/\($0.place)/facts/delete" },
        .text("hoursHref") { "/places/\($0.place)/facts/hours" },
        .list("chips") { $0.chips },
        .list("questions") { Array($0.questions.prefix(shownQuestions)) },
        .list("moreQuestions") { Array($0.questions.dropFirst(shownQuestions)) },
        .list("others") { $0.others },
        .list("corrections") { $0.corrections },
    ]
}

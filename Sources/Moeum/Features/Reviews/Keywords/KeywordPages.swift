/// The list of keywords for staff.
struct KeywordsPage: Page {
    static let template = "administration/keywords"

    /// The keywords of one kind of place and tone, either offered or retired.
    struct Group: ViewModel {
        let kind: Place.Kind
        let tone: Keyword.Tone
        let heading: String
        let keywords: [KeywordEntry]

        static let fields: [Field<Group>] = [
            .text("kind") { $0.kind.rawValue },
            .text("tone") { $0.tone.rawValue },
            .text("heading") { $0.heading },
            .flag("isEmpty") { $0.keywords.allSatisfy(\.keyword.isRetired) }.viewOnly,
            .list("keywords") { $0.keywords },
        ]
    }

    let groups: [Group]
    let form: FormView

    init(_ keywords: [Keyword], form: FormView, _ views: Views, _ language: Language) {
        self.form = form
        groups = Place.Kind.allCases.flatMap { kind in
            Keyword.Tone.allCases.map { tone in
                let own = keywords.filter { $0.kind == kind && $0.tone == tone }
                let offered = own.filter { !$0.isRetired }
                return Group(
                    kind: kind,
                    tone: tone,
                    heading: views.text("admin.keywords.\(kind.rawValue).\(tone.rawValue)", [:], language),
                    keywords: (offered + own.filter(\.isRetired)).map {
                        KeywordEntry(
                            keyword: $0,
                            name: $0.name(language),
                            isFirst: $0 == offered.first,
                            isLast: $0 == offered.last
                        )
                    }
                )
            }
        }
    }

    static let fields: [Field<KeywordsPage>] = [
        .list("groups") { $0.groups },
        .object("form") { $0.form },
    ]
}

/// One keyword, with its buttons.
struct KeywordEntry: ViewModel {
    let keyword: Keyword
    /// In the reader's language.
    let name: String
    let isFirst: Bool
    let isLast: Bool

    static let fields: [Field<KeywordEntry>] = [
        .text("id") { String($0.keyword.id) },
        .text("korean") { $0.keyword.names.korean },
        .text("english") { $0.keyword.names.english },
        .integer("rev") { $0.keyword.rev },
        .flag("isRetired") { $0.keyword.isRetired },
        .text("name") { $0.name }.viewOnly,
        .flag("canRise") { !$0.keyword.isRetired && !$0.isFirst }.viewOnly,
        .flag("canSink") { !$0.keyword.isRetired && !$0.isLast }.viewOnly,
    ]
}

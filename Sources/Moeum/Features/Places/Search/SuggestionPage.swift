/// Search suggestions while somebody types: districts, dongs, stations and dishes, then places.
struct SuggestionPage: ViewModel {
    struct Suggestion: ViewModel {
        let type: String
        /// The type in words; a place's district.
        let label: String
        let name: String
        let href: String
        var card: PlaceCard?
        /// A place's name in Latin letters, for readers of English.
        var romanName: String?

        static let fields: [Field<Suggestion>] = [
            .text("type") { $0.type },
            .text("label") { $0.label },
            .text("name") { $0.name },
            .text("href") { $0.href },
            .integer("id") { $0.card.map { Int($0.id) } },
            .text("kind") { $0.card?.place.kind.rawValue },
            .text("category") { $0.card?.categoryName },
            .text("districtName") { $0.card?.districtName },
            .text("romanName") { $0.romanName },
        ]
    }

    let suggestions: [Suggestion]

    static let fields: [Field<SuggestionPage>] = [.list("suggestions") { $0.suggestions }]
}

/// Finds suggestions for what is typed.
struct SuggestionFinder: Sendable {
    let vocabulary: PlaceSearchVocabulary
    let presenter: PlacePresenter

    private static let limit = 8
    private static let maxOfType = 2

    func page(_ typed: String, in transaction: Transaction) throws -> SuggestionPage {
        let text = String(typed.prefix(100)).trimmed
        if text.isEmpty { return SuggestionPage(suggestions: []) }
        let readings = HangulKeyboard.readings(of: text)
        for reading in [text] + readings {
            let terms = try vocabulary.terms(begunBy: reading, perType: Self.maxOfType)
                .filter { try exists($0, transaction) }
            let limit = Self.limit - terms.count
            let places = try transaction.suggestedPlaces(reading, vocabulary, presenter.now, limit: limit)
            if !terms.isEmpty || !places.isEmpty {
                return SuggestionPage(suggestions: terms.map(suggestion) + places.map(suggestion))
            }
        }
        for reading in readings + [text] {
            var places = try halfTyped(reading, in: transaction)
            if places.isEmpty, let name = try transaction.similarName(to: reading) {
                places = try transaction.suggestedPlaces(name, vocabulary, presenter.now, limit: Self.limit)
            }
            if !places.isEmpty { return SuggestionPage(suggestions: places.map(suggestion)) }
        }
        return SuggestionPage(suggestions: [])
    }

    /// Places for what is still being typed, first those whose names go on from it: 김가네설렁탕 for 김가네서.
    private func halfTyped(_ text: String, in transaction: Transaction) throws -> [Place] {
        guard let rest = KoreanText.beforeUnfinished(text) else { return [] }
        let typed = Jamo(KoreanText.key(text))
        let places = try transaction.suggestedPlaces(rest, vocabulary, presenter.now, limit: 50)
        let goesOn = places.map { typed.begins(Jamo(KoreanText.key($0.name))) }
        let ordered = zip(places, goesOn).filter(\.1) + zip(places, goesOn).filter { !$0.1 }
        return ordered.prefix(Self.limit).map(\.0)
    }

    /// A dish that nobody serves and a dong without places lead nowhere.
    private func exists(_ term: SearchTerm, _ transaction: Transaction) throws -> Bool {
        switch term.subject {
        case .district, .station: true
        case .dong(let dong):
            try transaction.fitsSomething(PlaceSearch(dong.text, vocabulary), in: [dong.district])
        // Most menus have the usual word; to look for all others too costs much more.
        case .dish(let dish):
            try transaction.fitsSomething(PlaceSearch(dish.name))
                || transaction.fitsSomething(PlaceSearch(dish.name, vocabulary))
        }
    }

    private func suggestion(_ place: Place) -> SuggestionPage.Suggestion {
        let card = presenter.card(place)
        return SuggestionPage.Suggestion(
            type: "place",
            label: card.districtName,
            name: card.name,
            href: card.href,
            card: card,
            romanName: presenter.romanName(card.name)
        )
    }

    private func suggestion(_ term: SearchTerm) -> SuggestionPage.Suggestion {
        let isEnglish = presenter.language == .english
        var query = PlaceQuery()
        let (name, path): (String, String)
        switch term.subject {
        case .district(let district):
            (name, path) = (presenter.districtName(district.slug), "/districts/\(district.slug)")
        case .dong(let dong):
            name = dong.name(presenter.language)
            (query.text, query.districts, path) = (name, [dong.district], "/places")
        case .station(let station):
            name = station.fullName(presenter.language)
            (query.station, path) = (station.name, "/places")
        case .dish(let dish):
            name = isEnglish ? dish.shortEnglishName : dish.name
            (query.text, path) = (name, "/places")
        }
        return SuggestionPage.Suggestion(
            type: term.type,
            label: presenter.text("search.type-\(term.type)"),
            name: name,
            href: query.address(path)
        )
    }
}

/// Makes the roulette's filters, result and suggestions in a reader's language.
struct RouletteBuilder: Sendable, Localized {
    /// The choices of the filters, besides those in the query.
    struct Offer: Sendable {
        /// How many favourites can be picked; nil without a session.
        var favourites: Int?
        var keepsNothing = false
        var tags: [(tag: Tag, count: Int)] = []
        var types: [String] = []
        var lists: [(value: String, title: String)] = []
        var leftOutNames: [Place.ID: String] = [:]
    }

    let presenter: PlacePresenter
    private let query: RouletteQuery
    private let offer: Offer
    private let chosen: Set<[String]>

    var views: Views { presenter.views }
    var language: Language { presenter.language }

    init(_ presenter: PlacePresenter, _ query: RouletteQuery, _ offer: Offer) {
        (self.presenter, self.query, self.offer) = (presenter, query, offer)
        chosen = Set(query.items.map { [$0.name, $0.value] })
    }

    func page(_ state: RouletteState) -> RoulettePage {
        var page = RoulettePage(query: query)
        page.candidates = state.candidates
        page.sources = sources()
        page.groups = groups().filter { !$0.choices.isEmpty }
        page.advice = state.advice.map(alternative)
        if page.advice.isEmpty { page.beginnings = beginnings() }
        page.emptyText = text(emptyKey(state))
        if !state.names.isEmpty {
            page.wheel = RouletteWheel(names: state.names.map(presenter.label), hasPick: state.pick != nil).disc
        }
        if query.needsPosition {
            page.districts = presenter.districts.all.map { district in
                let there = RouletteQuery().with {
                    $0.source = .district
                    $0.place.districts = [district.slug]
                }
                return ListChoice(label: presenter.districtName(district.slug), href: there.address)
            }
        }
        return page
    }

    private func beginnings() -> [ListChoice] {
        var beginnings: [ListChoice] = []
        let favourites = RouletteQuery().with { $0.source = .favourites }
        if query.source == .favourites, let count = offer.favourites, count > 0, query.address != favourites.address {
            let label = text("roulette.every-favourite", ["count": .integer(count)])
            beginnings.append(ListChoice(label: label, href: favourites.address))
        }
        let everywhere = RouletteQuery().with { $0.source = .district }
        beginnings.append(ListChoice(label: text("roulette.everywhere"), href: everywhere.address))
        return beginnings
    }

    private func emptyKey(_ state: RouletteState) -> String {
        if query.source == .favourites, offer.keepsNothing { return "roulette.empty-favourites" }
        return state.advice.isEmpty ? "roulette.empty-even-so" : "roulette.empty-drop"
    }

    private func alternative(_ advice: RouletteAdvice) -> RouletteAlternative {
        let filter =
            switch advice.filter {
            case .tags: text("roulette.group", ["group": .text(advice.group ?? "")])
            case .unvisited: query.unvisited.map(unvisited) ?? ""
            default: text("roulette.filter-\(advice.filter.rawValue)")
            }
        let count: [String: FieldValue] = ["filter": .text(filter), "count": .integer(advice.candidates)]
        return RouletteAlternative(
            advice: advice,
            label: text(advice.filter == .radius ? "roulette.widen" : "roulette.drop", count)
        )
    }

    // MARK: Filters

    /// A checkbox or radio button, checked where the query has it.
    private func choice(_ name: String, _ value: String, _ label: String) -> RouletteChoice {
        RouletteChoice(name: name, value: value, label: label, isChecked: chosen.contains([name, value]))
    }

    private func sources() -> [RouletteChoice] {
        let icons: [RouletteQuery.Source: String] = [
            .favourites: "heart", .nearby: "locate", .district: "map", .list: "list",
        ]
        return RouletteQuery.Source.allCases.compactMap { source in
            if source == .list, offer.lists.isEmpty, query.source != .list { return nil }
            var choice = choice("from", source.rawValue, text("roulette.from-\(source.rawValue)"))
            if source == .favourites { choice.countText = offer.favourites.map(ValueText.grouped) }
            choice.icon = icons[source]
            return choice
        }
    }

    private func groups() -> [RouletteGroup] {
        let others: [RouletteGroup] =
            switch query.source {
            case .favourites: [tags(), searched(), districts(chosenOnly: true), radii()]
            case .nearby: [radii(), types()]
            case .district, nil: [districts(chosenOnly: false), types()]
            case .list: [lists()]
            }
        return [kinds()] + others + [rest()]
    }

    private func kinds() -> RouletteGroup {
        var all = choice("kind", "", text("kind.all"))
        all.isChecked = query.place.kind == nil
        let kinds = Place.Kind.allCases.map { choice("kind", $0.rawValue, text("kind.\($0.rawValue)")) }
        return RouletteGroup(legend: text("roulette.kind"), choices: [all] + kinds, isSegment: true)
    }

    private func radii() -> RouletteGroup {
        let radii = Set([500, 1_000, 2_000, 5_000, query.place.radius]).sorted().map { radius in
            // Addresses leave out the usual one.
            var choice = choice("radius", "\(radius)", presenter.distance(radius))
            choice.isChecked = query.place.radius == radius
            return choice
        }
        let isAround = query.place.near != nil
        return RouletteGroup(legend: text("roulette.radius"), choices: isAround ? radii : [], isSegment: true)
    }

    private func districts(chosenOnly: Bool) -> RouletteGroup {
        let choices = presenter.districts.all
            .map { choice("district", $0.slug, $0.shortName(presenter.language)) }
            .filter { !chosenOnly || $0.isChecked }
        return RouletteGroup(legend: text("roulette.district"), choices: choices, isFold: !chosenOnly)
    }

    private func types() -> RouletteGroup {
        let all = offer.types + query.place.types.filter { !offer.types.contains($0) }
        let choices = all.map { choice("type", $0, presenter.typeName($0)) }
        return RouletteGroup(legend: text("roulette.type"), choices: choices, isFold: true)
    }

    private func searched() -> RouletteGroup {
        let words = query.place.text.map { choice("q", $0, text("roulette.words", ["words": .text($0)])) }
        let rating = query.rating.map { choice("rating", "\($0)", text("roulette.rating", ["stars": .integer($0)])) }
        return RouletteGroup(legend: text("roulette.narrowed"), choices: [words, rating].compactMap(\.self))
    }

    private func tags() -> RouletteGroup {
        let known = offer.tags.map { (text: $0.tag.text, count: $0.count) }
        let gone = query.tags.filter { tag in !known.contains { $0.text == tag } }.map { (text: $0, count: 0) }
        let choices = (known + gone).map { tag in
            var choice = choice("tag", tag.text, tag.text)
            (choice.countText, choice.isKorean) = (ValueText.grouped(tag.count), true)
            return choice
        }
        return RouletteGroup(legend: text("roulette.tags"), choices: choices, isFold: known.count > 12)
    }

    private func lists() -> RouletteGroup {
        let choices = offer.lists.map { choice("list", $0.value, $0.title) }
        return RouletteGroup(legend: text("roulette.from-list"), choices: choices, isSegment: true)
    }

    /// The filters for visited places and for places that were ruled out.
    private func rest() -> RouletteGroup {
        var choices: [RouletteChoice] = []
        if offer.favourites != nil {
            var periods: [FavouriteQuery.UnvisitedPeriod] = [.ever, .lastDays(30)]
            if let own = query.unvisited, !periods.contains(own) { periods.append(own) }
            choices = periods.map { choice("unvisited", $0.text, unvisited($0)) }
        }
        choices += query.leftOut.compactMap { place in
            offer.leftOutNames[place].map {
                choice("not", "\(place)", text("roulette.without", ["name": .text($0)]))
            }
        }
        return RouletteGroup(legend: text("roulette.rest"), choices: choices)
    }

    private func unvisited(_ period: FavouriteQuery.UnvisitedPeriod) -> String {
        switch period {
        case .ever: text("roulette.unvisited-all")
        case .lastDays(let days): text("roulette.unvisited-days", ["days": .integer(days)])
        }
    }
}

/// Makes the roulette's filters, result and suggestions in a reader's language.
struct RouletteBuilder: Sendable, Localized {
    let presenter: PlacePresenter
    var views: Views { presenter.views }
    var language: Language { presenter.language }

    /// The choices of the filters, besides those in the query.
    struct Offer: Sendable {
        /// How many favourites can be picked; nil without a session.
        var favourites: Int?
        var keepsNothing = false
        var tags: [(tag: Tag, count: Int)] = []
        var types: [String] = []
        var lists: [(value: String, title: String)] = []
        /// Names of the places that the reader ruled out.
        var leftOutNames: [Place.ID: String] = [:]
        var hasAccount = false
    }

    func page(_ query: RouletteQuery, _ state: RouletteState, _ offer: Offer) -> RoulettePage {
        var page = RoulettePage(query: query)
        page.candidates = state.candidates
        page.sources = sources(query, offer)
        page.groups = groups(query, offer).filter { !$0.choices.isEmpty }
        page.advice = state.advice.map { alternative($0, of: query) }
        if page.advice.isEmpty { page.beginnings = beginnings(query, offer) }
        page.emptyText = text(emptyKey(query, state, offer))
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

    private func beginnings(_ query: RouletteQuery, _ offer: Offer) -> [ListChoice] {
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

    private func emptyKey(_ query: RouletteQuery, _ state: RouletteState, _ offer: Offer) -> String {
        if query.source == .favourites, offer.keepsNothing { return "roulette.empty-favourites" }
        return state.advice.isEmpty ? "roulette.empty-even-so" : "roulette.empty-drop"
    }

    private func alternative(_ advice: RouletteAdvice, of query: RouletteQuery) -> RouletteAlternative {
        let filter: String
        switch advice.filter {
        case .tags(let group): filter = text("roulette.group", ["group": .text(group)])
        case .unvisited: filter = query.unvisited.map(unvisited) ?? ""
        default: filter = text("roulette.filter-\(advice.filter.name)")
        }
        let count: [String: FieldValue] = ["filter": .text(filter), "count": .integer(advice.candidates)]
        return RouletteAlternative(
            filter: advice.filter.name,
            candidates: advice.candidates,
            href: advice.query.address,
            label: text(advice.filter == .radius ? "roulette.widen" : "roulette.drop", count)
        )
    }

    private func sources(_ query: RouletteQuery, _ offer: Offer) -> [RouletteChoice] {
        let icons: [RouletteQuery.Source: String] = [
            .favourites: "heart", .nearby: "locate", .district: "map", .list: "list",
        ]
        return RouletteQuery.Source.allCases.compactMap { source in
            if source == .list, offer.lists.isEmpty, query.source != .list { return nil }
            return RouletteChoice(
                name: "from",
                value: source.rawValue,
                label: text("roulette.from-\(source.rawValue)"),
                countText: source == .favourites ? offer.favourites.map { ValueText.grouped($0) } : nil,
                icon: icons[source],
                isChecked: query.source == source
            )
        }
    }

    private func groups(_ query: RouletteQuery, _ offer: Offer) -> [RouletteGroup] {
        var groups = [kinds(query)]
        switch query.source {
        case .favourites:
            groups += [tags(query, offer), searched(query), districts(query, chosenOnly: true), radii(query)]
        case .nearby: groups += [radii(query), types(query, offer)]
        case .district, nil: groups += [districts(query, chosenOnly: false), types(query, offer)]
        case .list: groups.append(lists(query, offer))
        }
        return groups + [rest(query, offer)]
    }

    private func kinds(_ query: RouletteQuery) -> RouletteGroup {
        let all = RouletteChoice(name: "kind", value: "", label: text("kind.all"), isChecked: query.place.kind == nil)
        let kinds = Place.Kind.allCases.map { kind in
            RouletteChoice(
                name: "kind",
                value: kind.rawValue,
                label: text("kind.\(kind.rawValue)"),
                isChecked: query.place.kind == kind
            )
        }
        return RouletteGroup(legend: text("roulette.kind"), choices: [all] + kinds, isSegment: true)
    }

    private func radii(_ query: RouletteQuery) -> RouletteGroup {
        let radii = Set([500, 1_000, 2_000, 5_000, query.place.radius]).sorted().map { radius in
            RouletteChoice(
                name: "radius",
                value: "\(radius)",
                label: presenter.distance(radius),
                isChecked: query.place.radius == radius
            )
        }
        return RouletteGroup(
            legend: text("roulette.radius"),
            choices: query.place.near == nil ? [] : radii,
            isSegment: true
        )
    }

    private func districts(_ query: RouletteQuery, chosenOnly: Bool) -> RouletteGroup {
        let chosen = Set(query.place.districts)
        let choices = presenter.districts.all.filter { !chosenOnly || chosen.contains($0.slug) }.map { district in
            RouletteChoice(
                name: "district",
                value: district.slug,
                label: district.shortName(presenter.language),
                isChecked: chosen.contains(district.slug)
            )
        }
        return RouletteGroup(legend: text("roulette.district"), choices: choices, isFold: !chosenOnly)
    }

    private func types(_ query: RouletteQuery, _ offer: Offer) -> RouletteGroup {
        let chosen = Set(query.place.types)
        let all = offer.types + query.place.types.filter { !offer.types.contains($0) }
        let choices = all.map { type in
            RouletteChoice(
                name: "type",
                value: type,
                label: presenter.typeName(type),
                isChecked: chosen.contains(type)
            )
        }
        return RouletteGroup(legend: text("roulette.type"), choices: choices, isFold: true)
    }

    private func searched(_ query: RouletteQuery) -> RouletteGroup {
        var choices: [RouletteChoice] = []
        if let words = query.place.text {
            choices.append(
                RouletteChoice(
                    name: "q",
                    value: words,
                    label: text("roulette.words", ["words": .text(words)]),
                    isChecked: true
                )
            )
        }
        if let rating = query.rating {
            choices.append(
                RouletteChoice(
                    name: "rating",
                    value: "\(rating)",
                    label: text("roulette.rating", ["stars": .integer(rating)]),
                    isChecked: true
                )
            )
        }
        return RouletteGroup(legend: text("roulette.narrowed"), choices: choices)
    }

    private func tags(_ query: RouletteQuery, _ offer: Offer) -> RouletteGroup {
        let known = offer.tags.map(\.tag.text)
        let choices = offer.tags.map { tag, count in
            RouletteChoice(
                name: "tag",
                value: tag.text,
                label: tag.text,
                countText: ValueText.grouped(count),
                isChecked: query.tags.contains(tag.text),
                isKorean: true
            )
        }
        let gone = query.tags.filter { !known.contains($0) }.map {
            RouletteChoice(name: "tag", value: $0, label: $0, countText: "0", isChecked: true, isKorean: true)
        }
        return RouletteGroup(legend: text("roulette.tags"), choices: choices + gone, isFold: offer.tags.count > 12)
    }

    private func lists(_ query: RouletteQuery, _ offer: Offer) -> RouletteGroup {
        RouletteGroup(
            legend: text("roulette.from-list"),
            choices: offer.lists.map {
                RouletteChoice(
                    name: "list",
                    value: $0.value,
                    label: $0.title,
                    isChecked: query.list == $0.value
                )
            },
            isSegment: true
        )
    }

    /// The filters for visited places and for places that were ruled out.
    private func rest(_ query: RouletteQuery, _ offer: Offer) -> RouletteGroup {
        var choices: [RouletteChoice] = []
        if offer.hasAccount {
            var periods: [FavouriteQuery.Unvisited] = [.ever, .lastDays(30)]
            if let own = query.unvisited, !periods.contains(own) { periods.append(own) }
            choices = periods.map { period in
                RouletteChoice(
                    name: "unvisited",
                    value: period.text,
                    label: unvisited(period),
                    isChecked: query.unvisited == period
                )
            }
        }
        choices += query.leftOut.compactMap { place in
            offer.leftOutNames[place].map {
                RouletteChoice(
                    name: "not",
                    value: "\(place)",
                    label: text("roulette.without", ["name": .text($0)]),
                    isChecked: true
                )
            }
        }
        return RouletteGroup(legend: text("roulette.rest"), choices: choices)
    }

    private func unvisited(_ period: FavouriteQuery.Unvisited) -> String {
        switch period {
        case .ever: text("roulette.unvisited-all")
        case .lastDays(let days): text("roulette.unvisited-days", ["days": .integer(days)])
        }
    }
}

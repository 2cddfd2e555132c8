/// Makes the home page from the kept counts.
struct HomeBuilder: Sendable {
    let presenter: PlacePresenter

    /// All of the page but its reviews.
    func page(_ counts: HomeCounts, menus: [String]) -> HomePage {
        let all = presenter.districts.all.map { counts.districts[$0.slug] ?? KindCounts() }
        let shades = DistrictTile.shades(all.map(\.total))
        let tiles = zip(presenter.districts.all, zip(all, shades)).map { district, numbers in
            let (counts, shade) = numbers
            return DistrictTile(
                district: district,
                counts: counts,
                lines: DistrictTile.lines(of: district.shortName(presenter.language), presenter.language),
                shade: shade,
                tileLabel: presenter.lists.tile(presenter.districtName(district.slug), places: counts.total)
            )
        }
        let sum = all.reduce(into: KindCounts()) { sum, counts in
            sum.restaurant += counts.restaurant
            sum.bookshop += counts.bookshop
        }
        return HomePage(
            lead: presenter.lists.lead(sum),
            districts: tiles,
            types: types(counts.types),
            menus: menus.map(menuChoice)
        )
    }

    /// Restaurant types by number of places, then the bookshops' types.
    private func types(_ types: [HomeCounts.TypeCount]) -> [ListChoice] {
        types.map { type in
            var query = PlaceQuery()
            query.kind = type.kind == .bookshop ? .bookshop : nil
            query.types = [type.category]
            return ListChoice(
                label: presenter.typeName(type.category),
                href: query.address("/places"),
                count: type.count,
                isBookshop: type.kind == .bookshop,
                syllable: presenter.types.syllable(of: type.category)
            )
        }
    }

    private func menuChoice(_ menu: String) -> MenuChoice {
        var query = PlaceQuery()
        query.text = menu
        return MenuChoice(label: menu, dishes: presenter.shortMenu(menu), href: query.address("/places"))
    }
}

/// What the home page counts: of every district, and of the commonest business types.
struct HomeCounts: Sendable {
    typealias TypeCount = (kind: Place.Kind, category: String, count: Int)

    private(set) var districts: [String: KindCounts] = [:]
    /// Restaurants' types by number of places, then bookshops'.
    let types: [TypeCount]

    init(_ counts: [PlaceCount]) {
        types = Place.Kind.allCases.flatMap { kind in
            var totals: [String: Int] = [:]
            for entry in counts where entry.kind == kind { totals[entry.category, default: 0] += entry.count }
            return totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(kind == .restaurant ? 10 : 3)
                .map { (kind, $0.key, $0.value) }
        }
        for entry in counts {
            switch entry.kind {
            case .restaurant: districts[entry.district, default: KindCounts()].restaurant += entry.count
            case .bookshop: districts[entry.district, default: KindCounts()].bookshop += entry.count
            }
        }
    }
}

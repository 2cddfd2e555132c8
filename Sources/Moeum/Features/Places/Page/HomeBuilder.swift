/// Makes the home page from the kept counts.
struct HomeBuilder: Sendable {
    let presenter: PlacePresenter

    /// All of the page but its reviews.
    func page(_ counts: [PlaceCount], menus: [String]) -> HomePage {
        let byDistrict = Dictionary(grouping: counts, by: \.district).mapValues(KindCounts.init)
        let all = presenter.districts.all.map { byDistrict[$0.slug] ?? KindCounts([]) }
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
        let sum = KindCounts(
            restaurant: all.reduce(0) { $0 + $1.restaurant },
            bookshop: all.reduce(0) { $0 + $1.bookshop }
        )
        return HomePage(
            lead: presenter.lists.lead(sum),
            districts: tiles,
            types: Place.Kind.allCases.flatMap { commonestTypes(of: $0, counts) },
            menus: menus.map(menuChoice)
        )
    }

    private func commonestTypes(of kind: Place.Kind, _ counts: [PlaceCount]) -> [ListChoice] {
        let totals = counts.filter { $0.kind == kind }.reduce(into: [String: Int]()) {
            $0[$1.category, default: 0] += $1.count
        }
        let commonest = totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return commonest.prefix(kind == .restaurant ? 10 : 3).map { category, count in
            var query = PlaceQuery()
            query.kind = kind == .bookshop ? .bookshop : nil
            query.types = [category]
            return ListChoice(
                label: presenter.typeName(category),
                href: query.address("/places"),
                count: count,
                isBookshop: kind == .bookshop,
                syllable: presenter.types.syllable(of: category)
            )
        }
    }

    private func menuChoice(_ menu: String) -> MenuChoice {
        var query = PlaceQuery()
        query.text = menu
        return MenuChoice(label: menu, dishes: presenter.shortMenu(menu), href: query.address("/places"))
    }
}

extension KindCounts {
    init(_ counts: [PlaceCount]) {
        self.init(
            restaurant: counts.reduce(0) { $0 + ($1.kind == .restaurant ? $1.count : 0) },
            bookshop: counts.reduce(0) { $0 + ($1.kind == .bookshop ? $1.count : 0) }
        )
    }
}

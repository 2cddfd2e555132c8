/// Makes the home page from the kept counts.
struct HomeBuilder: Sendable {
    let presenter: PlacePresenter

    func page(_ counts: [PlaceCount], menus: [String], reviews: [ReviewCard]) -> HomePage {
        var sums: [String: (restaurant: Int, bookshop: Int)] = [:]
        for entry in counts {
            if entry.kind == .restaurant {
                sums[entry.district, default: (0, 0)].restaurant += entry.count
            } else {
                sums[entry.district, default: (0, 0)].bookshop += entry.count
            }
        }
        let totals = presenter.districts.all.map { sums[$0.slug] ?? (0, 0) }
        let shades = DistrictTile.shades(totals.map { $0.restaurant + $0.bookshop })
        let words = PlaceListPresenter(views: presenter.views, language: presenter.language)
        let tiles = zip(presenter.districts.all, zip(totals, shades)).map { district, numbers in
            let (total, shade) = numbers
            let count = total.restaurant + total.bookshop
            return DistrictTile(
                district: district,
                counts: KindCounts(restaurant: total.restaurant, bookshop: total.bookshop),
                language: presenter.language,
                shade: shade,
                tileLabel: words.tile(presenter.districtName(district.slug), places: count)
            )
        }
        let sum = KindCounts(
            restaurant: totals.reduce(0) { $0 + $1.restaurant },
            bookshop: totals.reduce(0) { $0 + $1.bookshop }
        )
        return HomePage(
            lead: words.lead(sum),
            districts: tiles,
            types: types(counts),
            menus: menus.map(menuChoice),
            reviews: reviews
        )
    }

    /// Restaurant types by number of places, then the bookshops' types.
    private func types(_ counts: [PlaceCount]) -> [ListChoice] {
        Place.Kind.allCases.flatMap { kind in
            var totals: [String: Int] = [:]
            for entry in counts where entry.kind == kind { totals[entry.category, default: 0] += entry.count }
            return totals.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(kind == .restaurant ? 10 : 3)
                .map { category, count in
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
    }

    private func menuChoice(_ menu: String) -> MenuChoice {
        var query = PlaceQuery()
        query.text = menu
        return MenuChoice(label: menu, dishes: presenter.shortMenu(menu), href: query.address("/places"))
    }
}

/// Makes a place's page from its row and its neighbours.
struct PlacePageBuilder: Sendable {
    let presenter: PlacePresenter
    let tiles: MapTiles?

    func page(
        _ place: Place,
        isFavourite: Bool?,
        source: Source?,
        _ others: [OtherFact] = [],
        registered: RegisteredPlace = RegisteredPlace(),
        near: [NearbyPlace],
        reviews: ReviewSection
    ) -> PlacePage {
        let sourceName = source?.name(presenter.language) ?? place.source.source
        var detail = PlaceDetail(
            card: presenter.card(place, isFavourite: isFavourite),
            roadAddress: place.roadAddress.map(ShownAddress.text),
            lotAddress: place.lotAddress.map(ShownAddress.text),
            designatedText: registered.designation(.model)?.from == nil
                ? place.designatedOn.flatMap { SeoulTime.text(forDay: $0, withDay: false, presenter.language) } : nil,
            source: SourceNote(name: sourceName, asOf: place.source.asOf),
            sourceText: sourceText(sourceName, asOf: place.source.asOf)
        )
        detail.otherFacts = others.map(fact)
        detail.registered = RegisteredNotes(
            PlaceTrustPresenter(presenter: presenter, place: place, registered: registered, listName: sourceName)
        )
        detail.googleHref = presenter.language == .korean ? nil : detail.card.googleHref
        detail.hours = place.status == .closed ? nil : presenter.hours(of: place)
        detail.nearby = near.map { Neighbour(place: $0.place, distanceText: distance(to: $0, from: place)) }
        if let position = place.position, position.pinned == nil {
            detail.area = presenter.areaText(position, in: place.district)
        }
        detail.mapDrawing = presenter.pin(place, number: nil).map {
            presenter.map.drawing(of: $0, label: presenter.text("map.label"), area: detail.area, presenter.language)
        }
        detail.tiles = tiles
        return PlacePage(place: detail, reviews: reviews)
    }

    /// Nil where the page's place has no position to measure from.
    private func distance(to near: NearbyPlace, from place: Place) -> String? {
        guard let from = place.position?.pinned else {
            return near.position.pinned == nil ? presenter.areaText(near.position, in: near.place.district) : nil
        }
        return presenter.distance(near.metres, to: near.position, in: near.place.district, from: from.precision)
    }

    private func sourceText(_ name: String, asOf: String) -> String {
        let day = SeoulTime.text(forDay: asOf, withDay: true, presenter.language) ?? asOf
        return presenter.text("place.source-text", ["source": .text(name), "day": .text(day)])
    }

    private func fact(_ other: OtherFact) -> FactNote {
        let name = other.source.name(presenter.language)
        let key = other.fact.replacing("_", with: "-")
        return FactNote(
            fact: other.fact,
            label: presenter.text("fact.\(key)"),
            source: SourceNote(name: name, asOf: other.asOf),
            text: sourceText(name, asOf: other.asOf)
        )
    }
}

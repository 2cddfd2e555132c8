/// Makes a place's page from its row and what is near.
struct PlacePageBuilder: Sendable {
    let writer: PlaceWriter
    let map: SeoulMap
    let tiles: MapTiles?

    func page(
        _ place: Place,
        isHearted: Bool?,
        source: Source?,
        _ others: [OtherFact] = [],
        near: [NearbyPlace],
        reviews: ReviewSection
    ) -> PlacePage {
        let sourceName = source.map { writer.language == .english ? $0.nameEn : $0.nameKo } ?? place.source.source
        var detail = PlaceDetail(
            card: writer.card(place, isHearted: isHearted),
            roadAddress: place.roadAddress,
            lotAddress: place.lotAddress,
            description: place.description,
            link: WebLink(place.link),
            designatedOn: place.designatedOn,
            designatedText: place.designatedOn.flatMap {
                SeoulTime.words(forDay: $0, withDay: false, writer.language)
            },
            source: SourceNote(name: sourceName, asOf: place.source.asOf),
            sourceText: sourceText(sourceName, asOf: place.source.asOf)
        )
        detail.otherFacts = others.map(fact)
        detail.hours = writer.hours(place.hoursText)
        detail.nearby = near.map { Neighbour(place: $0, distanceText: writer.distance($0.metres)) }
        detail.mapDrawing = writer.pin(place, number: nil).map {
            map.drawing(of: $0, label: writer.text("map.label"), writer.language)
        }
        detail.tiles = tiles
        return PlacePage(place: detail, reviews: reviews)
    }

    private func sourceText(_ name: String, asOf: String) -> String {
        let day = SeoulTime.words(forDay: asOf, withDay: true, writer.language) ?? asOf
        return writer.text("place.source-text", ["source": .text(name), "day": .text(day)])
    }

    private func fact(_ other: OtherFact) -> FactNote {
        let name = writer.language == .english ? other.nameEn : other.nameKo
        let key = other.fact.replacing("_", with: "-")
        return FactNote(
            fact: other.fact,
            label: writer.text("fact.\(key)"),
            source: SourceNote(name: name, asOf: other.asOf),
            text: sourceText(name, asOf: other.asOf)
        )
    }
}

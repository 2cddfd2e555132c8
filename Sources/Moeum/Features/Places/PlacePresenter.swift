/// Formats places in a reader's language: cards, names, distances, hours.
struct PlacePresenter: Sendable, Localized {
    private let app: App
    let language: Language
    let now: SeoulTime

    var views: Views { app.views }
    var districts: Districts { app.districts }
    var types: BusinessTypes { app.businessTypes }
    var stations: Stations { app.stations }
    var map: SeoulMap { app.map }

    init(_ app: App, _ language: Language, now: SeoulTime) {
        (self.app, self.language, self.now) = (app, language, now)
    }

    func districtName(_ slug: String) -> String { districts[slug: slug]?.name(language) ?? slug }

    func typeName(_ category: String) -> String { types.name(of: category, language) }

    /// The dishes of a menu in English, without explanations, for labels; nil for other readers.
    func shortMenu(_ menu: String) -> String? { language == .english ? app.dishNames.short(menu) : nil }

    /// A place's name where no Korean can stand beside it: in labels.
    func label(_ name: String) -> String { romanName(name) ?? name }

    /// What stands beside a Korean name on English pages; nil on others.
    func romanName(_ name: String) -> String? {
        language == .english && Romanization.hasHangul(name) ? Romanization.name(name) : nil
    }

    /// - Parameters:
    ///   - precision: that of the point from which the metres count.
    ///   - isFavourite: whether the place is a favourite of the reader; nil without a session.
    func card(
        _ place: Place,
        number: Int = 0,
        metres: Int? = nil,
        from precision: Place.Precision = .exact,
        isFavourite: Bool? = nil,
        onDistrictPage: Bool = false
    ) -> PlaceCard {
        var card = PlaceCard(
            place: place,
            districtName: districtName(place.district),
            address: (place.roadAddress ?? place.lotAddress).map(ShownAddress.text),
            categoryName: typeName(place.category),
            syllable: types.syllable(of: place.category)
        )
        card.dishes = language == .english ? place.menu.flatMap(app.dishNames.english) : nil
        card.number = number
        card.isFavourite = isFavourite
        if let metres, let position = place.position {
            card.distance = position.pinned == nil ? nil : metres
            card.distanceText = distance(metres, to: position, in: place.district, from: precision)
        }
        let dong = place.dong.map { map.dongName($0, in: place.district, language) }
        card.areaText = language.area(onDistrictPage ? nil : card.districtName, dong)
        card.isOpen = place.status == .closed ? false : openingHours(of: place).flatMap { $0.isKnownOpen(at: now) }
        return card
    }

    var lists: PlaceListPresenter { PlaceListPresenter(views: views, language: language) }

    func distance(_ metres: Int) -> String { lists.distance(metres) }

    /// The distance to a place in words, or the dong that it is in where no more is known.
    /// - Parameter precision: that of the point from which the metres count.
    func distance(
        _ metres: Int,
        to position: Place.Position,
        in district: String,
        from precision: Place.Precision = .exact
    ) -> String {
        switch position.precision {
        case .exact where precision == .exact: distance(metres)
        case .exact, .road: text("distance.about", ["distance": .text(distance(max(10, (metres + 5) / 10 * 10)))])
        case .dong: areaText(position, in: district)
        }
    }

    /// The dong whose centre a position is, in words; the district where it is no dong's.
    func areaText(_ position: Place.Position, in district: String) -> String {
        let dong = map.areas[at: position.latitude, position.longitude]?.label.name(language)
        return text("distance.within", ["area": .text(dong ?? districtName(district))])
    }

    /// Those of its record, or those that members tell where that has none that are understood.
    func openingHours(of place: Place) -> OpeningHours? {
        recordedHours(of: place) ?? place.toldHours.map { OpeningHours($0) }
    }

    private func recordedHours(of place: Place) -> OpeningHours? { place.hoursText.flatMap(app.openingHours.hours) }

    /// The pin of a place: with its number in the list, or without one on the place's own page.
    func pin(_ place: Place, number: Int?) -> MapPin? {
        place.position.map { position in
            MapPin(
                number: number,
                label: number.map { "\($0). \(label(place.name))" } ?? label(place.name),
                href: number.map { _ in "/places/\(place.id)" },
                kind: place.kind,
                position: position
            )
        }
    }

    /// The week of a place's opening hours, or the source's text where it is not understood; nil without hours.
    func hours(of place: Place) -> HoursTable? {
        guard let hours = openingHours(of: place) else {
            return place.hoursText.map { HoursTable(days: [], rawText: $0, nowText: nil, isOpenNow: false) }
        }
        let days = (1...7).map { weekday in
            let intervals = hours.intervals(on: weekday)
            let words = intervals.map { hoursText($0.opens..<$0.closes) }
            return hoursDay(
                weekday,
                hours.unknownDays.contains(weekday)
                    ? self.text("hours.unknown")
                    : intervals.isEmpty ? self.text("hours.day-off") : words.joined(separator: ", ")
            )
        }
        return HoursTable(
            days: days,
            rawText: place.hoursText,
            nowText: nowText(hours),
            isOpenNow: hours.isOpen(at: now),
            isTold: recordedHours(of: place) == nil
        )
    }

    func hoursDay(_ weekday: Int, _ words: String) -> HoursTable.Day {
        HoursTable.Day(day: text("day.\(weekday)"), text: words, isToday: weekday == now.weekday)
    }

    /// What members tell of days of which a place's record says something else, by weekday.
    func differingHours(of place: Place) -> [Int: DayHours] {
        guard let recorded = recordedHours(of: place), let told = place.toldHours else { return [:] }
        return told.days.filter { weekday, hours in
            let known = recorded.intervals(on: weekday).map { $0.opens..<$0.closes }
            return known.sorted { $0.lowerBound < $1.lowerBound } != hours.spans.map { $0.opens..<$0.closes }
        }
    }

    /// Nil where nothing is known of today.
    private func nowText(_ hours: OpeningHours) -> String? {
        guard hours.isKnownOpen(at: now) != nil else { return nil }
        if hours.isOpen(at: now) {
            guard let closes = hours.closes(at: now) else { return text("hours.open") }
            return text("hours.open-until", ["time": .text(SeoulTime.clock(closes))])
        }
        guard let next = hours.nextOpening(after: now) else { return text("hours.closed") }
        let isToday = next.weekday == now.weekday && next.minute > now.minuteOfDay
        let clock = SeoulTime.clock(next.minute)
        let time = isToday ? clock : "\(text("day.\(next.weekday)")) \(clock)"
        return text("hours.opens", ["time": .text(time)])
    }

    // MARK: Maps

    /// How many places a map still shows apart; a page on the map holds so many.
    static let mostPins = 60

    /// Places of a list on the map, numbered as they stand there; those beyond `mostPins` in groups.
    /// - Parameter first: the number of the first.
    func map(of places: [Place], from first: Int = 1) -> Markup {
        let pins = places.prefix(Self.mostPins).enumerated().compactMap { pin($1, number: first + $0) }
        let others = places.dropFirst(Self.mostPins).compactMap { place in
            place.position.map { position in
                PlaceList.Point(
                    id: place.id,
                    kind: place.kind,
                    latitude: position.latitude,
                    longitude: position.longitude
                )
            }
        }
        // The list stands below the map: a group leads to the first of its places there.
        var list = listMap(pins, others, groupKey: "map.group") { bounds, _ in
            let first = places.first { place in
                place.position.map { bounds.contains($0.latitude, $0.longitude) } ?? false
            }
            return "#p\(first?.id ?? .absent)"
        }
        let corners = places.compactMap(\.position).map { [$0.latitude, $0.longitude] }
        list.view = corners.isEmpty ? nil : PlaceQuery.Bounds(around: corners)
        return map.drawing(list)
    }

    /// A map of a list in words.
    /// - Parameter groupKey: the text of a group's label.
    func listMap(
        _ pins: [MapPin],
        _ others: [PlaceList.Point],
        isPartial: Bool = false,
        groupKey: String,
        clusterHref: @escaping @Sendable (PlaceQuery.Bounds, _ asList: Bool) -> String
    ) -> ListMap {
        ListMap(
            pins: pins,
            others: others,
            isPartial: isPartial,
            label: text("map.label"),
            clusterHref: clusterHref,
            clusterLabel: { text(groupKey, ["count": .integer($0)]) },
            spotLabel: { text(isPartial ? "map.spot-over" : "map.spot", ["count": .integer($0)]) },
            dongLabel: { text("map.dong", ["dong": .text($0), "count": .integer($1)]) },
            otherLabel: { text("map.other-\($0.rawValue)") },
            language: language,
            districtNames: districts.all.map { ($0.slug, $0.shortName(language)) }
        )
    }
}

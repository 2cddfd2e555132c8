/// What a reader's list shows: the places, how their words were understood, and other ways where nothing was found.
struct PlaceFinding: Sendable {
    /// A list that may hold what this one does not.
    struct Alternative: Sendable {
        enum Change: Sendable, Equatable {
            case withoutOpen, withoutFacts, withoutDesignation, withoutConfirmed, withoutTypes, withoutKind,
                withoutDistricts, withoutBounds, withoutFilters
            case words(String)
            case radius(Int)
            case everywhere
        }

        let change: Change
        let query: PlaceQuery
        let total: Int
    }

    /// What was searched for: with the point of a station, without the words that say it, and of one kind.
    let query: PlaceQuery
    let list: PlaceList
    let understanding: QueryUnderstanding?
    /// Whose surroundings are searched.
    let station: Station?
    var alternatives: [Alternative] = []

    /// Whether the list holds one kind of place although the query asks for none.
    var isOfOneKind: Bool { query.near != nil || understanding != nil }
}

extension Place.Kind {
    /// The kind that lists of one kind hold, as a reader chose it last.
    static let rememberedChoice = RememberedChoice(
        field: "kind",
        cookie: cookieName,
        values: allCases.map(\.rawValue)
    )
    static let cookieName = "moeum_kind"
}

/// What a reader asks for.
struct PlaceFinder: Sendable {
    let vocabulary: PlaceSearchVocabulary
    let now: SeoulTime
    var rememberedKind: Place.Kind?
    var limit = PlaceList.pageSize
    /// What is kept of lists; nil makes all of it.
    var cache: PlaceListCache?

    /// The query as it is looked up.
    func effectiveQuery(_ asked: PlaceQuery, _ understanding: QueryUnderstanding?) -> PlaceQuery {
        var effectiveQuery = asked
        if let understanding {
            effectiveQuery.text =
                understanding.station == nil && understanding.words.isEmpty ? asked.text : understanding.rest
        }
        if let station = station(asked, understanding) {
            effectiveQuery.cell = nil
            (effectiveQuery.station, effectiveQuery.near) = (station.name, station.point)
        }
        return effectiveQuery
    }

    /// The station that the words say, or the query.
    func station(_ asked: PlaceQuery, _ understanding: QueryUnderstanding?) -> Station? {
        understanding?.station ?? asked.station.flatMap { vocabulary.stations[named: $0] }
    }

    /// Other lists than an empty one, each without one of its filters, then a wider one.
    func wider(_ asked: PlaceQuery, _ understanding: QueryUnderstanding?) -> [(
        PlaceFinding.Alternative.Change, PlaceQuery
    )] {
        var others: [(PlaceFinding.Alternative.Change, PlaceQuery)] = []
        func add(_ change: PlaceFinding.Alternative.Change, _ edit: (inout PlaceQuery) -> Void) {
            others.append((change, asked.with(edit)))
        }
        if asked.isOpenOnly { add(.withoutOpen) { $0.isOpenOnly = false } }
        if !asked.facts.isEmpty { add(.withoutFacts) { $0.facts = [] } }
        if asked.designation != nil { add(.withoutDesignation) { $0.designation = nil } }
        if asked.isConfirmedOnly { add(.withoutConfirmed) { $0.isConfirmedOnly = false } }
        if !asked.types.isEmpty { add(.withoutTypes) { $0.types = [] } }
        if asked.kind != nil { add(.withoutKind) { $0.kind = nil } }
        if !asked.districts.isEmpty { add(.withoutDistricts) { $0.districts = [] } }
        if asked.bounds != nil { add(.withoutBounds) { $0.bounds = nil } }
        guard effectiveQuery(asked, understanding).near != nil else { return others }
        if asked.radius < PlaceQuery.radii.upperBound {
            add(.radius(PlaceQuery.radii.upperBound)) { $0.radius = PlaceQuery.radii.upperBound }
        }
        if let rest = effectiveQuery(asked, understanding).text {
            add(.everywhere) {
                $0.text = rest
                $0.clearPoint()
            }
        }
        return others
    }
}

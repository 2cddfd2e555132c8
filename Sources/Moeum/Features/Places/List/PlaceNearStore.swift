extension Transaction {
    /// The places around a point, nearest first. The circle grows until it holds enough places by measured distance, so that no
    /// nearer place is missed.
    func nearestPlaceList(_ request: PlaceListRequest) throws -> PlaceList {
        let bound = request.bounds.counted
        func fillsPage(_ found: [PlaceCandidate]) -> Bool { found.count { request.isAhead($0) } > request.limit }
        let all = try nearestCandidates(request, in: nil) { found in
            found.count > bound && (request.isNarrowedByFacets || fillsPage(found))
        }
        var matching = all.found
        if request.isNarrowedByFacets {
            let matchingCombinations = request.combinations.ids(matching: request.query)
            matching =
                all.isWhole
                ? matching.filter { matchingCombinations.contains($0.combination) }
                : try nearestCandidates(request, in: matchingCombinations) { $0.count > bound && fillsPage($0) }.found
        }
        let matches = PlaceMatches(
            all: Array(all.found.prefix(bound)),
            matching: matching,
            isCut: matching.count > bound,
            isAllCut: !all.isWhole || all.found.count > bound
        )
        var list = PlaceList(matches, request)
        let isOfCell = request.query.cell != nil
        try fillPlaceList(&list, isOfCell ? neighbourhoodSlice(matching, request) : nearestSlice(matching, request))
        return list
    }

    func nearestSlice(_ sorted: [PlaceCandidate], _ request: PlaceListRequest) -> PlaceSlice {
        let rows = sorted.lazy.filter { request.isAhead($0) }.prefix(request.limit + 1).map {
            PlaceSlice.Row(cursor: $0.cursorByDistance, metres: $0.metres)
        }
        return PlaceSlice(limit: request.limit, rows: Array(rows))
    }

    /// All matches within the query's circle (`isWhole`) or within one that holds enough of them, nearest first.
    /// - Parameter matchingCombinations: those that match the facets; nil for all matches whatever their facets.
    private func nearestCandidates(
        _ request: PlaceListRequest,
        in matchingCombinations: Set<FacetCombination.ID>?,
        _ isEnough: ([PlaceCandidate]) -> Bool
    ) throws -> (found: [PlaceCandidate], isWhole: Bool) {
        let combinations = request.combinations
        let total =
            matchingCombinations.map { $0.reduce(0) { $0 + (combinations[$1]?.count ?? 0) } } ?? combinations.total
        // Where few pass, the engine skips the others faster than they can be read here.
        let isFew = total * 4 < combinations.total
        // A quarter more than needed, because the next radius is only estimated from the last count.
        let wanted = Double(request.bounds.counted) * 1.25
        var step = request
        step.query.radius = min(request.query.radius, PlaceGrid.reach(of: wanted, outOf: total))
        while true {
            let inBox = try placeCandidates(isFew ? placeListSource(step) : placesInBox(step)).filter {
                matchingCombinations?.contains($0.combination) ?? (combinations[$0.combination] != nil)
            }
            let found = measureCandidates(inBox, from: step.query)
            let isWhole = step.query.radius >= request.query.radius
            // Around a cell there are more places, of which those of the circle alone are known to be the nearest.
            let inCircle = found.filter { ($0.metres ?? .infinity) <= Double(step.query.radius) }
            if isWhole { return (found.sorted(by: PlaceCandidate.isNearer), true) }
            if isEnough(inCircle) { return (inCircle.sorted(by: PlaceCandidate.isNearer), false) }
            // The radius that would hold enough places if they were spread evenly.
            let factor = (wanted / Double(max(1, found.count))).squareRoot()
            let reach = Double(step.query.radius) * min(4, max(1.3, factor))
            step.query.radius = min(request.query.radius, Int(reach))
        }
    }
}

extension PlaceListRequest {
    /// Whether a place comes after those of earlier pages.
    fileprivate func isAhead(_ candidate: PlaceCandidate) -> Bool {
        cursor?.precedes(candidate.cursorByDistance) ?? true
    }
}

extension PlaceCandidate {
    static func isNearer(_ one: PlaceCandidate, _ other: PlaceCandidate) -> Bool {
        let (near, far) = (one.metres ?? .infinity, other.metres ?? .infinity)
        return near != far ? near < far : one.id < other.id
    }
}

extension Transaction {
    /// The places around a point, nearest first. A circle grows until enough places are inside it by measured distance,
    /// so that whatever is nearer than the last one is known too.
    func nearestList(_ request: PlaceListRequest) throws -> PlaceList {
        let bound = request.shelves.countedUpTo
        func fillsScreen(_ found: [PlaceCandidate]) -> Bool { nearest(found, request).isFull }
        let all = try grow(request, withFacets: false) { found in
            found.count > bound && (request.isNarrowedByFacets || fillsScreen(found))
        }
        var matching = all.found
        if request.isNarrowedByFacets {
            let passing = request.shelves.passing(request.query)
            matching =
                all.isWhole
                ? matching.filter { passing.contains($0.shelf) }
                : try grow(request, withFacets: true) { $0.count > bound && fillsScreen($0) }.found
        }
        var list = PlaceList()
        list.setMatches(
            PlaceMatches(all: Array(all.found.prefix(bound)), matching: matching, isCut: matching.count > bound),
            request
        )
        try fill(&list, nearest(matching, request))
        return list
    }

    /// A screen of places whose distance is known.
    func nearest(_ found: [PlaceCandidate], _ request: PlaceListRequest) -> PlaceScreen {
        let ahead = found.filter { request.cursor?.precedes($0.cursorByDistance) ?? true }
        return PlaceScreen(
            limit: request.limit,
            rows: ahead.sorted(by: PlaceCandidate.isNearer).prefix(request.limit + 1).map {
                PlaceScreen.Row(cursor: $0.cursorByDistance, metres: $0.metres)
            }
        )
    }

    /// All matches within a circle that is as large as asked for (`isWhole`) or holds enough of them, nearest first.
    private func grow(
        _ request: PlaceListRequest,
        withFacets: Bool,
        _ isEnough: ([PlaceCandidate]) -> Bool
    ) throws -> (found: [PlaceCandidate], isWhole: Bool) {
        let wanted = Double(request.shelves.countedUpTo) * 1.25
        var step = request
        step.query.radius = min(request.query.radius, 250)
        while true {
            let found = measure(try candidates(source(step, withFacets: withFacets)), from: step.query)
                .sorted(by: PlaceCandidate.isNearer)
            let isWhole = step.query.radius >= request.query.radius
            if isWhole || isEnough(found) { return (found, isWhole) }
            // As far as enough should be if places were spread evenly.
            let factor = (wanted / Double(max(1, found.count))).squareRoot()
            let reach = Double(step.query.radius) * min(4, max(1.3, factor))
            step.query.radius = min(request.query.radius, Int(reach))
        }
    }
}

extension PlaceCandidate {
    /// By distance, then by id.
    fileprivate static func isNearer(_ one: PlaceCandidate, _ other: PlaceCandidate) -> Bool {
        let (near, far) = (one.metres ?? .infinity, other.metres ?? .infinity)
        return near != far ? near < far : one.id < other.id
    }
}

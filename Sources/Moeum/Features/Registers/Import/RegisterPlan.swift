/// Everything that an import of a register changes, worked out before anything is changed.
struct RegisterPlan: Sendable {
    /// What was read of the files.
    struct Reading: Sendable {
        var matches = RegisterMatches()
        var summary = RegisterFileSummary()
        /// The first rows that could not be read.
        var rejections: [RegisterRejection] = []
    }

    let run: RegisterRun
    let options: RegisterOptions
    let asOf: String
    let places: RegisterPlaces
    let reading: Reading
    let districts: Districts
    let dongs: DongTable

    private(set) var report: RegisterReport
    /// What is to be saved; nothing where the report names a failure.
    private(set) var updates: [RegisterUpdate] = []

    init(
        _ run: RegisterRun,
        _ options: RegisterOptions,
        asOf: String,
        _ places: RegisterPlaces,
        _ reading: Reading,
        _ districts: Districts,
        _ dongs: DongTable
    ) {
        (self.run, self.options, self.asOf) = (run, options, asOf)
        (self.places, self.reading, self.districts, self.dongs) = (places, reading, districts, dongs)
        report = RegisterReport(
            run: run.id,
            register: run.register,
            asOf: asOf,
            isDryRun: options.isDryRun,
            places: places.count(for: run.register)
        )
        report.rejections = reading.rejections
        report.ambiguous = reading.matches.ambiguous
        for match in RegisterMatch.allCases { report.matchedBy[match] = reading.matches.count(by: match) }
        for (slug, rows) in reading.summary.rows { report.districts[slug, default: .init()].rows = rows }
        for (slug, refused) in reading.summary.refused { report.districts[slug, default: .init()].refused = refused }
        for place in places.all {
            guard let matched = reading.matches.rows[place.id] else { continue }
            report.districts[place.district, default: .init()].add(matched.row.counts(on: asOf))
        }
    }

    /// Works out the changes, and whether the guards let them pass.
    mutating func work(_ transaction: Transaction) throws {
        let (rows, isFirst) = try transaction.lastRegisterRows(of: run.register)
        let guards = RegisterGuards(register: run.register, options: options, lastRows: rows, isFirst: isFirst)
        report.held = guards.heldDistricts(reading.summary.rows)
        for slug in report.held.keys { report.districts[slug, default: .init()].changed = 0 }
        let matched = reading.matches.rows.count
        let held = Set(report.held.keys)
        report.failure = guards.failure(rows: reading.summary.rows, matched: matched, of: report.places, held: held)
        guard report.failure == nil else { return }
        let updates = try changedPlaces(transaction)
        report.newlyClosed = updates.count(where: \.closesPlace)
        report.failure = olderFailure ?? guards.failure(closing: report.newlyClosed, ofMatched: matched)
        guard report.failure == nil else { return }
        for update in updates where !update.changes.isEmpty {
            report.districts[update.known.record.district, default: .init()].changed += 1
        }
        self.updates = updates
    }

    /// Why nothing can be taken of a register that knows nothing later of any place that it names.
    private var olderFailure: RegisterFailure? {
        let named = places.all.count { report.held[$0.district] == nil && reading.matches.rows[$0.id] != nil }
        guard named > 0, report.older == named else { return nil }
        return RegisterFailure(
            code: .older,
            text: "it is of \(asOf), and a later day is known of every place that was found in it"
        )
    }

    private mutating func changedPlaces(_ transaction: Transaction) throws -> [RegisterUpdate] {
        let ending = try endingPlaces(transaction)
        var updates: [RegisterUpdate] = []
        for place in places.all where report.held[place.district] == nil {
            let matched = reading.matches.rows[place.id]
            let point = sharedPoint(of: place)
            guard matched != nil || point != nil || ending.contains(place.id),
                let known = try transaction.knownPlace(place.id)
            else { continue }
            if matched != nil, let day = known.day(in: run.register), PartialDay.isEarlier(asOf, than: day) {
                report.addOlder(than: day)
            }
            let update = update(known, matched, sharing: point, mayEnd: ending.contains(place.id))
            if !update.isEmpty { updates.append(update) }
        }
        return updates
    }

    /// Places whose designation ends unless the register names them. A district without rows is not in the files, and a row
    /// that was refused may be the one of any place of its district, or of any place at all where that is not known.
    private func endingPlaces(_ transaction: Transaction) throws -> Set<Place.ID> {
        guard let kind = run.register.endingKind, reading.summary.refused["", default: 0] == 0 else { return [] }
        let whole = Set(
            reading.summary.rows.filter { $1 > 0 && reading.summary.refused[$0, default: 0] == 0 }.map(\.key)
        )
        let designated = try transaction.designatedPlaceIDs(kind, by: run.register.source)
        return designated.subtracting(reading.matches.doubtful)
            .intersection(places.all.lazy.filter { whole.contains($0.district) }.map(\.id))
    }

    private func sharedPoint(of place: RegisterPlace) -> Place.Position? {
        guard !place.hasExactPosition, let address = place.address else { return nil }
        return reading.matches.points[address] ?? nil
    }

    private func update(
        _ known: KnownPlace,
        _ matched: MatchedRow?,
        sharing point: Place.Position?,
        mayEnd: Bool
    ) -> RegisterUpdate {
        let licences = LicencePlan(districts: districts, dongs: dongs, asOf: asOf)
        let listed = ListedPlan(register: run.register, asOf: asOf)
        switch matched?.row {
        case .licence(let row): return licences.update(known, by: row, sharing: point)
        case .designation(let row): return listed.update(known, by: row)
        case .grade(let row): return listed.update(known, by: row, matched?.match ?? .addressAndName)
        case .price(let row): return listed.update(known, by: row, matched?.match ?? .addressAndName)
        case nil:
            var update = mayEnd ? listed.update(without: known) : RegisterUpdate(known)
            if let point { licences.share(point, in: &update) }
            return update
        }
    }
}

extension RegisterRow {
    /// What the row counts for in its place's district.
    fileprivate func counts(on day: String) -> RegisterReport.Counts {
        let isOpen: Bool
        let isClosed: Bool
        switch self {
        case .licence(let row): (isOpen, isClosed) = (row.state == .open, row.state == .closed)
        case .designation(let row): (isOpen, isClosed) = (row.state == .open, row.state == .closed)
        case .grade(let row):
            isOpen = (row.until ?? day) >= day
            isClosed = !isOpen
        case .price: (isOpen, isClosed) = (true, false)
        }
        return RegisterReport.Counts(matched: 1, open: isOpen ? 1 : 0, closed: isClosed ? 1 : 0)
    }
}

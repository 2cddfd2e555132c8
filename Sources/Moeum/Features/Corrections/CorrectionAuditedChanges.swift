/// The facts of a place that staff may correct; missing facts are left out.
typealias PlaceFactsState = AuditedDictionary<CorrectableFact, String>

extension PlaceFactsState {
    init(of record: PlaceRecord) {
        let pairs = CorrectableFact.allCases.map { ($0, $0.text(in: record)) }
        self.init(Dictionary(uniqueKeysWithValues: pairs.filter { !$0.1.isEmpty }))
    }
}

extension AuditedChange<PlaceFactsState> {
    static var placeFacts: Self {
        Self(
            name: "place-facts",
            read: { transaction, target, _ in
                try target.placeID.flatMap { try transaction.placeRecord($0) }.map { PlaceFactsState(of: $0) }
            },
            write: { transaction, target, _, state, audit in
                guard let id = target.placeID, let record = try transaction.placeRecord(id) else { return }
                var wanted = record
                for fact in CorrectableFact.allCases {
                    let (before, value) = (fact.text(in: record), state.values[fact] ?? "")
                    guard value != before else { continue }
                    let reference = fact.fact.flatMap { record.factSources[$0] }
                    let source = try transaction.saveCorrection(
                        fact,
                        as: value,
                        in: id,
                        replacing: (before, reference),
                        at: audit.at
                    )
                    fact.set(value, in: &wanted, told: source)
                }
                try transaction.replacePlace(id, as: wanted, audit.districts, at: audit.at)
            }
        )
    }
}

/// Whether a place is listed.
struct PlaceStatusState: AuditedValue {
    var status: Place.Status
    /// The place that it was merged into: no older audit entry may list it again.
    @AuditedNumber var into: Place.ID?
}

extension AuditedChange<PlaceStatusState> {
    static var placeStatus: Self {
        Self(
            name: "place-status",
            read: { transaction, target, _ in
                guard let id = target.placeID, let place = try transaction.place(id) else { return nil }
                return PlaceStatusState(status: place.status, into: try transaction.mergedInto(id))
            },
            write: { transaction, target, _, state, audit in
                guard let id = target.placeID, let record = try transaction.placeRecord(id) else { return }
                let district = try audit.districts.district(of: record)
                let decision = StatusDecision(source: PlaceCorrection.sourceID, reason: "staff")
                try transaction.setPlaceStatus(state.status, of: id, decision, district, now: audit.at.milliseconds)
            }
        )
    }
}

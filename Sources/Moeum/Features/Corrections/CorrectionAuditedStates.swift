extension AuditedState {
    /// The facts of a place that staff may set right, by their names; those that it lacks are left out.
    static let placeFacts = AuditedState(
        name: "place-facts",
        read: { transaction, target, _ in
            guard let id = target.id, let record = try transaction.placeRecord(id) else { return nil }
            let pairs = CorrectableFact.allCases.map { ($0.rawValue, $0.text(in: record)) }
            return Dictionary(uniqueKeysWithValues: pairs.filter { !$0.1.isEmpty })
        },
        write: { transaction, target, _, state, audit in
            guard let id = target.id, let record = try transaction.placeRecord(id) else { return }
            var wanted = record
            for fact in CorrectableFact.allCases {
                let (before, value) = (fact.text(in: record), state[fact.rawValue] ?? "")
                guard value != before else { continue }
                let reference = fact.fact.flatMap { record.factSources[$0] }
                let teller = try transaction.saveCorrection(
                    fact,
                    as: value,
                    in: id,
                    replacing: (before, reference),
                    at: audit.at
                )
                fact.set(value, in: &wanted, told: teller)
            }
            try transaction.rewritePlace(id, as: wanted, audit.districts, at: audit.at)
        },
        person: { _, _, _ in nil }
    )

    /// Whether a place is listed: its `status`.
    static let placeStatus = AuditedState(
        name: "place-status",
        read: { transaction, target, _ in
            guard let id = target.id, let place = try transaction.place(id) else { return nil }
            var state = ["status": place.status.rawValue]
            // While it is another one, no older audit entry is to list it again.
            state["into"] = try transaction.mergedInto(id).map { String($0) }
            return state
        },
        write: { transaction, target, _, state, audit in
            guard let id = target.id, let record = try transaction.placeRecord(id),
                let status = state["status"].flatMap(Place.Status.init(rawValue:))
            else { return }
            let district = try audit.districts.district(of: record)
            let decision = StatusDecision(source: PlaceCorrection.sourceID, reason: "staff")
            try transaction.setPlaceStatus(status, of: id, decision, district, now: audit.at.milliseconds)
        },
        person: { _, _, _ in nil }
    )
}

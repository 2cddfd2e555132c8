/// One fact of a place that a register changes, as text.
struct RegisterChange: Sendable, Equatable {
    /// Such as `phone` or `status`.
    let fact: String
    let before: String?
    let after: String?
}

/// What is known of a place before a register is taken.
struct KnownPlace: Sendable {
    let id: Place.ID
    let record: PlaceRecord
    let status: Place.Status
    let operation: PlaceOperation?
    let designations: [PlaceDesignation]
    let prices: [DishPrice]
    /// What staff set right.
    let corrected: Set<CorrectableFact>
    let lastDecision: PlaceDecision?

    func designation(_ kind: PlaceDesignation.Kind) -> PlaceDesignation? { designations.first { $0.kind == kind } }

    /// The day of what is known of that which a register tells, whichever told it; an earlier file of it changes nothing.
    func day(in register: Register) -> String? {
        switch register {
        case .licences: operation?.reference.asOf
        case .designations: designation(.model)?.reference.asOf
        case .grades: designation(.safe)?.reference.asOf
        case .prices: designation(.goodPrice)?.reference.asOf
        }
    }
}

/// The last decision on a place's status.
struct PlaceDecision: Sendable, Equatable {
    let status: Place.Status
    let reason: String
    let source: String?
    /// `yyyy-MM-dd`.
    let day: String
}

/// What a register changes of one place.
struct RegisterUpdate: Sendable {
    /// Of an import's decision that closes a place, and of the one that lists it again.
    static let closed = "register-closed"
    static let open = "register-open"

    let known: KnownPlace
    var record: PlaceRecord
    var operation: PlaceOperation?
    /// By kind; a kind that is not in it is deleted.
    var designations: [PlaceDesignation]
    var prices: [DishPrice]
    var status: Place.Status

    init(_ known: KnownPlace) {
        self.known = known
        record = known.record
        operation = known.operation
        designations = known.designations
        prices = known.prices
        status = known.status
    }

    var closesPlace: Bool { known.status == .listed && status == .closed }

    /// Whether anything is to be saved, if only a later day.
    var isEmpty: Bool {
        record == known.record && operation == known.operation && designations == known.designations
            && prices == known.prices && status == known.status
    }

    mutating func setDesignation(_ designation: PlaceDesignation) {
        designations.removeAll { $0.kind == designation.kind }
        designations.append(designation)
        designations.sort { $0.kind.rawValue < $1.kind.rawValue }
    }

    /// What changes besides the days on which the same was found again.
    var changes: [RegisterChange] {
        let (before, after) = (known.record, record)
        var changes = [
            RegisterChange(fact: "status", before: known.status.rawValue, after: status.rawValue),
            RegisterChange(fact: "state", before: known.operation?.state.rawValue, after: operation?.state.rawValue),
            RegisterChange(fact: "since", before: known.operation?.since, after: operation?.since),
            RegisterChange(fact: "licensed_on", before: known.operation?.licensedOn, after: operation?.licensedOn),
            RegisterChange(fact: PlaceFact.currentName.rawValue, before: before.currentName, after: after.currentName),
            RegisterChange(fact: PlaceFact.phone.rawValue, before: before.phone, after: after.phone),
            RegisterChange(fact: PlaceFact.roadAddress.rawValue, before: before.roadAddress, after: after.roadAddress),
            RegisterChange(fact: PlaceFact.lotAddress.rawValue, before: before.lotAddress, after: after.lotAddress),
            RegisterChange(fact: PlaceFact.position.rawValue, before: before.positionText, after: after.positionText),
            RegisterChange(fact: "prices", before: known.prices.changeText, after: prices.changeText),
        ]
        changes += PlaceDesignation.Kind.allCases.map { kind in
            let now = designations.first { $0.kind == kind }
            return RegisterChange(
                fact: kind.rawValue,
                before: known.designation(kind)?.changeText,
                after: now?.changeText
            )
        }
        return changes.filter { $0.before != $0.after }
    }
}

extension PlaceRecord {
    fileprivate var positionText: String? {
        position.map { "\($0.latitude), \($0.longitude), \($0.precision.rawValue)" }
    }
}

extension PlaceDesignation {
    /// All but the day on which it was found again.
    fileprivate var changeText: String {
        [from, renewedOn, until, revokedOn, revocation?.rawValue, hasEnded ? "ended" : nil, grade].map { $0 ?? "-" }
            .joined(separator: " ")
    }
}

extension [DishPrice] {
    fileprivate var changeText: String? {
        isEmpty ? nil : map { "\($0.dish) \($0.won)" }.joined(separator: ", ")
    }
}

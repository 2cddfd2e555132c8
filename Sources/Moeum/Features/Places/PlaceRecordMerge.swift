/// A fact that a source may leave out; each has its own source and day.
enum PlaceFact: String, Sendable, CaseIterable {
    case dong, phone, menu, description, link, position, hours
    case roadAddress = "road_address"
    case lotAddress = "lot_address"
    case designatedOn = "designated_on"
    /// The name in the licence register.
    case currentName = "current_name"
}

extension PlaceRecord {
    func reference(of fact: PlaceFact) -> SourceReference { factSources[fact] ?? source }

    /// Merges this record with what is known. The later of the two wins; a fact that it leaves out is kept from the earlier
    /// one, with its source and day: a missing fact deletes nothing.
    func merged(with known: PlaceRecord) -> PlaceRecord {
        let isOlder = PartialDay.isEarlier(source.asOf, than: known.source.asOf)
        return isOlder ? known.filled(from: self) : filled(from: known)
    }

    /// Whether two records have the same facts from the same sources, whatever their days.
    func isEqual(to other: PlaceRecord) -> Bool { undated == other.undated }

    private func filled(from older: PlaceRecord) -> PlaceRecord {
        var record = self
        // The address and position of before a move are not taken over.
        let area: Set<PlaceFact> = [.dong, .roadAddress, .lotAddress, .position]
        let isSamePlace = Address.mayBeSame(
            (roadAddress, lotAddress),
            (older.roadAddress, older.lotAddress)
        )
        // A list of before the licence register's day does not move a place back.
        let keepsAddress = !isSamePlace && older.isKnownLater(.roadAddress, than: source)
        for fact in PlaceFact.allCases where isSamePlace || keepsAddress || !area.contains(fact) {
            let isKnown = older.isKnownLater(fact, than: source) || (keepsAddress && area.contains(fact))
            if isKnown { record.remove(fact) }
            guard record.adopt(fact, from: older) else { continue }
            let reference = older.reference(of: fact)
            record.factSources[fact] = reference == source ? nil : reference
        }
        return record
    }

    /// Copies a fact that is missing here, or a more precise position; false where nothing was copied.
    private mutating func adopt(_ fact: PlaceFact, from older: PlaceRecord) -> Bool {
        switch fact {
        case .dong: Self.fill(&dong, older.dong)
        case .roadAddress: Self.fill(&roadAddress, older.roadAddress)
        case .lotAddress: Self.fill(&lotAddress, older.lotAddress)
        case .phone: Self.fill(&phone, older.phone)
        case .menu: Self.fill(&menu, older.menu)
        case .description: Self.fill(&description, older.description)
        case .link: Self.fill(&link, older.link)
        case .designatedOn: Self.fill(&designatedOn, older.designatedOn)
        case .hours: Self.fill(&hoursText, older.hoursText)
        case .currentName: adoptCurrentName(of: older)
        case .position: adoptPosition(of: older)
        }
    }

    /// A list that has caught up with the register has the name itself, and a later list may know a newer one.
    private mutating func adoptCurrentName(of older: PlaceRecord) -> Bool {
        let isNews =
            name != older.name && PartialDay.isEarlier(older.reference(of: .currentName).asOf, than: source.asOf)
        return older.currentName != name && !isNews && Self.fill(&currentName, older.currentName)
    }

    /// Facts that the licence register and the lists both have, besides the position.
    private static let registered: Set<PlaceFact> = [.phone, .roadAddress, .lotAddress]

    /// Whether the licence register says a fact, on a later day than a list.
    private func isKnownLater(_ fact: PlaceFact, than list: SourceReference) -> Bool {
        guard Self.registered.contains(fact), let reference = factSources[fact] else { return false }
        return reference.source == Register.licences.source && PartialDay.isEarlier(list.asOf, than: reference.asOf)
    }

    /// Removes what an older record knows better.
    private mutating func remove(_ fact: PlaceFact) {
        factSources[fact] = nil
        switch fact {
        case .dong: dong = nil
        case .phone: phone = nil
        case .roadAddress: roadAddress = nil
        case .lotAddress: lotAddress = nil
        case .position: position = nil
        default: break
        }
    }

    private mutating func adoptPosition(of older: PlaceRecord) -> Bool {
        guard let theirs = older.position,
            theirs.precision.isBetter(than: position?.precision) || older.isAtRegisteredPosition
        else { return false }
        position = theirs
        return true
    }

    /// Whether the position is the one that the official register of addresses or that of licences has, which no list knows
    /// better.
    private var isAtRegisteredPosition: Bool {
        let registers = [PositionImport.source, Register.licences.source]
        return position?.precision == .exact && registers.contains(reference(of: .position).source)
    }

    private static func fill(_ value: inout String?, _ other: String?) -> Bool {
        guard value == nil, other != nil else { return false }
        value = other
        return true
    }

    private var undated: PlaceRecord {
        var copy = self
        copy.source = SourceReference(source: source.source, asOf: "")
        copy.factSources = factSources.compactMapValues { reference in
            reference.source == source.source ? nil : SourceReference(source: reference.source, asOf: "")
        }
        return copy
    }
}

extension Place.Precision {
    /// Exact before road before dong before none.
    func isBetter(than other: Place.Precision?) -> Bool {
        guard let other, let own = Self.allCases.firstIndex(of: self), let theirs = Self.allCases.firstIndex(of: other)
        else { return true }
        return own < theirs
    }
}

/// A day, a month or a year, as exactly as a source's date is known: `2022-06-30`, `2022-06` or `2022`.
package enum PartialDay {
    package static func isValid(_ text: String) -> Bool {
        guard let match = text.wholeMatch(of: /(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/) else { return false }
        let (_, year, month, day) = match.output
        guard let month else { return true }
        return SeoulTime.isDay("\(year)-\(month)-\(day ?? "01")")
    }

    /// Whether one lies wholly before the other: 2022 is not earlier than a day of 2022.
    static func isEarlier(_ one: String, than other: String) -> Bool { one < other && !other.hasPrefix(one) }
}

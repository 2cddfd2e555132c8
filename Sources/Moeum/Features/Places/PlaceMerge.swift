/// A fact that a source may leave out; each keeps the source and the day that told it.
enum PlaceFact: String, Sendable, CaseIterable {
    case dong, phone, menu, description, link, position, hours
    case roadAddress = "road_address"
    case lotAddress = "lot_address"
    case designatedOn = "designated_on"
}

extension PlaceRecord {
    /// Who told a fact, and as of when.
    func reference(of fact: PlaceFact) -> SourceReference { factSources[fact] ?? source }

    /// What is known of a place after hearing this record too. The later of the two is believed; what it leaves out
    /// stays as the earlier one had it, with that one's source and day: silence takes nothing back.
    func merged(with known: PlaceRecord) -> PlaceRecord {
        let isOlder = PartialDay.isEarlier(source.asOf, than: known.source.asOf)
        return isOlder ? known.filled(from: self) : filled(from: known)
    }

    /// Whether two records hold the same facts from the same sources, whatever the day on which each was taken down.
    func saysTheSame(as other: PlaceRecord) -> Bool { undated == other.undated }

    private func filled(from older: PlaceRecord) -> PlaceRecord {
        var record = self
        // A shop that moved has left its old address and position behind.
        let isSamePlace = Address.mayBeSame(
            (roadAddress, lotAddress),
            (older.roadAddress, older.lotAddress)
        )
        for fact in PlaceFact.allCases where isSamePlace || !fact.isWhere {
            guard record.take(fact, from: older) else { continue }
            let reference = older.reference(of: fact)
            record.factSources[fact] = reference == source ? nil : reference
        }
        return record
    }

    /// Copies a fact that is missing here, or a position that is nearer to the door; false where nothing was taken.
    private mutating func take(_ fact: PlaceFact, from older: PlaceRecord) -> Bool {
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
        case .position: takePosition(of: older)
        }
    }

    private mutating func takePosition(of older: PlaceRecord) -> Bool {
        guard let theirs = older.position, theirs.precision.isBetter(than: position?.precision) else { return false }
        position = theirs
        return true
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

extension PlaceFact {
    /// Whether it says where a place is.
    fileprivate var isWhere: Bool { [.dong, .roadAddress, .lotAddress, .position].contains(self) }
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
enum PartialDay {
    static func isValid(_ text: String) -> Bool {
        guard let match = text.wholeMatch(of: /(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/) else { return false }
        let (_, year, month, day) = match.output
        guard let month else { return true }
        return SeoulTime.isDay("\(year)-\(month)-\(day ?? "01")")
    }

    /// Whether one lies wholly before the other: 2022 is not earlier than a day of 2022.
    static func isEarlier(_ one: String, than other: String) -> Bool { one < other && !other.hasPrefix(one) }
}

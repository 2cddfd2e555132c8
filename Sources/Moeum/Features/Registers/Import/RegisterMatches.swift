/// A row of any register.
enum RegisterRow: Sendable, Equatable {
    case licence(LicenceRow)
    case designation(DesignationRow)
    case grade(GradeRow)
    case price(PriceRow)
}

/// What a register says of one place, and how the place was found.
struct MatchedRow: Sendable, Equatable {
    let row: RegisterRow
    let match: RegisterMatch
}

/// The rows that are about our places, kept while a register is read; all others are forgotten.
struct RegisterMatches: Sendable {
    private(set) var rows: [Place.ID: MatchedRow] = [:]
    /// Points of open businesses at addresses where a place of ours has no exact position; nil where two differ.
    private(set) var points: [RoadAddress: Place.Position?] = [:]
    /// Rows that could mean several places, and places that several rows could mean.
    private(set) var ambiguous = 0
    /// Places that such rows may be about.
    private(set) var doubtful: Set<Place.ID> = []
    private var named: [Place.ID: [NamedRow]] = [:]

    func count(by match: RegisterMatch) -> Int { rows.values.count { $0.match == match } }

    mutating func add(_ record: RegisterRecord<LicenceRow>, _ places: RegisterPlaces) {
        let row = record.row
        for place in places.places(withPermit: row.permit) {
            if case .licence(let known)? = rows[place.id]?.row, row.rank(at: place).yields(to: known.rank(at: place)) {
                continue
            }
            rows[place.id] = MatchedRow(row: .licence(row), match: .permit)
        }
        guard row.state == .open, let position = row.position, let text = row.roadAddress,
            let address = places.vagueAddress(text, in: record.district)
        else { return }
        if let known = points[address], known != position {
            points.updateValue(nil, forKey: address)
        } else {
            points.updateValue(position, forKey: address)
        }
    }

    mutating func add(_ record: RegisterRecord<DesignationRow>, _ places: RegisterPlaces) {
        let row = record.row
        for place in places.places(withPermit: row.permit) {
            if case .designation(let known)? = rows[place.id]?.row,
                row.rank(at: place).yields(to: known.rank(at: place))
            {
                continue
            }
            rows[place.id] = MatchedRow(row: .designation(row), match: .permit)
        }
    }

    mutating func add(_ record: RegisterRecord<GradeRow>, _ places: RegisterPlaces) {
        let row = record.row
        guard !row.isOver else { return }
        let finding = places.place(named: row.name, at: row.address, in: record.district, phone: row.phone)
        add(.grade(row), name: row.name, day: row.until ?? row.from ?? "", finding)
    }

    mutating func add(_ record: RegisterRecord<PriceRow>, _ places: RegisterPlaces) {
        let row = record.row
        let finding = places.place(named: row.name, at: row.address, in: record.district, phone: row.phone)
        add(.price(row), name: row.name, day: "", finding)
    }

    private mutating func add(_ row: RegisterRow, name: String, day: String, _ finding: RegisterPlaces.Finding) {
        switch finding {
        case .none: break
        case .ambiguous(let places):
            ambiguous += 1
            doubtful.formUnion(places)
        case .found(let id, let match):
            let found = NamedRow(row: MatchedRow(row: row, match: match), name: RegisterName(name), day: day)
            named[id, default: []].append(found)
        }
    }

    /// Decides which row is a place's where several were found, once all files are read.
    mutating func settle(_ places: RegisterPlaces) {
        guard !named.isEmpty else { return }
        for place in places.all {
            guard let found = named[place.id] else { continue }
            if let row = NamedRow.row(of: place, among: found) {
                rows[place.id] = row
            } else {
                ambiguous += 1
                doubtful.insert(place.id)
            }
        }
        named = [:]
    }
}

/// Which of several rows is a place's: a place into which others were merged has several licences.
private struct PermitRank {
    let permit: String
    /// Whether the business, or the designation, is still there.
    let holds: Bool
    /// Whether it is the place's own licence.
    let isOwn: Bool
    let updatedOn: String?

    /// Of one licence the later row counts; else one that holds, then the place's own.
    func yields(to known: PermitRank) -> Bool {
        if permit != known.permit {
            if holds != known.holds { return known.holds }
            if isOwn != known.isOwn { return known.isOwn }
        }
        return (known.updatedOn ?? "") > (updatedOn ?? "")
    }
}

extension LicenceRow {
    fileprivate func rank(at place: RegisterPlace) -> PermitRank {
        PermitRank(permit: permit, holds: state == .open, isOwn: permit == place.permit, updatedOn: updatedOn)
    }
}

extension DesignationRow {
    fileprivate func rank(at place: RegisterPlace) -> PermitRank {
        let holds = state == .open && revocation == nil && !hasClosing
        return PermitRank(permit: permit, holds: holds, isOwn: permit == place.permit, updatedOn: updatedOn)
    }
}

/// A row that was found by an address and a name or a phone.
private struct NamedRow: Sendable {
    let row: MatchedRow
    let name: RegisterName
    /// The day on which it ends, or began.
    let day: String

    /// The row that is certainly a place's: of the place's own name, or else the only name that was found. Of several of one
    /// name the last to end.
    static func row(of place: RegisterPlace, among found: [NamedRow]) -> MatchedRow? {
        let names = place.names.map(RegisterName.init)
        let byName = found.filter { $0.row.match == .addressAndName }
        let same = byName.filter { names.contains($0.name) }
        let candidates = !same.isEmpty ? same : !byName.isEmpty ? byName : found
        guard let first = candidates.first, candidates.allSatisfy({ $0.name == first.name }) else { return nil }
        return candidates.max { $0.day < $1.day }?.row
    }
}

/// What the licence register changes of a place, by the rule of docs/operating.md: what staff said stays; a newer day wins; of
/// the same day the licence register knows more than the lists.
struct LicencePlan: Sendable {
    let districts: Districts
    let dongs: DongTable
    /// The register's day.
    let asOf: String

    private var reference: SourceReference { SourceReference(source: Register.licences.source, asOf: asOf) }

    /// A row about the place itself.
    /// - Parameter point: that of another business at the same road address.
    func update(_ known: KnownPlace, by row: LicenceRow, sharing point: Place.Position?) -> RegisterUpdate {
        var update = RegisterUpdate(known)
        // An older file than the one that was taken last.
        if let day = known.day(in: .licences), PartialDay.isEarlier(asOf, than: day) { return update }
        let operation = PlaceOperation(
            state: row.state,
            stateText: row.stateText,
            since: row.state == .closed ? row.closedOn : nil,
            licensedOn: row.licensedOn,
            reference: reference
        )
        update.setOperation(operation)
        setName(row, in: &update)
        setAddress(row, in: &update)
        setPhone(row, in: &update)
        if let position = row.position, isSameAddress(row, update.record) {
            setPosition(position, in: &update)
        } else if let point {
            share(point, in: &update)
        }
        return update
    }

    /// The point of another business at the same road address, for a place without an exact position.
    func share(_ point: Place.Position, in update: inout RegisterUpdate) {
        guard update.record.position?.precision != .exact else { return }
        setPosition(point, in: &update)
    }

    private func setName(_ row: LicenceRow, in update: inout RegisterUpdate) {
        guard !update.known.corrected.contains(.name) else { return }
        let official = update.record.name
        let isSame = KoreanText.key(PlaceName.shown(row.name)) == KoreanText.key(PlaceName.shown(official))
        let name = isSame || row.name == official ? nil : row.name
        guard name != update.record.currentName else { return }
        update.record.currentName = name
        update.record.factSources[.currentName] = name == nil ? nil : reference
    }

    private func setPhone(_ row: LicenceRow, in update: inout RegisterUpdate) {
        guard let phone = row.phone, phone != update.record.phone, mayReplace(.phone, by: row, in: update) else {
            return
        }
        update.record.phone = phone
        update.record.factSources[.phone] = day(of: row)
    }

    /// Fills in what is missing; another building replaces the whole address, with what is derived from it.
    private func setAddress(_ row: LicenceRow, in update: inout RegisterUpdate) {
        let record = update.record
        if isSameAddress(row, record) {
            fill(\.roadAddress, .roadAddress, row.roadAddress, of: row, in: &update)
            fill(\.lotAddress, .lotAddress, row.lotAddress, of: row, in: &update)
            return
        }
        guard let road = row.roadAddress, let address = RoadAddress(road),
            address.district == districts[slug: record.district]?.name,
            mayReplace(.roadAddress, by: row, in: update), mayReplace(.lotAddress, by: row, in: update)
        else { return }
        update.record.roadAddress = road
        update.record.lotAddress = row.lotAddress
        update.record.factSources[.roadAddress] = day(of: row)
        update.record.factSources[.lotAddress] = row.lotAddress == nil ? nil : day(of: row)
        moveToDong(of: row, in: &update)
    }

    /// The dong of an address, and its middle until there is a better position.
    private func moveToDong(of row: LicenceRow, in update: inout RegisterUpdate) {
        let slug = update.record.district
        let dong = Address.legalDong(road: row.roadAddress, lot: row.lotAddress) { dong in
            dongs.position(of: dong, in: slug) != nil
        }
        update.record.dong = dong
        update.record.factSources[.dong] = dong == nil ? nil : day(of: row)
        guard mayPlace(update) else { return }
        update.record.position = dong.flatMap { dongs.position(of: $0, in: slug) }
        update.record.factSources[.position] = update.record.position == nil ? nil : dongs.reference
    }

    private func setPosition(_ position: Place.Position, in update: inout RegisterUpdate) {
        guard mayPlace(update), position != update.record.position else { return }
        // The official register of addresses has the entrance itself.
        let isEntrance = update.record.reference(of: .position).source == PositionImport.source
        guard update.record.position?.precision != .exact || !isEntrance else { return }
        update.record.position = position
        update.record.factSources[.position] = reference
    }

    private func mayPlace(_ update: RegisterUpdate) -> Bool {
        let isByStaff = update.record.reference(of: .position).source == PlaceCorrection.sourceID
        return !update.known.corrected.contains(.position) && !(isByStaff && update.record.position != nil)
    }

    private func fill(
        _ path: WritableKeyPath<PlaceRecord, String?> & Sendable,
        _ fact: PlaceFact,
        _ value: String?,
        of row: LicenceRow,
        in update: inout RegisterUpdate
    ) {
        guard let value, update.record[keyPath: path] == nil, !update.isCorrected(fact) else { return }
        update.record[keyPath: path] = value
        update.record.factSources[fact] = day(of: row)
    }

    /// Whether a row's fact wins over what is known: nothing, an older day, or the same day from a list.
    private func mayReplace(_ fact: PlaceFact, by row: LicenceRow, in update: RegisterUpdate) -> Bool {
        if update.isCorrected(fact) { return false }
        let known = update.record.reference(of: fact)
        if known.source == PlaceCorrection.sourceID { return false }
        guard update.record.has(fact) else { return true }
        guard let day = row.updatedOn else { return false }
        return !PartialDay.isEarlier(day, than: known.asOf)
    }

    /// The day of what a row says besides its state: when it was last brought up to date.
    private func day(of row: LicenceRow) -> SourceReference {
        SourceReference(source: Register.licences.source, asOf: row.updatedOn ?? asOf)
    }

    /// Whether a row's address may be the one that is known, up to floors and rooms.
    private func isSameAddress(_ row: LicenceRow, _ record: PlaceRecord) -> Bool {
        if let row = row.roadAddress.flatMap(RoadAddress.init),
            let known = record.roadAddress.flatMap(RoadAddress.init),
            let district = districts[slug: record.district]?.name
        {
            return row.inDistrict(district) == known.inDistrict(district)
        }
        return Address.mayBeSame((row.roadAddress, row.lotAddress), (record.roadAddress, record.lotAddress))
    }
}

extension PlaceRecord {
    fileprivate func has(_ fact: PlaceFact) -> Bool {
        switch fact {
        case .phone: phone != nil
        case .roadAddress: roadAddress != nil
        case .lotAddress: lotAddress != nil
        default: true
        }
    }
}

extension RegisterUpdate {
    /// Whether staff set a fact right, or removed it.
    fileprivate func isCorrected(_ fact: PlaceFact) -> Bool { known.corrected.contains { $0.fact == fact } }

    /// Sets whether the business exists, and with it whether the place is listed: a closed one leaves lists; one that is not
    /// closed any more is listed again where a register had closed it. What staff decided stays, except where the business
    /// closed later.
    mutating func setOperation(_ operation: PlaceOperation?) {
        self.operation = operation
        let decision = known.lastDecision
        switch operation?.state {
        case .closed:
            let isByStaff = decision?.source == PlaceCorrection.sourceID && decision?.reason == "staff"
            let wasLater = (operation?.since).map { $0 > decision?.day ?? "" } ?? false
            if known.status == .listed, !isByStaff || wasLater { status = .closed }
        case .open, .suspended, .unknown, nil:
            if known.status == .closed, decision?.reason == Self.closed { status = .listed }
        }
    }
}

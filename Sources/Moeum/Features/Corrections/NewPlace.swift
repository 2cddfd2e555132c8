import Foundation

/// A place that staff add, because no source has it.
struct NewPlace: Sendable {
    /// Without a key: the place's id becomes its key.
    let record: PlaceRecord
    /// How staff know.
    let source: String
    /// The report case of the suggestion to add it.
    let caseID: ReportCase.ID?

    /// Facts in the form, besides kind and district.
    private static let facts: [CorrectableFact] = [
        .name, .category, .roadAddress, .lotAddress, .phone, .link, .hours, .position,
    ]

    /// - Parameters:
    ///   - form: facts by their names, `kind`, `district` (which an address may contain too), `source`, `case`.
    ///   - dongs: the known dong and their positions.
    init(_ form: Form, _ districts: Districts, _ dongs: DongTable, at now: Date) throws(FormErrors) {
        var errors: [String: String] = [:]
        var facts: [CorrectableFact: String] = [:]
        for fact in Self.facts {
            do { facts[fact] = try fact.checked(form[fact.rawValue] ?? "") } catch {
                errors[fact.rawValue] = error.rawValue
            }
        }
        let kind = Place.Kind(rawValue: form["kind"] ?? "")
        if kind == nil { errors["kind"] = (form["kind"] ?? "").isEmpty ? "required" : "invalid" }
        let addresses = [facts[.roadAddress], facts[.lotAddress]].compactMap(\.self).filter { !$0.isEmpty }
        if addresses.isEmpty, errors["road_address"] == nil, errors["lot_address"] == nil {
            errors["road_address"] = "required"
        }
        let typed = (form["district"] ?? "").trimmed
        let named = addresses.lazy.compactMap { Address.district($0) }.compactMap { districts[name: $0] }.first
        let district = typed.isEmpty ? named : districts[typed: typed]
        if district == nil {
            errors["district"] = typed.isEmpty ? "required" : "unknown"
        } else if let named, named != district {
            errors["district"] = "elsewhere"
        }
        (source, errors["source"]) = BoundedText.required(form["source"], 1...CorrectionForm.maxSourceLength)
        guard errors.isEmpty, let kind, let district else { throw FormErrors(errors) }
        var record = PlaceRecord(
            source: PlaceCorrection.reference(at: now),
            key: "",
            kind: kind,
            name: facts[.name] ?? "",
            category: facts[.category] ?? "",
            district: district.slug
        )
        for (fact, value) in facts { fact.set(value, in: &record, told: nil) }
        dongs.locate(&record)
        self.record = record
        caseID = form["case"].flatMap { ReportCase.ID($0) }
    }
}

/// All facts of a place that staff added; empty where it is not listed.
struct PlaceAdditionState: AuditedValue {
    struct Origin: Codable, Equatable {
        var kind: Place.Kind?
        var district: String?
        var dong: String?
    }

    /// Facts that are not corrected later.
    var origin = Origin()
    var facts = PlaceFactsState()
}

extension PlaceAdditionState {
    init(of record: PlaceRecord) {
        origin = Origin(kind: record.kind, district: record.district, dong: record.dong)
        facts = PlaceFactsState(of: record)
    }

    init(from decoder: any Decoder) throws {
        origin = try Origin(from: decoder)
        facts = try PlaceFactsState(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try origin.encode(to: encoder)
        try facts.encode(to: encoder)
    }

    /// Nil where the place is not listed.
    /// - Parameter dongs: the source of a position that is a dong's centre.
    fileprivate func record(as id: Place.ID, dongs: SourceReference?, at now: Date) -> PlaceRecord? {
        guard let kind = origin.kind, let district = origin.district else { return nil }
        var record = PlaceRecord(
            source: PlaceCorrection.reference(at: now),
            key: String(id),
            kind: kind,
            name: "",
            category: "",
            district: district
        )
        record.dong = origin.dong
        for (fact, text) in facts.values { fact.set(text, in: &record, told: nil) }
        if record.position?.precision == .dong { record.factSources[.position] = dongs }
        return record
    }
}

extension AuditedChange<PlaceAdditionState> {
    /// Whether a place that staff added is listed. Undoing keeps its page, because something may link to it.
    static var placeAddition: Self {
        Self(
            name: "place-addition",
            read: { transaction, target, _ in
                guard let id = target.placeID else { return nil }
                guard let record = try transaction.placeRecord(id), record.source.source == PlaceCorrection.sourceID,
                    try transaction.place(id)?.status == .listed
                else { return PlaceAdditionState() }
                return PlaceAdditionState(of: record)
            },
            write: { transaction, target, _, state, audit in
                guard let id = target.placeID else { return }
                let known = try transaction.placeRecord(id)
                let dongs = try transaction.source(DongTable.source).map {
                    SourceReference(source: $0.id, asOf: $0.asOf)
                }
                guard let record = known ?? state.record(as: id, dongs: dongs, at: audit.at),
                    let district = audit.districts[slug: record.district]
                else { throw Problem.cannotRevert }
                let isListed = state != PlaceAdditionState()
                let reason = isListed ? "added" : "addition-undone"
                let decision = StatusDecision(source: PlaceCorrection.sourceID, reason: reason)
                let now = audit.at.milliseconds
                if known == nil {
                    try transaction.insertPlace(record, as: id, district, decision, now: now)
                } else {
                    try transaction.setPlaceStatus(isListed ? .listed : .closed, of: id, decision, district, now: now)
                }
                if let caseID = audit.caseID { try transaction.recordAddedPlace(isListed ? id : nil, cameOf: caseID) }
            }
        )
    }
}

extension Districts {
    /// A district by its slug, or by its full or short name in either language.
    fileprivate subscript(typed text: String) -> District? {
        if let found = self[slug: text.lowercased()] ?? self[name: text] { return found }
        return all.first { district in
            Language.allCases.contains { district.shortName($0).lowercased() == text.lowercased() }
                || district.englishName.lowercased() == text.lowercased()
        }
    }
}

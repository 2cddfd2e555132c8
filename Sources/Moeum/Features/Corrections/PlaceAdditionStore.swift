import Foundation

extension Transaction {
    /// A listed place of the same kind and name at possibly the same address.
    func duplicatePlace(of record: PlaceRecord) throws -> Place.ID? {
        try rows(
            """
            SELECT \(Place.columns) FROM places p
            WHERE p.name_key = \(KoreanText.key(record.shownName)) AND p.status = 'listed'
                AND p.kind = \(record.kind.rawValue) AND p.district = \(record.district)
            ORDER BY p.id LIMIT 100
            """
        ).map(Place.init).first { place in
            Address.mayBeSame((place.roadAddress, place.lotAddress), (record.roadAddress, record.lotAddress))
        }?.id
    }

    /// Records in a suggestion's case which place was added; nil removes it.
    func recordAddedPlace(_ place: Place.ID?, cameOf caseID: ReportCase.ID) throws {
        try execute(
            """
            UPDATE report_cases SET place_id = \(place), rev = rev + 1
            WHERE id = \(caseID) AND target_kind = \(AuditEntry.Target.Kind.suggestion.rawValue)
            """
        )
    }

    /// Closes the case of a suggestion whose place was added, which tells its author.
    func closeSuggestion(_ id: ReportCase.ID, by staff: Account.ID, _ audit: AuditContext) throws {
        let target = try suggestionCase(id).target
        // How staff know is not shown to the author.
        var audit = audit
        audit.isNoteShared = false
        try recordChange(.close, on: target, .caseState, key: String(id), audit) { _ in
            CaseState(state: .closed, assignee: staff, outcome: .acted)
        }
    }

    /// The case of a suggestion to add a place.
    func suggestionCase(_ id: ReportCase.ID) throws -> ReportCase {
        guard let found = try reportCase(id), found.target.kind == .suggestion else { throw Problem.notFound }
        return found
    }
}

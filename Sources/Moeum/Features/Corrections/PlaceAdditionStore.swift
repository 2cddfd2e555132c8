import Foundation

extension Transaction {
    /// A listed place of the same kind and name that may be behind the same door.
    func duplicatePlace(of record: PlaceRecord) throws -> Place.ID? {
        try rows(
            """
            SELECT \(Self.placeColumns) FROM places p
            WHERE p.name_key = \(KoreanText.key(record.name)) AND p.status = 'listed'
                AND p.kind = \(record.kind.rawValue) AND p.district = \(record.district)
            ORDER BY p.id LIMIT 100
            """
        ).map(Place.init).first { place in
            Address.mayBeSame((place.roadAddress, place.lotAddress), (record.roadAddress, record.lotAddress))
        }?.id
    }

    /// Notes in the case of a suggestion which place came of it; nil is none any more.
    func recordAddedPlace(_ place: Place.ID?, cameOf caseID: ReportCase.ID) throws {
        try execute(
            """
            UPDATE report_cases SET place_id = \(place), rev = rev + 1
            WHERE id = \(caseID) AND target_kind = \(AuditEntry.Target.Kind.suggestion.rawValue)
            """
        )
    }

    /// Closes the case of a place that is there now, which tells whoever suggested it.
    func closeSuggestion(_ id: ReportCase.ID, by staff: Account.ID, _ audit: AuditContext) throws {
        let target = try suggestionCase(id).target
        // How staff know is not for who suggested it.
        var audit = audit
        audit.isNoteShared = false
        try recordChange(.close, on: target, .caseState, key: String(id), audit) { _ in
            CaseState(state: .closed, assignee: staff, outcome: .acted)
        }
    }

    /// The case of a suggestion of a place that the site lacks.
    func suggestionCase(_ id: ReportCase.ID) throws -> ReportCase {
        guard let found = try reportCase(id), found.target.kind == .suggestion else { throw Problem.notFound }
        return found
    }
}

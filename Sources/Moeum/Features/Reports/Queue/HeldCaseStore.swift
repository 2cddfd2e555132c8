/// Cases of what the site holds: nothing waits for staff without one.
extension Transaction {
    /// Notes in the living case of a thing whether the site holds that, and opens one where there is none, as when staff let
    /// something go and that is taken back later. Of things that cannot be held nothing.
    func recordHold(of target: AuditEntry.Target, _ audit: AuditContext) throws {
        guard let holds = try AuditedState.hold(of: target.kind)?.read(self, target, "")?.values else { return }
        guard let living = try openCase(of: target) else {
            if !holds.isEmpty { try openHeldCase(of: target, audit) }
            return
        }
        // Nothing is left of what it was opened for, unless staff are about to say so in it.
        if holds.isEmpty, audit.caseID != living.id, try removeEmptyCase(living) { return }
        if holds.isEmpty == living.isHeld { try setHeld(!holds.isEmpty, living.id) }
    }

    private func openHeldCase(of target: AuditEntry.Target, _ audit: AuditContext) throws {
        guard let content = ContentReference(target) else { return }
        let review: Review?
        switch content {
        case .review(let id): review = try self.review(id)
        case .photo(let id): review = try reviewOfPhoto(ofPhoto: id)?.review.flatMap { try self.review($0) }
        }
        let author = try visibility(of: content)?.account
        let found = try findOrInsertCase(of: target, account: author, place: review?.place, at: audit.at)
        try setHeld(true, found.id)
    }

    /// Removes a case that was opened for what is held alone and in which nobody reported, said or did anything.
    /// - Returns: whether it was one.
    func removeEmptyCase(_ found: ReportCase) throws -> Bool {
        guard found.isHeld, found.state == .open else { return false }
        let id = found.id
        let isUsed =
            try first(
                """
                SELECT 1 FROM report_cases c WHERE c.id = \(id) AND (
                    EXISTS (SELECT 1 FROM reports r WHERE r.case_id = \(id))
                    OR EXISTS (SELECT 1 FROM suggestions s WHERE s.case_id = \(id))
                    OR EXISTS (SELECT 1 FROM report_snapshots x WHERE x.case_id = \(id))
                    OR EXISTS (SELECT 1 FROM case_notes n WHERE n.case_id = \(id))
                    OR EXISTS (SELECT 1 FROM audit_log d WHERE d.case_id = \(id)))
                """
            ) { try $0.int(0) } != nil
        if isUsed { return false }
        try execute("DELETE FROM report_cases WHERE id = \(id)")
        try countCases(.open, by: -1)
        return true
    }
}

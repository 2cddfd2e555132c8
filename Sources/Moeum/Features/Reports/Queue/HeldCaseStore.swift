/// Cases of held content: whatever is held has a case.
extension Transaction {
    /// Updates whether a case's content is held, and opens a case where there is none, as when staff undo the end of a hold.
    /// Does nothing for targets that cannot be held.
    func updateCaseHold(of target: AuditEntry.Target, _ audit: AuditContext) throws {
        guard let holds = try AuditedChange.hold(of: target.kind)?.read(self, target, "")?.values else { return }
        guard let currentCase = try openCase(of: target) else {
            if !holds.isEmpty { try insertHeldCase(of: target, audit) }
            return
        }
        // The case is empty without the hold, unless staff are closing it now.
        if holds.isEmpty, audit.caseID != currentCase.id, try removeEmptyCase(currentCase) { return }
        if holds.isEmpty == currentCase.isHeld { try setCaseHeld(!holds.isEmpty, currentCase.id) }
    }

    private func insertHeldCase(of target: AuditEntry.Target, _ audit: AuditContext) throws {
        guard let content = ContentReference(target) else { return }
        let review: Review?
        switch content {
        case .review(let id): review = try self.review(id)
        case .photo(let id): review = try reviewOfPhoto(id)?.review.flatMap { try self.review($0) }
        case .card: review = nil
        }
        let author = try visibility(of: content)?.account
        let found = try findOrInsertCase(of: target, account: author, place: review?.place, at: audit.at)
        try setCaseHeld(true, found.id)
    }

    /// Removes a case that was opened for a hold alone, without reports, notes or actions.
    /// - Returns: whether it was removed.
    func removeEmptyCase(_ found: ReportCase) throws -> Bool {
        try found.isHeld && removeUnusedCase(found)
    }

    /// Removes a case that nobody has taken, without reports, answers, notes or actions.
    /// - Returns: whether it was removed.
    @discardableResult
    func removeUnusedCase(_ found: ReportCase) throws -> Bool {
        guard found.state == .open else { return false }
        let id = found.id
        let isUsed =
            try first(
                """
                SELECT 1 FROM report_cases c WHERE c.id = \(id) AND (
                    EXISTS (SELECT 1 FROM reports r WHERE r.case_id = \(id))
                    OR EXISTS (SELECT 1 FROM suggestions s WHERE s.case_id = \(id))
                    OR EXISTS (SELECT 1 FROM confirmations f WHERE f.case_id = \(id))
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

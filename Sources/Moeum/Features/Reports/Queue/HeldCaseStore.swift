/// Cases of what the site holds: nothing waits for staff without one.
extension Transaction {
    /// Notes in the living case of a thing whether the site holds that, and opens one where there is none, as when staff let
    /// something go and that is taken back later. Of things that cannot be held nothing.
    func noteHold(of target: Deed.Target, _ act: Act) throws {
        guard let holds = try Aspect.hold(of: target.kind)?.read(self, target, "") else { return }
        guard let living = try livingCase(of: target) else {
            if !holds.isEmpty { try openHeldCase(of: target, act) }
            return
        }
        // Nothing is left of what it was opened for, unless staff are about to say so in it.
        if holds.isEmpty, act.caseID != living.id, try removeIfBare(living) { return }
        if holds.isEmpty == living.isHeld { try setHeld(!holds.isEmpty, living.id) }
    }

    private func openHeldCase(of target: Deed.Target, _ act: Act) throws {
        guard let thing = SightTarget(target) else { return }
        let review: Review?
        switch thing {
        case .review(let id): review = try self.review(id)
        case .photo(let id): review = try standing(ofPhoto: id)?.review.flatMap { try self.review($0) }
        }
        let author = try sight(of: thing)?.account
        let found = try openCase(of: target, account: author, place: review?.place, at: act.at)
        try setHeld(true, found.id)
    }

    /// Removes a case that was opened for what is held alone and in which nobody reported, said or did anything.
    /// - Returns: whether it was one.
    func removeIfBare(_ found: ReportCase) throws -> Bool {
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
                    OR EXISTS (SELECT 1 FROM deeds d WHERE d.case_id = \(id)))
                """
            ) { try $0.int(0) } != nil
        if isUsed { return false }
        try execute("DELETE FROM report_cases WHERE id = \(id)")
        try countCases(.open, by: -1)
        return true
    }
}

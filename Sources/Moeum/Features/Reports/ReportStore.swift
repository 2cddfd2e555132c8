import Foundation

extension Transaction {
    /// Answers everybody who reported something, once, and notes how well they judged. Nobody hears what became of the person.
    func settleReports(of found: ReportCase, _ outcome: String?, _ act: Act) throws {
        let outcome = outcome.flatMap(ReportCase.Outcome.init(rawValue:)) ?? .approved
        if outcome == .approved {
            try execute("UPDATE report_cases SET target_rev = \(try mark(of: found.target)) WHERE id = \(found.id)")
        }
        let answer = Act(actor: act.actor, at: act.at, press: act.press)
        for reporter in try reporters(of: found.id) {
            try judge(reporter.account, outcome, by: 1)
            guard !reporter.isAnswered else { continue }
            try tell(reporter.account, outcome.letter, answer, link: "/about/guidelines")
        }
        try execute(
            "UPDATE reports SET answered_at = \(act.at.milliseconds) WHERE case_id = \(found.id) AND answered_at IS NULL"
        )
        try settleSuggestions(of: found, isTaken: outcome == .acted, answer)
    }

    /// A case that was closed is open again: nobody has judged rightly or wrongly yet.
    func unsettleReports(of found: ReportCase) throws {
        try execute("UPDATE report_cases SET target_rev = NULL WHERE id = \(found.id)")
        guard let outcome = found.outcome else { return }
        for reporter in try reporters(of: found.id) { try judge(reporter.account, outcome, by: -1) }
    }

    private func reporters(of id: ReportCase.ID) throws -> [(account: Account.ID, isAnswered: Bool)] {
        try rows(
            """
            SELECT account_id, answered_at IS NOT NULL FROM reports
            WHERE case_id = \(id) AND account_id IS NOT NULL ORDER BY id
            """
        ).map { (try $0.int64(0), try $0.bool(1)) }
    }

    private func judge(_ account: Account.ID, _ outcome: ReportCase.Outcome, by change: Int) throws {
        let (right, wrong) = (outcome == .acted ? change : 0, outcome == .approved ? change : 0)
        guard right != 0 || wrong != 0 else { return }
        try execute(
            """
            INSERT INTO reporter_records (account_id, right_count, wrong_count) VALUES (\(account), \(right), \(wrong))
            ON CONFLICT (account_id) DO UPDATE SET right_count = reporter_records.right_count + \(right),
                wrong_count = reporter_records.wrong_count + \(wrong)
            """
        )
    }
}

extension ReportCase.Outcome {
    /// What those read who reported it.
    fileprivate var letter: Letter.Kind {
        switch self {
        case .acted: .reportActed
        case .approved: .reportApproved
        case .gone: .reportGone
        }
    }
}

import Foundation

extension Transaction {
    /// Answers everybody who reported something, once, and notes how well they judged. Nobody hears what became of the person.
    func settleReports(of found: ReportCase, _ outcome: String?, _ act: Act) throws {
        let isRight = outcome == ReportCase.Outcome.acted.rawValue
        if !isRight {
            try execute("UPDATE report_cases SET target_rev = \(try mark(of: found.target)) WHERE id = \(found.id)")
        }
        let answer = Act(actor: act.actor, at: act.at, press: act.press)
        for reporter in try reporters(of: found.id) {
            try judge(reporter.account, right: isRight ? 1 : 0, wrong: isRight ? 0 : 1)
            guard !reporter.isAnswered else { continue }
            let letter: Letter.Kind = isRight ? .reportActed : .reportApproved
            try tell(reporter.account, letter, answer, link: "/about/guidelines")
        }
        try execute(
            "UPDATE reports SET answered_at = \(act.at.milliseconds) WHERE case_id = \(found.id) AND answered_at IS NULL"
        )
        try settleSuggestions(of: found, isTaken: isRight, answer)
    }

    /// A case that was closed is open again: nobody has judged rightly or wrongly yet.
    func unsettleReports(of found: ReportCase) throws {
        try execute("UPDATE report_cases SET target_rev = NULL WHERE id = \(found.id)")
        let isRight = found.outcome == .acted
        for reporter in try reporters(of: found.id) {
            try judge(reporter.account, right: isRight ? -1 : 0, wrong: isRight ? 0 : -1)
        }
    }

    private func reporters(of id: ReportCase.ID) throws -> [(account: Account.ID, isAnswered: Bool)] {
        try rows(
            """
            SELECT account_id, answered_at IS NOT NULL FROM reports
            WHERE case_id = \(id) AND account_id IS NOT NULL ORDER BY id
            """
        ).map { (try $0.int64(0), try $0.bool(1)) }
    }

    private func judge(_ account: Account.ID, right: Int, wrong: Int) throws {
        try execute(
            """
            INSERT INTO reporter_records (account_id, right_count, wrong_count) VALUES (\(account), \(right), \(wrong))
            ON CONFLICT (account_id) DO UPDATE SET right_count = reporter_records.right_count + \(right),
                wrong_count = reporter_records.wrong_count + \(wrong)
            """
        )
    }
}

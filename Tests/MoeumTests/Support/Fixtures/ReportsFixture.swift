import Foundation

@testable import Moeum

/// Reports as they lie in the database, made without the form that people fill in.
struct ReportFixture: Sendable {
    var target: AuditEntry.Target
    var account: Account.ID?
    var place: Place.ID?
    var reasons: [ModerationReason] = [.spam]
    /// In hundredths.
    var weight = 100
    var reporters: [Account.ID] = []
    var count = 1
    var words = "made-up words"
    var at: Date
}

extension TestSite {
    /// The case of one made-up report or several of the same thing.
    @discardableResult
    func report(_ report: ReportFixture) async throws -> ReportCase.ID {
        try await app.database.write { try $0.insert(report) }
    }

    /// A review of somebody's that somebody reported.
    func reportedReview(
        by author: Account.ID,
        _ reasons: [ModerationReason] = [.abuse],
        reporters: [Account.ID] = [],
        weight: Int = 100
    ) async throws -> (review: Review.ID, caseID: ReportCase.ID) {
        guard let place = try await places(1).first else { throw Problem.notFound }
        let review = try await review(place, by: author, try ReviewsFixture.input("made-up words that were reported"))
        let target = AuditEntry.Target.review(review)
        var report = ReportFixture(target: target, account: author, place: place, reasons: reasons, at: now)
        report.weight = weight
        report.reporters = reporters
        report.count = max(1, reporters.count)
        report.words = "made-up words that were reported"
        return (review, try await self.report(report))
    }

    /// Staff whom no browser belongs to.
    func moderators(_ count: Int) async throws -> [Account.ID] {
        let people = try await people(count, "운영")
        for person in people { try await execute("UPDATE accounts SET role = 'moderator' WHERE id = \(person)") }
        return people
    }

    func reportCase(_ id: ReportCase.ID) async throws -> ReportCase? {
        try await app.database.read { try $0.reportCase(id) }
    }
}

extension Transaction {
    fileprivate func insert(_ report: ReportFixture) throws -> ReportCase.ID {
        let found = try findOrInsertCase(of: report.target, account: report.account, place: report.place, at: report.at)
        try execute(
            """
            UPDATE report_cases SET weight = \(report.weight), report_count = \(report.count),
                reported_at = \(report.at.milliseconds)
            WHERE id = \(found.id)
            """
        )
        for reason in report.reasons {
            try execute(
                """
                INSERT INTO report_case_reasons (case_id, reason, report_count)
                VALUES (\(found.id), \(reason.rawValue), 1)
                """
            )
        }
        let snapshot = FiledSnapshot.ID.next()
        try execute(
            """
            INSERT INTO report_snapshots (id, case_id, fingerprint, nickname, stars, body, taken_at)
            VALUES (\(snapshot), \(found.id), 'made-up', 'made-up', 4, \(report.words), \(report.at.milliseconds))
            """
        )
        for reporter in report.reporters {
            try execute(
                """
                INSERT INTO reports (id, case_id, account_id, snapshot_id, reason, detail, weight, created_at)
                VALUES (\(FiledReport.ID.next()), \(found.id), \(reporter), \(snapshot),
                    \(report.reasons.first?.rawValue ?? ModerationReason.other.rawValue), 'made-up detail', 100,
                    \(report.at.milliseconds))
                """
            )
        }
        try reorderReportCase(found.id)
        return found.id
    }
}

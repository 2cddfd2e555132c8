import Foundation

/// Accepts reports and suggestions: checks who may send them and how often, and holds content that many reported.
struct ReportSubmission: Sendable {
    let reporter: Account.ID
    let limits: RateLimits
    let now: Date
    let emailRenderer: EmailRenderer

    /// An accepted report or suggestion.
    struct Outcome: Sendable {
        let id: ReportCase.ID
        /// The page to which the reporter returns.
        let path: String
        /// Whether the same person had sent the same already.
        var isRepeated = false
    }

    static let ownContent = Problem(status: .forbidden, key: "own-report")
    static let approved = Problem(status: .conflict, key: "report-approved")

    // MARK: Reports

    func file(_ report: Report, against asked: AuditEntry.Target, _ transaction: Transaction) throws -> Outcome {
        // A report of a merged place is one of its canonical place.
        let target = try asked.placeID.map { .place(try transaction.canonicalPlaceID(for: $0)) } ?? asked
        // A repeated report is accepted even where the content is hidden by now.
        if let currentCase = try transaction.openCase(of: target),
            try transaction.hasReported(reporter, in: currentCase.id)
        {
            let path = ReportSubject.path(of: target, at: currentCase.place)
            return Outcome(id: currentCase.id, path: path, isRepeated: true)
        }
        let subject = try subject(target, transaction)
        if try isApproved(subject, transaction) { throw Self.approved }
        let account = try account(transaction)
        try enforceLimits(on: account, transaction)
        let found = try transaction.findOrInsertCase(
            of: target,
            account: subject.account,
            place: subject.place,
            at: now
        )
        let weight = try transaction.reporterWeight(of: account, at: now)
        let snapshot = try transaction.saveSnapshot(subject.snapshot, in: found.id, at: now)
        try transaction.countReporter(reporter, weight, report.reason, in: found.id, at: now)
        try transaction.insertReport(report, by: reporter, in: found.id, snapshot, weight: weight, at: now)
        try holdIfHeavy(found.id, transaction)
        return Outcome(id: found.id, path: subject.path)
    }

    /// The target of a report.
    /// - Throws: 404 where readers do not see the target; 403 where it is the reporter's own.
    func subject(_ target: AuditEntry.Target, _ transaction: Transaction) throws -> ReportSubject {
        guard let subject = try transaction.reportSubject(target, at: now) else { throw Problem.notFound }
        if subject.account == reporter { throw Self.ownContent }
        return subject
    }

    /// Whether staff approved this version of the target. Never for places: their facts may become wrong without an edit.
    func isApproved(_ subject: ReportSubject, _ transaction: Transaction) throws -> Bool {
        guard subject.target.kind != .place else { return false }
        return try transaction.approvedVersion(of: subject.target) == subject.mark
    }

    /// Holds a review, photo or card that enough people reported, until staff have looked. Once per case: what staff restored is not
    /// hidden again. Accounts and places are never held.
    private func holdIfHeavy(_ id: ReportCase.ID, _ transaction: Transaction) throws {
        guard let found = try transaction.reportCase(id), ContentReference(found.target) != nil else { return }
        let settings = try transaction.siteSettings()
        guard settings.isOn(.hidesReported), found.weight >= settings[.hideWeight], try !transaction.wasHeld(in: id)
        else { return }
        try transaction.holdContent(of: found.target, in: id, for: [.reports], at: now, emailRenderer)
    }

    // MARK: Suggestions

    /// - Parameter place: nil for a bookshop that the site does not have.
    func suggest(_ suggestion: Suggestion, at asked: Place.ID?, _ transaction: Transaction) throws -> Outcome {
        // A suggestion for a merged place is one for its canonical place.
        let place = try asked.map { try transaction.canonicalPlaceID(for: $0) }
        let path = place.map { "/places/\($0)" } ?? "/places?kind=bookshop"
        if let place, try transaction.place(place) == nil { throw Problem.notFound }
        if let known = try transaction.caseOfUnanswered(suggestion, by: reporter, at: place) {
            return Outcome(id: known, path: path, isRepeated: true)
        }
        let account = try account(transaction)
        try enforceLimits(on: account, transaction)
        let id = FiledSuggestion.ID.next()
        let target = place.map { AuditEntry.Target.place($0) } ?? AuditEntry.Target.suggestion(id)
        let found = try transaction.findOrInsertCase(of: target, account: nil, place: place, at: now)
        let weight = try transaction.reporterWeight(of: account, at: now)
        try transaction.countReporter(reporter, weight, suggestion.kind.reason, in: found.id, at: now)
        try transaction.insertSuggestion(id, suggestion, by: reporter, at: place, in: found.id, now)
        return Outcome(id: found.id, path: path)
    }

    // MARK: Both

    private func account(_ transaction: Transaction) throws -> Account {
        guard let account = try transaction.account(reporter) else { throw Problem.forbidden }
        return account
    }

    /// Throws where the reporter has to wait.
    private func enforceLimits(on account: Account, _ transaction: Transaction) throws {
        let age = now.timeIntervalSince(account.createdAt)
        let settings = try transaction.siteSettings()
        if limits.areOn, age < NewAccountLimits.length, settings.isOn(.limitsFirstDay),
            try transaction.countReports(of: reporter) >= settings[.firstDayReports]
        {
            let seconds = max(1, Int((NewAccountLimits.length - age).rounded(.up)))
            throw Self.rateLimited("first-day", key: "first-day-reports", retryAfter: seconds)
        }
        if let seconds = try transaction.consumeRateLimit(limits.reports, for: String(reporter), at: now.milliseconds) {
            throw Self.rateLimited("too-often", key: "too-often", retryAfter: seconds)
        }
    }

    /// - Parameter key: of the problem that programs get.
    private static func rateLimited(_ code: String, key: String, retryAfter seconds: Int) -> FormErrors {
        let codes = [FormDeclaration.wholeForm: code]
        return FormErrors(
            codes,
            status: .tooManyRequests,
            retryAfter: seconds,
            arguments: ["minutes": .integer(RateLimit.minutes(seconds))],
            answer: Problem(status: .tooManyRequests, key: key, errors: codes, retryAfter: seconds)
        )
    }
}

import Foundation

/// What staff decide about a request, as a form says it.
struct TakedownDecision: Sendable {
    enum Decision: String, Sendable, CaseIterable {
        case block, refuse
        /// Ends a block before its time, after an objection or otherwise.
        case unblock
        /// Lets a block stand to its end although its author objected.
        case keep
    }

    /// What is wrong with a form: codes by field.
    struct Refusal: Error, Equatable {
        let problems: [String: String]
    }

    let decision: Decision
    /// What both sides read.
    let answer: String
    /// What the form was made from; nil acts on whatever is there now.
    let rev: Int?

    /// - Parameter form: `decision`, `reason`, `rev`.
    init(_ form: Form) throws(Refusal) {
        var problems: [String: String] = [:]
        let decision = Decision(rawValue: form["decision"] ?? "")
        if decision == nil { problems["decision"] = (form["decision"] ?? "").isEmpty ? "required" : "invalid" }
        let (answer, error) = TakedownRequest.words(form["reason"] ?? "", 1...Takedown.maxAnswerLength)
        if error != "required" || decision != .keep { problems["reason"] = error }
        guard let decision, problems.isEmpty else { throw Refusal(problems: problems) }
        (self.decision, self.answer) = (decision, answer)
        rev = form["rev"].flatMap { Int($0) }
    }
}

/// Carries out what staff decide, once, and never about themselves.
struct TakedownActions: Sendable {
    let staff: Member
    let decision: TakedownDecision
    let now: Date
    let emailRenderer: EmailRenderer

    /// - Throws: 404; 403 about one's own words or wish; 409 where somebody else was faster.
    func carryOut(_ id: Takedown.ID, _ transaction: Transaction) throws {
        guard let takedown = try transaction.takedown(id) else { throw Problem.notFound }
        if try transaction.concernsTakedown(takedown, staff.id) { throw Problem.forbidden }
        if let rev = decision.rev, rev != takedown.rev { throw Problem.stale }
        var audit = AuditContext(
            actor: .staff(staff.id),
            reason: takedown.claim.reason,
            note: decision.answer,
            at: now,
            emailRenderer: emailRenderer
        )
        switch decision.decision {
        case .block:
            // What is gone cannot be blocked; its request ends by itself.
            guard takedown.state == .waiting, try transaction.takedownTargetExists(takedown) else {
                throw Problem.stale
            }
            let until = now + Takedown.period
            audit.until = until
            try transaction.recordTakedownChange(.block, on: takedown, audit) {
                ($0.state, $0.until, $0.answer) = (.blocked, until, decision.answer)
            }
        case .refuse:
            guard takedown.state == .waiting else { throw Problem.stale }
            try transaction.recordTakedownChange(.refuseBlock, on: takedown, audit) {
                ($0.state, $0.answer) = (.refused, decision.answer)
            }
        case .unblock:
            guard takedown.state == .blocked else { throw Problem.stale }
            try transaction.recordTakedownChange(.unblock, on: takedown, audit) {
                $0.end(.staff)
                $0.answer = decision.answer
            }
        case .keep:
            guard takedown.state == .blocked, takedown.objectedAt != nil, takedown.keptAt == nil else {
                throw Problem.stale
            }
            try transaction.recordTakedownChange(.keepBlock, on: takedown, audit) { $0.keptAt = now }
        }
    }
}

extension Transaction {
    /// Whether a request is about somebody's own words, or their own wish.
    func concernsTakedown(_ takedown: Takedown, _ account: Account.ID) throws -> Bool {
        if takedown.account == account { return true }
        guard let email = takedown.email.flatMap({ try? EmailAddress($0) }) else { return false }
        return try self.account(with: email)?.id == account
    }
}

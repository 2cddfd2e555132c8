import Foundation

/// A decision of staff about a takedown, as in a form; never about their own content or request.
struct TakedownDecision: Sendable {
    enum Choice: String, Sendable, CaseIterable {
        case block, refuse
        /// Ends a block early, after an objection or otherwise.
        case unblock
        /// Keeps a block to its end in spite of the author's objection.
        case keep
    }

    let choice: Choice
    /// The answer for both sides.
    let answer: String
    /// The revision of the form; nil acts on whatever is there now.
    let rev: Int?

    /// - Parameter form: `decision`, `reason`, `rev`.
    init(_ form: Form) throws(FormErrors) {
        var errors: [String: String] = [:]
        let choice = Choice(rawValue: form["decision"] ?? "")
        if choice == nil { errors["decision"] = (form["decision"] ?? "").isEmpty ? "required" : "invalid" }
        let (answer, error) = BoundedText.required(form["reason"], 1...Takedown.maxAnswerLength)
        if error != "required" || choice != .keep { errors["reason"] = error }
        guard let choice, errors.isEmpty else { throw FormErrors(errors) }
        (self.choice, self.answer) = (choice, answer)
        rev = form["rev"].flatMap { Int($0) }
    }

    /// - Throws: 404; 403 about the staff member's own content or request; 409 where somebody else was faster.
    func carryOut(
        on id: Takedown.ID,
        by staff: Account.ID,
        _ audit: AuditContext,
        _ transaction: Transaction
    ) throws {
        guard let takedown = try transaction.takedown(id) else { throw Problem.notFound }
        if try transaction.concernsTakedown(takedown, staff) { throw Problem.forbidden }
        if let rev, rev != takedown.rev { throw Problem.stale }
        var audit = audit
        (audit.reason, audit.note) = (takedown.claim.reason, answer)
        switch choice {
        case .block:
            // Deleted content cannot be blocked; its request ends by itself.
            guard takedown.state == .waiting, try transaction.takedownTargetExists(takedown) else {
                throw Problem.stale
            }
            let until = audit.at + Takedown.period
            audit.until = until
            try transaction.recordTakedownChange(.block, on: takedown, audit) {
                ($0.state, $0.until, $0.answer) = (.blocked, until, answer)
            }
        case .refuse:
            guard takedown.state == .waiting else { throw Problem.stale }
            try transaction.recordTakedownChange(.refuseBlock, on: takedown, audit) {
                ($0.state, $0.answer) = (.refused, answer)
            }
        case .unblock:
            guard takedown.state == .blocked else { throw Problem.stale }
            try transaction.recordTakedownChange(.unblock, on: takedown, audit) {
                $0.end(.staff)
                $0.answer = answer
            }
        case .keep:
            guard takedown.state == .blocked, takedown.objectedAt != nil, takedown.keptAt == nil else {
                throw Problem.stale
            }
            try transaction.recordTakedownChange(.keepBlock, on: takedown, audit) { [audit] in $0.keptAt = audit.at }
        }
    }
}

extension Transaction {
    /// Whether a takedown is about the account's own content, or is its own request.
    func concernsTakedown(_ takedown: Takedown, _ account: Account.ID) throws -> Bool {
        if takedown.account == account { return true }
        guard let email = takedown.email.flatMap({ try? EmailAddress($0) }) else { return false }
        return try self.account(with: email)?.id == account
    }
}

import Foundation

/// What staff decide about a request, as a form says it.
struct TakedownOrder: Sendable {
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
        let (answer, fault) = TakedownRequest.words(form["reason"] ?? "", 1...Takedown.longestAnswer)
        if fault != "required" || decision != .keep { problems["reason"] = fault }
        guard let decision, problems.isEmpty else { throw Refusal(problems: problems) }
        (self.decision, self.answer) = (decision, answer)
        rev = form["rev"].flatMap { Int($0) }
    }
}

/// Carries out what staff decide, once, and never about themselves.
struct TakedownDesk: Sendable {
    let staff: Member
    let order: TakedownOrder
    let now: Date
    let press: LetterPress

    /// - Throws: 404; 403 about one's own words or wish; 409 where somebody else was faster.
    func carryOut(_ id: Takedown.ID, _ transaction: Transaction) throws {
        guard let takedown = try transaction.takedown(id) else { throw Problem.notFound }
        if try transaction.concerns(takedown, staff.id) { throw Problem.forbidden }
        if let rev = order.rev, rev != takedown.rev { throw Problem.stale }
        var act = Act(
            actor: .staff(staff.id),
            reason: takedown.claim.reason,
            note: order.answer,
            at: now,
            press: press
        )
        switch order.decision {
        case .block:
            // What is gone cannot be blocked; its request ends by itself.
            guard takedown.state == .waiting, try transaction.isThere(takedown) else {
                throw Problem.stale
            }
            let until = now + Takedown.period
            act.until = until
            try transaction.perform(.block, on: takedown, act) {
                ($0.state, $0.until, $0.answer) = (.blocked, until, order.answer)
            }
        case .refuse:
            guard takedown.state == .waiting else { throw Problem.stale }
            try transaction.perform(.refuseBlock, on: takedown, act) {
                ($0.state, $0.answer) = (.refused, order.answer)
            }
        case .unblock:
            guard takedown.state == .blocked else { throw Problem.stale }
            try transaction.perform(.unblock, on: takedown, act) {
                $0.end(.staff)
                $0.answer = order.answer
            }
        case .keep:
            guard takedown.state == .blocked, takedown.objectedAt != nil, takedown.keptAt == nil else {
                throw Problem.stale
            }
            try transaction.perform(.keepBlock, on: takedown, act) { $0.keptAt = now }
        }
    }
}

extension Transaction {
    /// Whether a request is about somebody's own words, or their own wish.
    func concerns(_ takedown: Takedown, _ account: Account.ID) throws -> Bool {
        if takedown.account == account { return true }
        guard let email = takedown.email.flatMap({ try? EmailAddress($0) }) else { return false }
        return try self.account(with: email)?.id == account
    }
}

import Foundation

extension Transaction {
    /// Begins a withdrawal: every session ends, and an e-mail says until when it can be cancelled.
    /// - Returns: false for the last admin, who cannot leave.
    func beginWithdrawal(_ leaving: Withdrawal, by emailRenderer: EmailRenderer) throws -> Bool {
        guard let account = try account(leaving.account) else { return true }
        if account.role == .admin, try !hasAdmin(besides: account.id, at: leaving.now) {
            return false
        }
        let changed = try execute(
            """
            UPDATE accounts SET leaving_at = \(leaving.now.milliseconds), leaving_reviews = \(leaving.reviews.rawValue)
            WHERE id = \(account.id) AND leaving_at IS NULL
            """
        )
        try endSessions(of: account.id)
        // Of two simultaneous forms only one begins it.
        guard changed > 0 else { return true }
        try setHidden(leaving.reviews == .delete, of: account.id, at: leaving.now)
        try recordSecurityEvent(.leavingAsked, of: account.id, from: leaving.origin, at: leaving.now)
        try enqueueEmail(.leaving, account, link: "/login", EmailMessage.Details(until: leaving.until), emailRenderer)
        return true
    }

    /// Changes what becomes of the reviews of somebody who is leaving already.
    func setLeavingReviews(_ reviews: Withdrawal.Reviews, of account: Account.ID, at now: Date) throws {
        let changed = try execute(
            "UPDATE accounts SET leaving_reviews = \(reviews.rawValue) WHERE id = \(account) AND leaving_at IS NOT NULL"
        )
        if changed > 0 { try setHidden(reviews == .delete, of: account, at: now) }
    }

    /// Cancels a withdrawal; whether there was one.
    func cancelWithdrawal(_ id: Account.ID, at now: Date) throws -> Bool {
        let changed = try execute(
            "UPDATE accounts SET leaving_at = NULL, leaving_reviews = NULL WHERE id = \(id) AND leaving_at IS NOT NULL"
        )
        if changed > 0 { try setHidden(false, of: id, at: now) }
        return changed > 0
    }

    /// Anyone who wants everything deleted is out of sight at once, and back where they change their mind.
    private func setHidden(_ isHidden: Bool, of account: Account.ID, at now: Date) throws {
        let cards = try cards(of: account).map { ContentReference.card($0.id) }
        if isHidden {
            try hideReviews(of: account, for: .leaving, at: now)
            for card in cards { try hideContent(card, for: .leaving, at: now) }
        } else {
            try unhideReviews(of: account, for: .leaving)
            for card in cards { try unhideContent(card, for: .leaving) }
        }
    }

    /// Makes an account that is leaving due to be erased, and takes back the mail that says it could stay.
    func endLeavingPeriod(of account: Account, _ limits: Erasure.Limits) throws {
        try execute(
            """
            UPDATE accounts SET leaving_at = \(limits.left.milliseconds)
            WHERE id = \(account.id) AND leaving_at IS NOT NULL
            """
        )
        try deleteMails(to: account.email)
    }

    /// Accounts due to be erased: their withdrawal is over, or they were never verified and are not used.
    func accountsToErase(_ limits: Erasure.Limits, after id: Account.ID, limit: Int) throws -> [Account.ID] {
        try rows("SELECT id FROM accounts WHERE id > \(id) AND (\(isDueForErasure(limits))) ORDER BY id LIMIT \(limit)")
            .map { try $0.id(0) }
    }

    /// Deletes an account and all that belongs to it, if it is still due; of several simultaneous calls one does it. Somebody
    /// who left gets an e-mail about it, the last row with the address.
    /// - Returns: whether this call deleted it.
    func eraseAccount(
        _ id: Account.ID,
        _ limits: Erasure.Limits,
        _ beforeErase: [Erasure.BeforeErase] = [],
        by emailRenderer: EmailRenderer
    ) throws -> Bool {
        let wish = try first("SELECT leaving_reviews FROM accounts WHERE id = \(id) AND (\(isDueForErasure(limits)))") {
            try $0.optionalString(0)
        }
        guard let wish, let account = try account(id) else { return false }
        for beforeErase in beforeErase { try beforeErase(self, id, wish.flatMap(Withdrawal.Reviews.init(rawValue:))) }
        guard try execute("DELETE FROM accounts WHERE id = \(id)") > 0 else { return false }
        try deleteMails(to: account.email)
        guard account.leavingAt != nil else { return true }
        let message = EmailMessage(
            .left,
            to: account.email,
            nickname: account.verifiedAt.map { _ in account.nickname },
            language: account.language
        )
        try enqueue(message, by: emailRenderer)
        return true
    }

    private func isDueForErasure(_ limits: Erasure.Limits) -> SQL {
        let used = limits.unverified.milliseconds
        return """
            leaving_at <= \(limits.left.milliseconds) OR (
                verified_at IS NULL AND leaving_at IS NULL AND role = 'member' AND created_at <= \(used)
                AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.account_id = accounts.id AND s.seen_at > \(used))
                AND NOT EXISTS (SELECT 1 FROM known_devices d WHERE d.account_id = accounts.id AND d.seen_at > \(used)))
            """
    }
}

import Foundation

/// Commands on anybody's account, for what staff cannot do on their pages or not reach: beside a running server.
package struct AccountCommands: Sendable {
    private let app: App

    package init(app: App) { self.app = app }

    package static let reasons = ModerationReason.allCases.map(\.rawValue)

    /// Makes staff a member again; every session ends.
    package func demote(email: String) async throws {
        let id = try await app.changeAccount(email, event: "demoted") { transaction, account, audit in
            guard account.role > .member else {
                throw StaffCommands.Error(description: "\(account.email) is a member already")
            }
            try transaction.grantRole(account, as: .member, passwordHash: nil, from: .machine, audit)
            return account.id
        }
        app.securityLog.record(.roleChanged, of: id, from: nil, role: .member)
    }

    /// Suspends somebody, who gets an e-mail and may appeal.
    /// - Parameters:
    ///   - reason: one of `reasons`.
    ///   - note: that the person reads.
    ///   - days: nil is without end.
    package func suspend(email: String, reason: String, note: String, days: Int?) async throws {
        guard let reason = ModerationReason(rawValue: reason) else {
            throw StaffCommands.Error(description: "the reason is one of \(Self.reasons.joined(separator: ", "))")
        }
        let words: String
        do { words = try BoundedText(note, .lines, upTo: ModerationRequest.maxNoteLength).text } catch {
            throw StaffCommands.Error(description: "the note has at most \(ModerationRequest.maxNoteLength) characters")
        }
        try await app.changeAccount(email, event: "suspended") { transaction, account, audit in
            guard account.role == .member else {
                throw StaffCommands.Error(description: "\(account.email) is staff: demote them first")
            }
            var audit = audit
            (audit.reason, audit.note) = (reason, words)
            audit.until = days.map { audit.at + Double($0) * 86_400 }
            try transaction.imposeSanction(.suspension, on: account.id, audit)
        }
    }

    /// Lifts what keeps somebody from posting or from the site.
    /// - Returns: how many sanctions.
    package func lift(email: String) async throws -> Int {
        try await app.changeAccount(email, event: "sanctions lifted") { transaction, account, audit in
            let sanctions = try transaction.sanctions(of: account.id).filter {
                $0.kind.isPersonal && $0.kind != .warning && $0.isInForce(at: audit.at)
            }
            for sanction in sanctions { try transaction.liftSanction(sanction, audit) }
            return sanctions.count
        }
    }

    /// Confirms the address of somebody who gets no mail. Anyone who signed up may not have been they: the password is removed.
    /// - Returns: a link to choose a password with; nil, with nothing changed, where the address was confirmed.
    package func verify(email: String) async throws -> String? {
        let secrets = AccountToken.Secrets()
        let isChanged = try await app.changeAccount(email, event: "address confirmed") { transaction, account, audit in
            guard account.verifiedAt == nil else { return false }
            try transaction.forgetPassword(of: account.id)
            try transaction.deleteTracesOfStrangers(of: account.id)
            try transaction.setVerified(account.id, at: audit.at)
            try transaction.recordSecurityEvent(.verified, of: account.id, from: .machine, at: audit.at)
            try transaction.insertAccountToken(secrets, for: .recover, of: account.id, at: audit.at)
            return true
        }
        return isChanged ? app.recoveryLink(secrets) : nil
    }

    /// Erases an account as if its owner had left: after the days in which they may come back, or at once.
    /// - Returns: until when it can be called off; nil where it is gone.
    package func delete(email: String, keepsReviews: Bool, atOnce: Bool) async throws -> Date? {
        let reviews = keepsReviews ? Withdrawal.Reviews.anonymise : .delete
        let until = try await app.changeAccount(email, event: "account left") { transaction, account, audit in
            let leaving = Withdrawal(account: account.id, reviews: reviews, origin: .machine, now: audit.at)
            guard try transaction.beginWithdrawal(leaving, by: audit.emailRenderer) else {
                throw StaffCommands.Error(description: "\(account.email) is the last admin, who cannot leave")
            }
            try transaction.setLeavingReviews(reviews, of: account.id, at: audit.at)
            if atOnce { try transaction.endLeavingPeriod(of: account, Erasure.Limits(at: audit.at)) }
            // Somebody who was leaving already has less time.
            return account.leavingAt.map { $0 + Account.leavingPeriod } ?? leaving.until
        }
        guard atOnce else { return until }
        try await app.accountMaintenance.eraser.run(at: app.clock())
        let address = try app.commandAddress(email)
        guard try await app.database.read({ try $0.account(with: address) }) == nil else {
            throw StaffCommands.Error(description: "the account could not be erased; the log says why")
        }
        return nil
    }

    /// Changes an address whose owner cannot confirm the change. The old address gets a link that undoes it.
    package func changeEmail(from email: String, to typed: String) async throws {
        let address = try app.commandAddress(typed)
        let action = app.accountAction(from: .machine)
        try await app.changeAccount(email, event: "address changed") { transaction, account, _ in
            guard try transaction.freeEmailAddress(address, for: account.id) else {
                throw StaffCommands.Error(description: "\(address.text) has an account of its own")
            }
            try transaction.changeEmail(of: account, to: address, action)
        }
    }
}

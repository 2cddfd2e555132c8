import Foundation

/// A sign-up that is ready to be kept.
struct NewAccount: Sendable {
    let draft: Account.Draft
    let secrets: AccountToken.Secrets
    /// Of the browser that signs up, which may verify without the password.
    let browserHash: String?
    let origin: DeviceOrigin
    let limits: RateLimits
    let press: LetterPress
    let now: Date
}

extension Transaction {
    /// What became of a sign-up. Of the last two nobody outside hears a difference.
    enum SignUpOutcome: Sendable {
        case nicknameTaken
        case made(Account.ID)
        case addressTaken
    }

    /// Makes an account, or tells the owner of the address by mail that there is one.
    func signUp(_ new: NewAccount) throws -> SignUpOutcome {
        let existing = try account(with: new.draft.email)
        // Whoever sends the same form twice is not told that the name they have just taken is taken.
        let isRepeated = try existing.map { try isAwaited($0, by: new) } ?? false
        if !isRepeated, try isTaken(new.draft.nickname) { return .nicknameTaken }
        guard let id = try insert(new.draft, at: new.now) else {
            if !isRepeated, let existing {
                try hold(new.draft.nickname, for: existing.id, at: new.now)
                try answerAgain(existing, new)
            }
            try writeForNobody(at: new.now)
            return .addressTaken
        }
        try agree(to: LegalDocument.current, of: id, at: new.now)
        try record(.signedUp, of: id, from: new.origin, at: new.now)
        try sendVerification(.verify, for: .verify, of: id, new)
        return .made(id)
    }

    private func isAwaited(_ account: Account, by new: NewAccount) throws -> Bool {
        guard let browserHash = new.browserHash else { return false }
        return try token(awaitedBy: browserHash, for: TokenPurpose.verifying, at: new.now)?.accountID == account.id
    }

    /// Somebody signs up with the address of an account that is there: its owner is told, and nothing else happens. The
    /// token is kept for a verified account too, so that guessing its digits is answered as for any other.
    private func answerAgain(_ account: Account, _ new: NewAccount) throws {
        guard try take(new.limits.verificationMails, for: new.draft.email.key, at: new.now.milliseconds) == nil else {
            return
        }
        guard account.verifiedAt != nil else {
            return try sendVerification(.alreadyRegisteredUnverified, for: .verifyElsewhere, of: account.id, new)
        }
        try keep(
            new.secrets,
            for: .verifyElsewhere,
            of: account.id,
            browserHash: new.browserHash,
            at: new.now
        )
        let letter = Letter(
            .alreadyRegistered,
            to: account.email,
            nickname: account.nickname,
            language: account.language,
            link: "/login",
            secondLink: "/recover"
        )
        try post(letter, by: new.press)
    }

    private func sendVerification(
        _ kind: Letter.Kind,
        for purpose: TokenPurpose,
        of id: Account.ID,
        _ new: NewAccount
    ) throws {
        try deleteTokens(for: TokenPurpose.verifying, of: id)
        try keep(new.secrets, for: purpose, of: id, browserHash: new.browserHash, at: new.now)
        let letter = Letter(
            kind,
            to: new.draft.email.text,
            language: new.draft.language,
            link: "/verify/\(new.secrets.token.text)",
            code: new.secrets.code.text
        )
        try post(letter, by: new.press)
    }

    /// Writes down to which version of each document somebody agreed, and when.
    private func agree(to documents: [LegalDocument], of account: Account.ID, at now: Date) throws {
        for document in documents {
            try execute(
                """
                INSERT INTO consents (account_id, document, version, agreed_at)
                VALUES (\(account), \(document.kind.rawValue), \(document.version), \(now.milliseconds))
                ON CONFLICT (account_id, document, version) DO NOTHING
                """
            )
        }
    }
}

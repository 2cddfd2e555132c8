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
        if let browserHash = new.browserHash { try reset(Verification.codeTries, for: browserHash) }
        // Whoever sends the same form twice is not told that the name they have just taken is taken.
        let isRepeated = try existing.map { try isHeld(new.draft.nickname, for: $0.id, by: new.browserHash) } ?? false
        if !isRepeated, try isTaken(new.draft.nickname) { return .nicknameTaken }
        guard let id = try insert(new.draft, at: new.now) else {
            if !isRepeated, let existing {
                try hold(new.draft.nickname, for: existing.id, by: new.browserHash, at: new.now)
                try answerAgain(existing, new)
            }
            try writeForNobody(at: new.now)
            return .addressTaken
        }
        try hold(new.draft.nickname, for: id, by: new.browserHash, at: new.now)
        try agree(to: LegalDocument.current, of: id, at: new.now)
        try record(.signedUp, of: id, from: new.origin, at: new.now)
        try sendVerification(.verify, for: .verify, of: id, new)
        return .made(id)
    }

    /// Somebody signs up with the address of an account that is there: its owner is told, and nothing else happens.
    private func answerAgain(_ account: Account, _ new: NewAccount) throws {
        guard try take(new.limits.verificationMails, for: new.draft.email.key, at: new.now.milliseconds) == nil else {
            return
        }
        guard account.verifiedAt != nil else {
            let isOwn = try isOwn(new.browserHash, of: account.id, at: new.now)
            let purpose: TokenPurpose = isOwn ? .verify : .verifyElsewhere
            return try sendVerification(.alreadyRegisteredUnverified, for: purpose, of: account.id, new)
        }
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
        let mail = VerificationMail(kind: kind, address: new.draft.email.text, language: new.draft.language)
        try send(mail, new.secrets, for: purpose, of: id, in: new.browserHash, by: new.press, at: new.now)
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

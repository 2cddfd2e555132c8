extension Transaction {
    /// Queues an e-mail message to an account, in its language: what was decided, why, and about which of its contents. Does
    /// nothing for a deleted account.
    /// - Parameter about: nil means the content of the audit context, where it is the account's.
    func enqueueDecisionEmail(
        _ account: Account.ID?,
        _ kind: EmailMessage.Kind,
        _ audit: AuditContext,
        link: String = "/my/standing",
        about: EmailMessage.About? = nil,
        role: Role? = nil
    ) throws {
        guard let account = try account.flatMap({ try self.account($0) }), account.verifiedAt != nil else { return }
        var details = EmailMessage.Details(
            until: audit.until,
            reason: audit.reason?.rawValue,
            note: audit.isNoteShared ? audit.note : nil
        )
        details.about = try about ?? self.emailedContent(audit, of: account.id)
        details.role = role?.rawValue
        details.hasNoEnd = audit.until == nil && (kind == .suspended || kind == .postingRestricted)
        try enqueueEmail(kind, account, link: link, details, audit.emailRenderer)
    }

    /// The content that a decision or its case is about, as its author knows it; nil where there is none or where it is
    /// somebody else's.
    private func emailedContent(_ audit: AuditContext, of account: Account.ID) throws -> EmailMessage.About? {
        let target = try audit.about ?? audit.caseID.flatMap { try reportCase($0)?.target }
        guard let target else { return nil }
        if let card = try target.cardID.flatMap({ try card($0) }), card.account == account {
            let words = TargetName.firstWords(of: card.plan.words.line)
            return EmailMessage.About(kind: target.kind.rawValue, place: card.plan.words.name, words: words)
        }
        let photoReview = try target.photoID.flatMap { try reviewOfPhoto($0)?.review }
        let found = try (target.reviewID ?? photoReview).flatMap { try review($0) }
        guard let found, found.account == account, let place = try place(found.place) else { return nil }
        let words = TargetName.firstWords(of: found.body)
        return EmailMessage.About(kind: target.kind.rawValue, place: place.name, words: words)
    }
}

extension EmailMessage.Kind {
    /// A sanction. These take a link to the account's moderation history, the reason, the staff's note, and the end where there
    /// is one.
    static let warned = Self("warned")
    static let postingRestricted = Self("barred-from-posting")
    static let suspended = Self("suspended")
    static let contentHidden = Self("content-hidden")
    static let contentRestored = Self("content-restored")
    /// Content is held, or released again. As above.
    static let contentHeld = Self("content-held")
    static let contentReleased = Self("content-released")
    /// The same for a single photo, without its review.
    static let photoHeld = Self("photo-held")
    static let photoReleased = Self("photo-released")
    /// A sanction was lifted, is in force again, or expired. As above.
    static let sanctionLifted = Self("sanction-lifted")
    static let sanctionResumed = Self("sanction-resumed")
    static let sanctionEnded = Self("sanction-ended")
    /// An appeal was decided. As the first of these.
    static let appealUpheld = Self("appeal-upheld")
    static let appealOverturned = Self("appeal-overturned")
    /// A decided appeal was reopened.
    static let appealReopened = Self("appeal-reopened")
}

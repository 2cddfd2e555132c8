extension Transaction {
    /// Tells somebody by mail, in their language, what was decided, why, and on which of their words; whoever left hears
    /// nothing.
    /// - Parameter about: nil is what the act is about, where that is theirs.
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
        details.about = try about ?? self.emailSubject(audit, of: account.id)
        details.role = role?.rawValue
        details.hasNoEnd = audit.until == nil && (kind == .suspended || kind == .barredFromPosting)
        try enqueueEmail(kind, account, link: link, details, audit.emailRenderer)
    }

    /// What an act is about, or else what its case is about, as its author knows it; nil where it is nobody's words or
    /// somebody else's.
    private func emailSubject(_ audit: AuditContext, of account: Account.ID) throws -> EmailMessage.About? {
        let target = try audit.about ?? audit.caseID.flatMap { try reportCase($0)?.target }
        guard let target, let id = target.id else { return nil }
        let found: Review?
        switch target.kind {
        case .review: found = try review(id)
        case .photo: found = try reviewOfPhoto(ofPhoto: id)?.review.flatMap { try review($0) }
        default: found = nil
        }
        guard let found, found.account == account, let place = try place(found.place) else { return nil }
        let words = TargetName.firstWords(of: found.body)
        return EmailMessage.About(kind: target.kind.rawValue, place: place.name, words: words)
    }
}

extension EmailMessage.Kind {
    /// What staff decided on somebody; these take a link to one's own standing, the reason, what staff wrote, and until
    /// when where there is an end.
    static let warned = Self("warned")
    static let barredFromPosting = Self("barred-from-posting")
    static let suspended = Self("suspended")
    static let contentHidden = Self("content-hidden")
    static let contentRestored = Self("content-restored")
    /// Something waits for staff to look, and was let go. As above.
    static let contentHeld = Self("content-held")
    static let contentReleased = Self("content-released")
    /// The same of one photo, without its review.
    static let photoHeld = Self("photo-held")
    static let photoReleased = Self("photo-released")
    /// A sanction was taken back, is in force again after all, or came to its end. As above.
    static let sanctionLifted = Self("sanction-lifted")
    static let sanctionResumed = Self("sanction-resumed")
    static let sanctionEnded = Self("sanction-ended")
    /// What became of an appeal. As the first of these.
    static let appealUpheld = Self("appeal-upheld")
    static let appealOverturned = Self("appeal-overturned")
    /// It was decided, and waits again.
    static let appealReopened = Self("appeal-reopened")
}

extension Transaction {
    /// Tells somebody by mail, in their language, what was decided, why, and on which of their words; whoever left hears
    /// nothing.
    /// - Parameter about: nil is what the act is about, where that is theirs.
    func tell(
        _ account: Account.ID?,
        _ kind: Letter.Kind,
        _ act: Act,
        link: String = "/my/standing",
        about: Letter.About? = nil,
        role: Role? = nil
    ) throws {
        guard let account = try account.flatMap({ try self.account($0) }), account.verifiedAt != nil else { return }
        var details = Letter.Details(
            until: act.until,
            reason: act.reason?.rawValue,
            note: act.isNoteTold ? act.note : nil
        )
        details.about = try about ?? self.about(act, of: account.id)
        details.role = role?.rawValue
        details.hasNoEnd = act.until == nil && (kind == .suspended || kind == .barredFromPosting)
        try notify(kind, account, link: link, details, act.press)
    }

    /// What an act is about, or else what its case is about, as its author knows it; nil where it is nobody's words or
    /// somebody else's.
    private func about(_ act: Act, of account: Account.ID) throws -> Letter.About? {
        let target = try act.about ?? act.caseID.flatMap { try reportCase($0)?.target }
        guard let target, let id = target.id else { return nil }
        let found: Review?
        switch target.kind {
        case .review: found = try review(id)
        case .photo: found = try standing(ofPhoto: id)?.review.flatMap { try review($0) }
        default: found = nil
        }
        guard let found, found.account == account, let place = try place(found.place) else { return nil }
        let words = TargetName.firstWords(of: found.body)
        return Letter.About(kind: target.kind.rawValue, place: place.name, words: words)
    }
}

import Foundation

/// Automatic checks of content before others read it, by the rules that staff set. Called in the transaction that publishes.
struct Screening: Sendable {
    let words = BlockedWordCache()
    let limits: RateLimits
    let emailRenderer: EmailRenderer

    /// The texts of a review, prepared for finding words and links.
    struct WrittenReview: Sendable {
        let body: PreparedText
        /// Alternative texts by photo.
        let alts: [(photo: Photo.ID, text: PreparedText)]

        init(_ input: ReviewInput) {
            body = PreparedText(input.text.text)
            alts = input.pictures.filter { !$0.alt.isEmpty }.map { ($0.id, PreparedText($0.alt)) }
        }
    }

    /// The result of screening a review.
    struct Finding: Sendable {
        /// Codes by field, for what is refused.
        var errors: [String: String] = [:]
        /// Hidden reasons for which the review is held.
        var reasons: Set<HiddenReason> = []
    }

    /// Checks a review's words and links.
    func finding(
        in review: WrittenReview,
        by account: Account.ID,
        at now: Date,
        _ transaction: Transaction
    ) throws -> Finding {
        let settings = try transaction.siteSettings()
        var finding = Finding()
        if settings.isOn(.blocksWords) {
            let words = try words.blockedWords(transaction)
            func check(_ text: PreparedText, _ fields: [String]) {
                switch words.effect(in: text) {
                case .refuse: for field in fields { finding.errors[field] = Self.blocked }
                case .hold: finding.reasons.insert(.words)
                case nil: break
                }
            }
            check(review.body, ["body"])
            for alt in review.alts { check(alt.text, ["alt", "alt-\(alt.photo)"]) }
        }
        let texts = [review.body] + review.alts.map(\.text)
        if texts.contains(where: \.links.hasLink), try isTooNewForLinks(account, settings, at: now, transaction) {
            finding.reasons.insert(.links)
        }
        return finding
    }

    /// Holds a review that was just written, where there is a reason.
    /// - Parameter isNew: whether it counts for today's surge; an edit does not.
    /// - Returns: whether the review is held now.
    func hold(
        _ id: Review.ID,
        _ finding: Finding,
        isNew: Bool,
        at now: Date,
        _ transaction: Transaction
    ) throws -> Bool {
        var reasons = finding.reasons
        if isNew, try holdSurge(with: id, at: now, transaction) { reasons.insert(.surge) }
        if isNew, let review = try transaction.review(id), let author = review.account,
            try transaction.hasBlockOfDeletedReview(blockAt: review.place, of: author, at: now)
        {
            reasons.insert(.again)
        }
        try hold(id, for: reasons, at: now, transaction)
        try holdPictures(of: id, at: now, transaction)
        return try transaction.hiddenReasons(of: .review(id)).keys.contains(where: \.isHold)
    }

    /// In a surge (far more reviews than usual, mostly of new accounts) holds all reviews that new accounts wrote within the
    /// window, so that those before the rule applied are not left. Older reviews and those that staff released stay.
    /// - Returns: whether this review is to be held too.
    private func holdSurge(with id: Review.ID, at now: Date, _ transaction: Transaction) throws -> Bool {
        let settings = try transaction.siteSettings()
        guard limits.areOn, settings.isOn(.holdsSurges), let review = try transaction.review(id) else { return false }
        let surge = Surge(
            recent: try transaction.recentReviews(at: review.place, since: now - Surge.window),
            before: try transaction.countShownReviews(
                of: review.place,
                from: now - Surge.window - Surge.usualPeriod,
                until: now - Surge.window,
                atMost: Surge.maxRead * 100
            )
        )
        guard surge.isOn(by: settings, at: now) else { return false }
        for other in surge.suspects(at: now) where other != id {
            try hold(other, for: [.surge], at: now, transaction)
        }
        return true
    }

    private func hold(_ id: Review.ID, for reasons: Set<HiddenReason>, at now: Date, _ transaction: Transaction) throws
    {
        guard !reasons.isEmpty, let review = try transaction.review(id) else { return }
        let target = AuditEntry.Target.review(id)
        let found = try transaction.findOrInsertCase(of: target, account: review.account, place: review.place, at: now)
        // The snapshot shows what readers could see; content held before was seen by nobody.
        if let subject = try transaction.reportSubject(target, at: now) {
            _ = try transaction.saveSnapshot(subject.snapshot, in: found.id, at: now)
        }
        try transaction.holdContent(of: target, in: found.id, for: reasons, at: now, emailRenderer)
    }

    /// Holds those photos of a review that look like a removed one, except those that staff have checked.
    private func holdPictures(of id: Review.ID, at now: Date, _ transaction: Transaction) throws {
        let settings = try transaction.siteSettings()
        guard settings.isOn(.holdsLikePhotos), let review = try transaction.review(id) else { return }
        let photos = try transaction.reviewPictures(of: id).map(\.id)
        let found = try transaction.photosLikeRemoved(among: photos, within: settings[.photoLikeness])
        for photo in found.sorted() {
            let target = AuditEntry.Target.photo(photo)
            guard try transaction.photoVisibility(photo)?.hiddenAt == nil,
                try transaction.approvedVersion(of: target) == nil,
                try transaction.hiddenReasons(of: .photo(photo))[.picture] == nil
            else { continue }
            let found = try transaction.findOrInsertCase(
                of: target,
                account: review.account,
                place: review.place,
                at: now
            )
            try transaction.holdContent(of: target, in: found.id, for: [.picture], at: now, emailRenderer)
        }
    }

    // MARK: What cannot wait for staff

    static let blocked = "blocked-word"
    static let tooNewForLinks = "links-too-new"

    /// Whether a text that everybody sees at once, such as a name, is refused. Such texts cannot be held, so what would hold a
    /// review is refused too.
    func refuses(_ text: PreparedText, _ transaction: Transaction) throws -> Bool {
        guard try transaction.siteSettings().isOn(.blocksWords) else { return false }
        return try words.blockedWords(transaction).effect(in: text) != nil
    }

    /// Why a public text that cannot be held, such as a list or a profile, is refused; nil where it is fine.
    func rejection(
        inPublicText text: PreparedText,
        by account: Account.ID,
        at now: Date,
        _ transaction: Transaction
    ) throws -> String? {
        if try refuses(text, transaction) { return Self.blocked }
        guard text.links.hasLink else { return nil }
        let settings = try transaction.siteSettings()
        return try isTooNewForLinks(account, settings, at: now, transaction) ? Self.tooNewForLinks : nil
    }

    private func isTooNewForLinks(
        _ account: Account.ID,
        _ settings: SiteSettings,
        at now: Date,
        _ transaction: Transaction
    ) throws -> Bool {
        guard settings.isOn(.holdsLinks), let joined = try transaction.account(account)?.createdAt else { return false }
        return now.timeIntervalSince(joined) < TimeInterval(settings[.linkDays]) * 86_400
    }
}

extension RateLimits {
    /// New reviews of one account.
    package var reviews: RateLimit? { limit("review", atOnce: 20, thenOneEach: .seconds(180)) }
    /// Edits by one account; each keeps an earlier version.
    var reviewEdits: RateLimit? { limit("review-edit", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Saved drafts of one account: a form sends itself every few seconds.
    var drafts: RateLimit? { limit("draft", atOnce: 120, thenOneEach: .seconds(2)) }
    /// The most drafts of one account; beyond them the oldest are deleted.
    var maxDrafts: Int? { areOn ? 50 : nil }
    /// Helpful votes of one account, given or taken back.
    var helpfulVotes: RateLimit? { limit("helpful", atOnce: 60, thenOneEach: .seconds(10)) }
}

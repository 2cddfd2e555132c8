extension RateLimits {
    /// Reviews that one account publishes.
    package var reviews: RateLimit? { limit("review", atOnce: 20, thenOneEach: .seconds(180)) }
    /// Edits of reviews by one account; each keeps an earlier version.
    var reviewEdits: RateLimit? { limit("review-edit", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Drafts of reviews that one account keeps as it types: a form sends itself every few seconds.
    var drafts: RateLimit? { limit("draft", atOnce: 120, thenOneEach: .seconds(2)) }
    /// Drafts of reviews that are kept of one account; with more of them the oldest is forgotten.
    var maxDrafts: Int? { areOn ? 50 : nil }
    /// Votes for reviews by one account, given or taken back.
    var helpfulVotes: RateLimit? { limit("helpful", atOnce: 60, thenOneEach: .seconds(10)) }
}

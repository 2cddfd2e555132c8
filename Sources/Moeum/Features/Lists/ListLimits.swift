extension RateLimits {
    /// Lists that one account makes.
    package var lists: RateLimit? { limit("list", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Entries that one account adds, moves, removes and annotates, and lists that it edits.
    var listEntries: RateLimit? { limit("list-entry", atOnce: 300, thenOneEach: .seconds(2)) }
    /// People that one account invites to its lists.
    var listCollaborators: RateLimit? { limit("list-collaborator", atOnce: 30, thenOneEach: .seconds(60)) }
    /// E-mails to one person about an invitation to one list.
    var invitationMails: RateLimit? { limit("invitation-mail", atOnce: 1, thenOneEach: .seconds(86_400)) }
}

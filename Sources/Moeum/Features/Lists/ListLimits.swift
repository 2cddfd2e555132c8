extension RateLimits {
    /// Lists that one account makes.
    package var lists: RateLimit? { limit("list", atOnce: 60, thenOneEach: .seconds(60)) }
    /// Places that one account puts on lists, moves, takes off and writes of there, and its lists that it changes.
    var listEntries: RateLimit? { limit("list-entry", atOnce: 300, thenOneEach: .seconds(2)) }
    /// People whom one account asks to work on its lists.
    var listCollaborators: RateLimit? { limit("list-collaborator", atOnce: 30, thenOneEach: .seconds(60)) }
    /// Mails that tell one person that they are asked to work on one list.
    var invitationMails: RateLimit? { limit("invitation-mail", atOnce: 1, thenOneEach: .seconds(86_400)) }
}

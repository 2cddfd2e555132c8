/// The e-mails about blocks.
extension EmailMessage.Kind {
    /// To whoever asks for something to be blocked, without their name: what they typed waits for the link. Takes a link
    /// that proves the address.
    static let takedownConfirm = Self("takedown-confirm")
    /// What became of that. Take a link to what it is about, which right, what staff wrote, and until when it is blocked.
    static let takedownReceived = Self("takedown-received")
    static let takedownBlocked = Self("takedown-blocked")
    static let takedownRefused = Self("takedown-refused")
    static let takedownObjected = Self("takedown-objected")
    static let takedownEnded = Self("takedown-ended")
    /// What it was about is there no more. Takes a link to what the site is.
    static let takedownGone = Self("takedown-gone")
    /// To the author of what is blocked, and blocked no more, and what became of their objection. As above.
    static let contentBlocked = Self("content-blocked")
    static let contentUnblocked = Self("content-unblocked")
    static let objectionKept = Self("objection-kept")
    static let objectionReopened = Self("objection-reopened")
}

/// The e-mail messages about takedowns.
extension EmailMessage.Kind {
    /// To the requester, without a name: the request waits for the link to be opened. Takes a link that confirms the address.
    static let takedownConfirm = Self("takedown-confirm")
    /// The status of the request. Take a link to the content, the right, the staff's answer, and the end of the block.
    static let takedownReceived = Self("takedown-received")
    static let takedownBlocked = Self("takedown-blocked")
    static let takedownRefused = Self("takedown-refused")
    static let takedownObjected = Self("takedown-objected")
    static let takedownEnded = Self("takedown-ended")
    /// The content was deleted. Takes a link to the page about the site.
    static let takedownGone = Self("takedown-gone")
    /// To the author: the content is blocked or no longer so, and the answer to an objection. As above.
    static let contentBlocked = Self("content-blocked")
    static let contentUnblocked = Self("content-unblocked")
    static let objectionKept = Self("objection-kept")
    static let objectionReopened = Self("objection-reopened")
}

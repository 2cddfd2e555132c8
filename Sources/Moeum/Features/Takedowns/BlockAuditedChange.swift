import Foundation

extension Takedown {
    /// The status of a takedown, as audit entries keep it.
    struct Status: AuditedValue {
        var state: State
        /// The end of a block.
        var until: Date?
        /// How an ended takedown ended.
        var ending: Ending?
        /// The answer for both sides; nil in old audit entries without it, which leave it as it is.
        var answer: String?
        /// When the author objected, and when staff kept the block all the same.
        var objectedAt: Date?
        var keptAt: Date?

        init(of takedown: Takedown) {
            state = takedown.state
            until = takedown.state == .blocked ? takedown.until : nil
            ending = takedown.ending
            (answer, objectedAt, keptAt) = (takedown.answer, takedown.objectedAt, takedown.keptAt)
        }

        mutating func end(_ ending: Ending) { (state, until, self.ending) = (.ended, nil, ending) }

        /// Whether staff decided and told both sides why.
        fileprivate var isDecided: Bool { state == .blocked || state == .refused || ending == .staff }

        /// The status without what changes without an audit entry: objections, and texts that are erased with time.
        fileprivate var lasting: Status {
            var status = self
            (status.answer, status.objectedAt) = (nil, nil)
            return status
        }
    }
}

extension AuditedChange<Takedown.Status> {
    /// The status of a takedown, with its id as the key.
    static var block: Self {
        Self(
            name: "review-block",
            read: { transaction, target, key in
                try transaction.takedown(key, on: target).map { Takedown.Status(of: $0) }
            },
            write: { transaction, target, key, status, audit in
                guard let takedown = try transaction.takedown(key, on: target),
                    status.state != .blocked || status.until != nil
                else { return }
                // An anonymous request gives nobody power over staff.
                if let author = takedown.account { try transaction.requireAuthority(of: audit.actor, over: author) }
                if status.state == .blocked, takedown.state != .blocked {
                    // A block is not restored beyond its original time.
                    guard let until = status.until, until > audit.at, try transaction.takedownTargetExists(takedown)
                    else {
                        throw Problem.cannotRevert
                    }
                }
                try transaction.setTakedownStatus(takedown, to: status, audit)
                try transaction.notifyBothSides(of: takedown, status, audit)
            },
            person: { transaction, target, key in try transaction.takedown(key, on: target)?.account },
            isStill: { now, then in now.lasting == then.lasting }
        )
    }
}

extension Transaction {
    fileprivate func takedown(_ key: String, on target: AuditEntry.Target) throws -> Takedown? {
        guard let takedown = try Takedown.ID(key).flatMap({ try takedown($0) }), takedown.target == target else {
            return nil
        }
        return takedown
    }

    /// Changes the status of a takedown, with everything that follows from it, and records an audit entry.
    func recordTakedownChange(
        _ action: AuditEntry.Action,
        on takedown: Takedown,
        _ audit: AuditContext,
        _ change: (inout Takedown.Status) -> Void
    ) throws {
        try recordChange(action, on: takedown.target, .block, key: String(takedown.id), audit) { before in
            var status = before
            change(&status)
            return status
        }
    }

    // MARK: E-mails

    /// - Parameter takedown: before the change.
    fileprivate func notifyBothSides(of takedown: Takedown, _ status: Takedown.Status, _ audit: AuditContext) throws {
        if status.state == .blocked, takedown.state == .blocked {
            return try notifyAuthorOfObjection(to: takedown, isKept: status.keptAt != nil, audit)
        }
        let details = EmailMessage.Details(
            until: status.until,
            reason: "claim-\(takedown.claim.rawValue)",
            // The reason for undoing is only for the audit entry; a restored decision is told in its own words.
            note: audit.isNoteShared ? audit.note : status.isDecided ? status.answer : nil
        )
        let toRequester: EmailMessage.Kind
        switch status.state {
        case .waiting: toRequester = .takedownReceived
        case .blocked: toRequester = .takedownBlocked
        case .refused: toRequester = .takedownRefused
        case .ended: toRequester = status.ending == .gone ? .takedownGone : .takedownEnded
        }
        try notifyRequester(of: takedown, toRequester, details, audit.emailRenderer)
        if status.state == .blocked {
            try notifyAuthor(of: takedown, .contentBlocked, details, audit.emailRenderer)
        } else if takedown.state == .blocked, status.ending != .gone {
            try notifyAuthor(of: takedown, .contentUnblocked, details, audit.emailRenderer)
        }
    }

    /// Mails the author that a block stays in spite of the objection, or that the objection is open again.
    private func notifyAuthorOfObjection(to takedown: Takedown, isKept: Bool, _ audit: AuditContext) throws {
        let details = EmailMessage.Details(until: takedown.until, note: audit.isNoteShared ? audit.note : nil)
        try notifyAuthor(of: takedown, isKept ? .objectionKept : .objectionReopened, details, audit.emailRenderer)
    }

    /// Mails the requester in the language of the request; nobody once the address is erased.
    func notifyRequester(
        of takedown: Takedown,
        _ kind: EmailMessage.Kind,
        _ details: EmailMessage.Details,
        _ emailRenderer: EmailRenderer
    ) throws {
        guard let email = takedown.email else { return }
        let link = kind == .takedownGone ? "/about" : takedown.path
        try enqueue(
            EmailMessage(kind, to: email, language: takedown.language, link: link, details: details),
            by: emailRenderer
        )
    }

    /// Mails the author of the blocked content, unless the account is deleted.
    func notifyAuthor(
        of takedown: Takedown,
        _ kind: EmailMessage.Kind,
        _ details: EmailMessage.Details,
        _ emailRenderer: EmailRenderer
    ) throws {
        guard let author = try takedown.account.flatMap({ try account($0) }), author.verifiedAt != nil else { return }
        try enqueueEmail(kind, author, link: takedown.path, details, emailRenderer)
    }
}

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

import Foundation

extension Takedown {
    /// How a request stands, as the log keeps it.
    struct Status: AuditedValue {
        var state: State
        /// Of a block.
        var until: Date?
        /// Of an ended one.
        var ending: Ending?
        /// What both sides read; nil of what the log kept before it noted that, which leaves it as it is.
        var answer: String?
        /// Since when the author objects, and since when staff let it stand nevertheless.
        var objectedAt: Date?
        var keptAt: Date?

        init(of takedown: Takedown) {
            state = takedown.state
            until = takedown.state == .blocked ? takedown.until : nil
            ending = takedown.ending
            (answer, objectedAt, keptAt) = (takedown.answer, takedown.objectedAt, takedown.keptAt)
        }

        mutating func end(_ ending: Ending) { (state, until, self.ending) = (.ended, nil, ending) }

        /// Whether staff decided so, and told both sides why.
        fileprivate var isDecided: Bool { state == .blocked || state == .refused || ending == .staff }

        /// Without what changes without an audit entry: an author objects, and what was said is erased in time.
        fileprivate var lasting: Status {
            var status = self
            (status.answer, status.objectedAt) = (nil, nil)
            return status
        }
    }
}

extension AuditedState<Takedown.Status> {
    /// How a request to block something stands, by its number as the key.
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
                // A request from anybody's mailbox gives nobody power over staff.
                if let author = takedown.account { try transaction.requireAuthority(of: audit.actor, over: author) }
                if status.state == .blocked, takedown.state != .blocked {
                    // What was blocked once is not blocked again beyond its time.
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

    /// Makes a request stand otherwise, with everything that follows, and logs it.
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

    /// - Parameter takedown: as it stood before.
    fileprivate func notifyBothSides(of takedown: Takedown, _ status: Takedown.Status, _ audit: AuditContext) throws {
        if status.state == .blocked, takedown.state == .blocked {
            return try notifyAuthorOfObjection(ofObjection: takedown, isKept: status.keptAt != nil, audit)
        }
        let details = EmailMessage.Details(
            until: status.until,
            reason: "claim-\(takedown.claim.rawValue)",
            // Why something is taken back is for the log alone; what stands again is told in its own words.
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

    /// A block stands to its end although its author objected, or that is open again.
    private func notifyAuthorOfObjection(ofObjection takedown: Takedown, isKept: Bool, _ audit: AuditContext) throws {
        let details = EmailMessage.Details(until: takedown.until, note: audit.isNoteShared ? audit.note : nil)
        try notifyAuthor(of: takedown, isKept ? .objectionKept : .objectionReopened, details, audit.emailRenderer)
    }

    /// Tells whoever asked, in the language in which they did; nobody once that is erased.
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

    /// Tells whoever wrote what is blocked, where they are still there.
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

import Foundation

extension Takedown {
    /// How a request stands, as the log keeps it.
    struct Status: Sendable, Equatable {
        var state: State
        /// Of a block.
        var until: Date?
        var ending: Ending?
        /// What both sides read; nil of what the log kept before it noted that, which leaves it as it is.
        var answer: String?
        var objectedAt: Date?
        var keptAt: Date?

        init(of takedown: Takedown) {
            state = takedown.state
            until = takedown.state == .blocked ? takedown.until : nil
            ending = takedown.ending
            (answer, objectedAt, keptAt) = (takedown.answer, takedown.objectedAt, takedown.keptAt)
        }

        /// Nil of what the log never kept.
        init?(_ names: AuditEntry.State) {
            guard let state = names["state"].flatMap(State.init(rawValue:)) else { return nil }
            func date(_ name: String) -> Date? { names[name].flatMap { Int64($0) }.map(Date.init(milliseconds:)) }
            (self.state, until) = (state, date("until"))
            if state == .blocked, until == nil { return nil }
            ending = names["ending"].flatMap(Ending.init(rawValue:))
            (answer, objectedAt, keptAt) = (names["answer"], date("objectedAt"), date("keptAt"))
        }

        var names: AuditEntry.State {
            var names = ["state": state.rawValue]
            if let until { names["until"] = String(until.milliseconds) }
            if let ending { names["ending"] = ending.rawValue }
            names["answer"] = answer
            names["objectedAt"] = objectedAt.map { String($0.milliseconds) }
            names["keptAt"] = keptAt.map { String($0.milliseconds) }
            return names
        }

        mutating func end(_ ending: Ending) { (state, until, self.ending) = (.ended, nil, ending) }

        /// Whether staff decided so, and told both sides why.
        fileprivate var isDecided: Bool { state == .blocked || state == .refused || ending == .staff }

        /// Names of what changes without an audit entry: an author objects, and what was said is erased in time.
        fileprivate static let passing: Set<String> = ["answer", "objectedAt"]
    }
}

extension AuditedState {
    /// How a request to block something stands, by its number as the key: `state`, of a block `until` (milliseconds), of an
    /// ended one why (`ending`); what both sides read (`answer`); since when its author objects (`objectedAt`), and since when
    /// staff let it stand nevertheless (`keptAt`).
    static let block = AuditedState(
        name: "review-block",
        read: { transaction, target, key in
            guard let takedown = try transaction.takedown(key, on: target) else { return nil }
            return Takedown.Status(of: takedown).names
        },
        write: { transaction, target, key, state, audit in
            guard let takedown = try transaction.takedown(key, on: target),
                let status = Takedown.Status(state)
            else { return }
            // A request from anybody's mailbox gives nobody power over staff.
            if let author = takedown.account { try transaction.requireAuthority(of: audit.actor, over: author) }
            if status.state == .blocked, takedown.state != .blocked {
                // What was blocked once is not blocked again beyond its time.
                guard let until = status.until, until > audit.at, try transaction.takedownTargetExists(takedown) else {
                    throw Problem.cannotRevert
                }
            }
            try transaction.setTakedownStatus(takedown, to: status, audit)
            try transaction.notifyBothSides(of: takedown, status, audit)
        },
        person: { transaction, target, key in try transaction.takedown(key, on: target)?.account },
        isStill: { now, then in
            func lasting(_ state: AuditEntry.State) -> AuditEntry.State {
                state.filter { !Takedown.Status.passing.contains($0.key) }
            }
            return lasting(now) == lasting(then)
        }
    )
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
        try recordChange(action, on: takedown.target, .block, key: String(takedown.id), audit) { names in
            guard var status = Takedown.Status(names) else { return names }
            change(&status)
            return status.names
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

import Foundation

extension Takedown {
    /// How a request stands, as the log keeps it.
    struct Standing: Sendable, Equatable {
        let state: State
        /// Of a block.
        var until: Date?
        var ending: Ending?

        init(_ state: State, until: Date? = nil, ending: Ending? = nil) {
            (self.state, self.until, self.ending) = (state, until, ending)
        }

        init(of takedown: Takedown) {
            self.init(
                takedown.state,
                until: takedown.state == .blocked ? takedown.until : nil,
                ending: takedown.ending
            )
        }

        /// Nil of what the log never kept.
        init?(_ names: Deed.State) {
            guard let state = names["state"].flatMap(State.init(rawValue:)) else { return nil }
            let until = names["until"].flatMap { Int64($0) }.map(Date.init(milliseconds:))
            if state == .blocked, until == nil { return nil }
            self.init(state, until: until, ending: names["ending"].flatMap(Ending.init(rawValue:)))
        }

        var names: Deed.State {
            var names = ["state": state.rawValue]
            if let until { names["until"] = String(until.milliseconds) }
            if let ending { names["ending"] = ending.rawValue }
            return names
        }
    }
}

extension Aspect {
    /// How a request to block something stands, by its number as the key: `state`, of a block `until` (milliseconds), of an
    /// ended one why (`ending`).
    static let block = Aspect(
        name: "review-block",
        read: { transaction, target, key in
            guard let takedown = try transaction.takedown(key, on: target) else { return nil }
            return Takedown.Standing(of: takedown).names
        },
        write: { transaction, target, key, state, act in
            guard let takedown = try transaction.takedown(key, on: target),
                let standing = Takedown.Standing(state)
            else { return }
            if standing.state == .blocked {
                // What was blocked once is not blocked again beyond its time.
                guard let until = standing.until, until > act.at, try transaction.isThere(takedown) else {
                    throw Problem.cannotUndo
                }
            }
            try transaction.set(takedown, to: standing, act)
            try transaction.tellBothSides(of: takedown, standing, act)
        },
        person: { transaction, target, key in try transaction.takedown(key, on: target)?.account }
    )
}

extension Transaction {
    fileprivate func takedown(_ key: String, on target: Deed.Target) throws -> Takedown? {
        guard let takedown = try Takedown.ID(key).flatMap({ try takedown($0) }), takedown.target == target else {
            return nil
        }
        return takedown
    }

    /// Makes a request stand otherwise, with everything that follows, and logs it.
    func perform(_ action: Deed.Action, on takedown: Takedown, _ standing: Takedown.Standing, _ act: Act) throws {
        try perform(action, on: takedown.target, .block, key: String(takedown.id), act) { _ in standing.names }
    }

    // MARK: Letters

    /// - Parameter takedown: as it stood before.
    fileprivate func tellBothSides(of takedown: Takedown, _ standing: Takedown.Standing, _ act: Act) throws {
        let details = Letter.Details(
            until: standing.until,
            reason: "claim-\(takedown.claim.rawValue)",
            note: act.note
        )
        let toRequester: Letter.Kind
        switch standing.state {
        case .waiting: toRequester = .takedownReceived
        case .blocked: toRequester = .takedownBlocked
        case .refused: toRequester = .takedownRefused
        case .ended: toRequester = standing.ending == .gone ? .takedownGone : .takedownEnded
        }
        try tellRequester(of: takedown, toRequester, details, act.press)
        if standing.state == .blocked {
            try tellAuthor(of: takedown, .contentBlocked, details, act.press)
        } else if takedown.state == .blocked, standing.ending != .gone {
            try tellAuthor(of: takedown, .contentUnblocked, details, act.press)
        }
    }

    /// Tells whoever asked, in the language in which they did; nobody once that is erased.
    func tellRequester(
        of takedown: Takedown,
        _ kind: Letter.Kind,
        _ details: Letter.Details,
        _ press: LetterPress
    ) throws {
        guard let email = takedown.email else { return }
        let link = kind == .takedownGone ? "/about" : takedown.path
        try post(Letter(kind, to: email, language: takedown.language, link: link, details: details), by: press)
    }

    /// Tells whoever wrote what is blocked, where they are still there.
    func tellAuthor(
        of takedown: Takedown,
        _ kind: Letter.Kind,
        _ details: Letter.Details,
        _ press: LetterPress
    ) throws {
        guard let author = try takedown.account.flatMap({ try account($0) }), author.verifiedAt != nil else { return }
        try notify(kind, author, link: takedown.path, details, press)
    }
}

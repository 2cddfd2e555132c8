import Foundation

extension Takedown {
    /// How a request stands, as the log keeps it.
    struct Standing: Sendable, Equatable {
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
        init?(_ names: Deed.State) {
            guard let state = names["state"].flatMap(State.init(rawValue:)) else { return nil }
            func date(_ name: String) -> Date? { names[name].flatMap { Int64($0) }.map(Date.init(milliseconds:)) }
            (self.state, until) = (state, date("until"))
            if state == .blocked, until == nil { return nil }
            ending = names["ending"].flatMap(Ending.init(rawValue:))
            (answer, objectedAt, keptAt) = (names["answer"], date("objectedAt"), date("keptAt"))
        }

        var names: Deed.State {
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

        /// Names of what changes without a deed: an author objects, and what was said is erased in time.
        fileprivate static let passing: Set<String> = ["answer", "objectedAt"]
    }
}

extension Aspect {
    /// How a request to block something stands, by its number as the key: `state`, of a block `until` (milliseconds), of an
    /// ended one why (`ending`); what both sides read (`answer`); since when its author objects (`objectedAt`), and since when
    /// staff let it stand nevertheless (`keptAt`).
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
            // A request from anybody's mailbox gives nobody power over staff.
            if let author = takedown.account { try transaction.requireAuthority(of: act.actor, over: author) }
            if standing.state == .blocked, takedown.state != .blocked {
                // What was blocked once is not blocked again beyond its time.
                guard let until = standing.until, until > act.at, try transaction.isThere(takedown) else {
                    throw Problem.cannotUndo
                }
            }
            try transaction.set(takedown, to: standing, act)
            try transaction.tellBothSides(of: takedown, standing, act)
        },
        person: { transaction, target, key in try transaction.takedown(key, on: target)?.account },
        isStill: { now, then in
            func lasting(_ state: Deed.State) -> Deed.State {
                state.filter { !Takedown.Standing.passing.contains($0.key) }
            }
            return lasting(now) == lasting(then)
        }
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
    func perform(
        _ action: Deed.Action,
        on takedown: Takedown,
        _ act: Act,
        _ change: (inout Takedown.Standing) -> Void
    ) throws {
        try perform(action, on: takedown.target, .block, key: String(takedown.id), act) { names in
            guard var standing = Takedown.Standing(names) else { return names }
            change(&standing)
            return standing.names
        }
    }

    // MARK: Letters

    /// - Parameter takedown: as it stood before.
    fileprivate func tellBothSides(of takedown: Takedown, _ standing: Takedown.Standing, _ act: Act) throws {
        if standing.state == .blocked, takedown.state == .blocked {
            return try tellFate(ofObjection: takedown, isKept: standing.keptAt != nil, act)
        }
        let details = Letter.Details(
            until: standing.until,
            reason: "claim-\(takedown.claim.rawValue)",
            // Why something is taken back is for the log alone; what stands again is told in its own words.
            note: act.isNoteTold ? act.note : standing.isDecided ? standing.answer : nil
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

    /// A block stands to its end although its author objected, or that is open again.
    private func tellFate(ofObjection takedown: Takedown, isKept: Bool, _ act: Act) throws {
        let details = Letter.Details(until: takedown.until, note: act.isNoteTold ? act.note : nil)
        try tellAuthor(of: takedown, isKept ? .objectionKept : .objectionReopened, details, act.press)
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

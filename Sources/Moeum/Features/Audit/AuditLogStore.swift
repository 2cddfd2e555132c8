import Foundation

extension Transaction {
    /// Changes one aspect of something and writes that into the log, or does nothing where it stands so already.
    /// - Parameters:
    ///   - key: which one, where the target has several of the aspect.
    ///   - change: how it is to stand, from how it stands now.
    ///   - undoes: the deed that this takes back.
    /// - Returns: the deed; nil where nothing was to be changed.
    /// - Throws: `Problem.notFound` where there is no such target.
    @discardableResult
    func perform(
        _ action: Deed.Action,
        on target: Deed.Target,
        _ aspect: Aspect,
        key: String = "",
        undoing undoes: Deed.ID? = nil,
        _ act: Act,
        _ change: (Deed.State) throws -> Deed.State
    ) throws -> Deed.ID? {
        guard let before = try aspect.read(self, target, key) else { throw Problem.notFound }
        let wanted = try change(before)
        guard wanted != before else { return nil }
        let person = try aspect.person(self, target, key)
        try aspect.write(self, target, key, wanted, act)
        let after = try aspect.read(self, target, key) ?? [:]
        return try insertDeed(
            action,
            target,
            person,
            act,
            aspect: aspect.name,
            key: key,
            before: before,
            after: after,
            undoes
        )
    }

    /// Writes something into the log that cannot be undone, such as sessions that were ended.
    @discardableResult
    func log(
        _ action: Deed.Action,
        on target: Deed.Target,
        of person: Account.ID? = nil,
        _ act: Act,
        before: Deed.State = [:],
        after: Deed.State = [:]
    ) throws -> Deed.ID {
        try insertDeed(action, target, person, act, aspect: nil, key: "", before: before, after: after, nil)
    }

    /// Takes a deed back: what it changed stands as before. That is a deed too, and can be taken back in its turn.
    /// - Throws: `Problem.notFound`; 409 where it was taken back already, or where something happened to it since.
    @discardableResult
    func undo(_ id: Deed.ID, _ act: Act) throws -> Deed.ID {
        guard let deed = try deed(id) else { throw Problem.notFound }
        guard let aspect = deed.aspect.flatMap({ Aspect.all[$0] }) else { throw Problem.cannotUndo }
        guard try canUndo(deed) else { throw Problem.cannotUndo }
        var act = act
        act.caseID = deed.caseID
        act.isNoteTold = false
        if act.reason == nil { act.reason = deed.reason }
        let undone = try perform(.undo, on: deed.target, aspect, key: deed.aspectKey, undoing: id, act) { _ in
            deed.before
        }
        guard let undone else { throw Problem.cannotUndo }
        if let caseID = deed.caseID { try noteChange(of: caseID) }
        try forgetFigures(since: try origin(of: deed).at)
        return undone
    }

    /// The deed that a chain of undoing began with; itself where it takes nothing back.
    func origin(of deed: Deed) throws -> Deed {
        var first = deed
        while let before = try first.undoes.flatMap({ try self.deed($0) }) { first = before }
        return first
    }

    /// Whether what was done holds: nothing took it back, or what did was taken back itself.
    func stands(_ id: Deed.ID) throws -> Bool {
        var (holds, last) = (true, id)
        while let next = try first("SELECT id FROM deeds WHERE undoes = \(last)", { try $0.int64(0) }) {
            (holds, last) = (!holds, next)
        }
        return holds
    }

    /// Whether `undo` would do it now.
    func canUndo(_ deed: Deed) throws -> Bool {
        guard !deed.isUndone, let aspect = deed.aspect.flatMap({ Aspect.all[$0] }),
            let now = try aspect.read(self, deed.target, deed.aspectKey)
        else { return false }
        return aspect.isStill(now, deed.after)
    }

    func deed(_ id: Deed.ID) throws -> Deed? { try deeds(where: "d.id = \(id)", limit: 1).first }

    /// The newest first.
    /// - Parameter condition: on `deeds d`.
    func deeds(where condition: SQL, limit: Int) throws -> [Deed] {
        try rows(
            """
            SELECT d.id, d.at, d.actor_kind, d.actor_id, d.action, d.target_kind, d.target_key, d.person_id, d.case_id,
                d.reason, d.note, d.aspect, d.aspect_key, d.before_state, d.after_state, d.undoes,
                (SELECT u.id FROM deeds u WHERE u.undoes = d.id)
            FROM deeds d WHERE \(condition) ORDER BY d.at DESC, d.id DESC LIMIT \(limit)
            """
        ).map(Deed.init)
    }

    /// The number of the newest deed that concerns a thing; a form carries it to notice that somebody else was faster.
    func latestDeed(on target: Deed.Target) throws -> Deed.ID {
        try first(
            """
            SELECT id FROM deeds WHERE target_kind = \(target.kind.rawValue) AND target_key = \(target.key)
            ORDER BY id DESC LIMIT 1
            """
        ) { try $0.int64(0) } ?? 0
    }

    private func insertDeed(
        _ action: Deed.Action,
        _ target: Deed.Target,
        _ person: Account.ID?,
        _ act: Act,
        aspect: String?,
        key: String,
        before: Deed.State,
        after: Deed.State,
        _ undoes: Deed.ID?
    ) throws -> Deed.ID {
        let id = Identifier.next()
        try execute(
            """
            INSERT INTO deeds (id, at, actor_kind, actor_id, action, target_kind, target_key, person_id, case_id, reason,
                note, aspect, aspect_key, before_state, after_state, undoes)
            VALUES (\(id), \(act.at.milliseconds), \(act.actor.name), \(act.actor.account), \(action.rawValue),
                \(target.kind.rawValue), \(target.key), \(person), \(act.caseID), \(act.reason?.rawValue), \(act.note),
                \(aspect), \(key), \(DeedState.text(before)), \(DeedState.text(after)), \(undoes))
            """
        )
        return id
    }
}

/// States as the log keeps them: JSON, names in the order of the alphabet.
enum DeedState {
    static func text(_ state: Deed.State) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(state) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func state(_ text: String) -> Deed.State {
        (try? JSONDecoder().decode(Deed.State.self, from: Data(text.utf8))) ?? [:]
    }
}

extension Deed {
    /// From the columns of `deeds(where:limit:)`.
    fileprivate init(_ row: any Row) throws {
        id = try row.int64(0)
        at = Date(milliseconds: try row.int64(1))
        switch try row.string(2) {
        case "staff": actor = .staff(try row.int64(3))
        case "command": actor = .command
        default: actor = .site
        }
        guard let action = Action(rawValue: try row.string(4)) else {
            throw DatabaseError.decoding(column: 4, expected: "an action")
        }
        guard let kind = Target.Kind(rawValue: try row.string(5)) else {
            throw DatabaseError.decoding(column: 5, expected: "a kind of target")
        }
        self.action = action
        target = Target(kind, try row.string(6))
        person = try row.optionalInt64(7)
        caseID = try row.optionalInt64(8)
        reason = try row.optionalString(9).flatMap(ModerationReason.init(rawValue:))
        note = try row.string(10)
        aspect = try row.optionalString(11)
        aspectKey = try row.string(12)
        before = DeedState.state(try row.string(13))
        after = DeedState.state(try row.string(14))
        undoes = try row.optionalInt64(15)
        undoneBy = try row.optionalInt64(16)
    }
}

import Foundation

/// The form in which staff say what is to be done.
struct ModerationForm: Sendable {
    /// What it is about, and what can be done with it now.
    struct Scene: Sendable {
        let target: Deed.Target
        /// Whether what is imposed on its author is this reader's business: on staff only admins impose anything.
        let mayJudge: Bool
        let isHidden: Bool
        /// Whether there is somebody to whom something can be done.
        let hasPerson: Bool
        /// Whether something is imposed on them that can be lifted.
        let isSanctioned: Bool
        /// Whether there is a case that can be closed.
        let hasCase: Bool
        let suggestion: Sanction.Suggestion?
        let reason: ModerationReason?
        let rev: Int64

        var offersAnything: Bool { mayJudge || hasCase }
    }

    let action: String
    let scene: Scene

    /// How long something holds, in days; besides a day that is named, and no end.
    static let lengths = [7, 30]
    private static let endless = "none"

    /// Before what is done to the person comes what is done to the thing, and last what ends the case.
    var actions: [ModerationOrder.Action] {
        var actions: [ModerationOrder.Action] = []
        if scene.mayJudge, Aspect.sight(of: scene.target.kind) != nil {
            actions.append(scene.isHidden ? .restore : .hide)
        }
        if scene.hasPerson { actions += [.warn, .noPosting, .suspend] }
        if scene.isSanctioned { actions.append(.lift) }
        if scene.hasCase { actions += scene.isHidden ? [.close] : [.dismiss, .close] }
        return actions
    }

    private var declaration: FormDeclaration {
        FormDeclaration(
            action: action,
            submit: "moderation.submit",
            [
                .hidden("rev"), .hidden("seen"),
                .radios("action", actions.map(\.rawValue), key: "moderation-action"),
                .radios("reason", ModerationReason.allCases.map(\.rawValue), key: "moderation-reason", words: "reason")
                    .optional,
                .textArea("note", key: "moderation-note", maximum: ModerationOrder.longestNote).optional,
                .radios("length", [Self.endless] + Self.lengths.map(String.init), key: "moderation-length"),
                .date("until", key: "moderation-until").optional,
            ]
        )
    }

    /// - Parameters:
    ///   - typed: what was sent, which comes back with the state of now.
    ///   - seen: the newest deed that the page shows, to tell later what came after it.
    func sheet(
        typed: Form?,
        problems: [String: String],
        seen: Deed.ID,
        token: String?,
        _ words: ModerationWords
    ) -> FormSheet {
        let state = ["rev": String(scene.rev), "seen": String(seen)]
        let typed = typed.map { form in
            Form(items: form.items.filter { state[$0.name] == nil } + state.map { ($0.key, $0.value) })
        }
        var values = state
        values["reason"] = scene.reason?.rawValue
        values["action"] = (scene.suggestion?.kind.action.rawValue).flatMap { name in
            actions.contains { $0.rawValue == name } ? name : nil
        }
        values["length"] = scene.suggestion?.days.map(String.init) ?? Self.endless
        return declaration.sheet(
            typed: typed,
            values: values,
            problems: problems,
            token: token,
            views: words.views,
            words.language
        )
    }

    /// What a form asks for; a day that it names goes before a length.
    static func order(_ form: Form, now: Date) throws(ModerationOrder.Refusal) -> ModerationOrder {
        guard (form["until"] ?? "").trimmed.isEmpty, let days = form["length"].flatMap({ Int($0) }),
            lengths.contains(days)
        else { return try ModerationOrder(form, now: now) }
        let end = SeoulTime(now + Double(days) * 86_400).isoDay
        return try ModerationOrder(
            Form(items: form.items.filter { $0.name != "until" } + [("until", end)]),
            now: now
        )
    }
}

extension ModerationForm.Scene {
    /// - Parameter reasons: of the case, the commonest first.
    init(
        _ target: Deed.Target,
        _ subject: CaseSubject?,
        account: Account.ID?,
        for staff: Member,
        hasCase: Bool,
        reasons: [ModerationReason],
        rev: Int64,
        at now: Date,
        _ transaction: Transaction
    ) throws {
        let history = try account.map { try transaction.sanctions(of: $0) } ?? []
        let role = try account.flatMap { try transaction.account($0)?.role } ?? .member
        let mayJudge = role == .member || staff.role >= .admin
        self.init(
            target: target,
            mayJudge: mayJudge,
            isHidden: subject?.isHidden ?? false,
            hasPerson: mayJudge && account != nil,
            isSanctioned: mayJudge && history.contains { $0.kind.isPersonal && $0.isInForce(at: now) },
            hasCase: hasCase,
            suggestion: account == nil || !mayJudge
                ? nil : Sanction.Suggestion(after: history, reason: reasons.first, at: now),
            reason: reasons.first,
            rev: rev
        )
    }
}

import Foundation

/// The form for a moderation request.
struct ModerationForm: Sendable {
    let action: String
    /// Whether the reader may sanction the author: only admins sanction staff.
    let canSanction: Bool
    /// Whether the target can be hidden and still exists.
    private let canHide: Bool
    private let isHidden: Bool
    /// Whether there is an account to act on.
    private let hasAccount: Bool
    /// Whether the account has a sanction that can be lifted.
    private let isSanctioned: Bool
    /// Whether there is a case to close.
    private let hasCase: Bool
    private let suggestion: Sanction.Suggestion?
    /// Whether the suggested sanction follows from earlier ones.
    private let hasHistory: Bool
    private let reason: ModerationReason?
    private let rev: Int64

    /// The lengths offered for a sanction, in days; besides a date, or no end.
    static let lengths = [7, 30]
    static let endless = "none"
    static let lengthChoices = lengths.map(String.init) + [endless]

    /// - Parameter reasons: of the case, most common first.
    init(
        action: String,
        _ target: AuditEntry.Target,
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
        let usual = Sanction.Suggestion(after: [], reason: reasons.first, at: now)
        let suggestion = Sanction.Suggestion(after: history, reason: reasons.first, at: now)
        canSanction = role == .member || staff.role >= .admin
        canHide = canSanction && subject != nil && AuditedChange.visibility(of: target.kind) != nil
        isHidden = subject?.isHidden ?? false
        hasAccount = canSanction && account != nil
        isSanctioned = canSanction && history.contains { $0.kind.isPersonal && $0.isInForce(at: now) }
        self.suggestion = hasAccount ? suggestion : nil
        hasHistory = suggestion != usual
        reason = reasons.first
        (self.action, self.hasCase, self.rev) = (action, hasCase, rev)
    }

    var offersAnything: Bool { canSanction || hasCase }

    /// Actions on the content first, then those on the person, last those that end the case.
    var actions: [ModerationRequest.Action] {
        var actions: [ModerationRequest.Action] = []
        if canHide { actions.append(isHidden ? .restore : .hide) }
        if hasAccount { actions += [.warn, .noPosting, .suspend] }
        if isSanctioned { actions.append(.lift) }
        if hasCase { actions += isHidden ? [.close] : [.dismiss, .close] }
        return actions
    }

    /// Only the fields that the possible actions need: nobody reads a reason for hiding a place, and only sanctions have an
    /// end.
    private var declaration: FormDeclaration {
        var controls: [FormControl] = [
            .hidden("rev"), .hidden("seen"), .radios("action", actions.map(\.rawValue), key: "moderation-action"),
        ]
        if actions.contains(where: \.needsReason) {
            let reasons = ModerationReason.allCases.map(\.rawValue)
            controls += [
                .radios("reason", reasons, key: "moderation-reason", words: "reason").optional,
                .textArea("note", key: "moderation-note", maximum: ModerationRequest.maxNoteLength).optional,
            ]
        }
        if actions.contains(where: \.mayEnd) {
            controls += [
                .radios("length", Self.lengthChoices, key: "moderation-length").optional,
                .date("until", key: "moderation-until").optional,
            ]
        }
        return FormDeclaration(action: action, submit: "moderation.submit", controls)
    }

    /// The suggested sanction, in words. It is shown beside the form, which preselects nothing.
    func advice(_ words: ModerationFormatter) -> String? {
        guard let suggestion else { return nil }
        var arguments: [String: FieldValue] = [
            "kind": .text(words.text("case.sanction.\(suggestion.kind.rawValue)"))
        ]
        guard let days = suggestion.days else {
            return words.text(hasHistory ? "case.advice" : "case.usual", arguments)
        }
        arguments["count"] = .integer(days)
        return words.text(hasHistory ? "case.advice-days" : "case.usual-days", arguments)
    }

    /// The form; a refused one refers to what the page shows now.
    /// - Parameter seen: the newest audit entry that the page shows, to find later ones when the form comes back.
    func formView(
        _ pages: PageResponder,
        _ context: AppRequestContext,
        _ layout: PageLayout,
        seen: AuditEntry.ID
    ) -> FormView {
        let (rev, seen) = (String(rev), String(seen))
        var context = context
        context.form = context.form.with("seen", seen)
        // What other staff did meanwhile is shown once, at the top of the page.
        if context.formErrors?.status == .conflict { context.formErrors?.codes = [:] }
        var values = ["rev": rev, "seen": seen]
        values["reason"] = reason?.rawValue
        return pages.form(declaration, context, layout, values: values, rev: rev)
    }

    /// Reads the form; a date has priority over a length. Without either, a program's request has no end; the page's own form,
    /// which carries the newest audit entry seen, has to choose "no end".
    static func request(_ form: Form, now: Date) throws(FormErrors) -> ModerationRequest {
        let isOpen = (form["until"] ?? "").trimmed.isEmpty && !lengthChoices.contains(form["length"] ?? "")
        if form["seen"] != nil, isOpen, ModerationRequest.Action(rawValue: form["action"] ?? "")?.mayEnd == true {
            var errors = ["length": "required"]
            do { _ = try ModerationRequest(form, now: now) } catch {
                errors.merge(error.codes) { length, _ in length }
            }
            throw FormErrors(errors)
        }
        guard (form["until"] ?? "").trimmed.isEmpty, let days = form["length"].flatMap({ Int($0) }),
            lengths.contains(days)
        else { return try ModerationRequest(form, now: now) }
        let end = SeoulTime(now + Double(days) * 86_400).isoDay
        return try ModerationRequest(form.with("until", end), now: now)
    }
}

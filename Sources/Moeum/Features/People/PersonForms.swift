import Foundation

/// The forms on an account's page, and their initial values.
enum PersonForms {
    /// What staff can do to an account.
    static let actions: [ModerationRequest.Action] = [.warn, .noPosting, .suspend, .lift]

    static func action(on id: Account.ID, canLift: Bool) -> FormDeclaration {
        let offered = actions.filter { canLift || $0 != .lift }.map(\.rawValue)
        return FormDeclaration(
            action: "/admin/users/\(id)/actions",
            submit: "people.act",
            [
                .hidden("rev"), .hidden("seen"),
                .radios("action", offered, key: "person-action"),
                .radios(
                    "reason",
                    ModerationReason.allCases.map(\.rawValue),
                    key: "person-reason",
                    words: "reason"
                ),
                .textArea("note", key: "person-note", maximum: ModerationRequest.maxNoteLength).optional,
                .radios("length", ModerationForm.lengthChoices, key: "moderation-length").optional,
                .date("until", key: "person-until").optional,
            ]
        )
    }

    static func role(of id: Account.ID) -> FormDeclaration {
        FormDeclaration(
            action: "/admin/users/\(id)/role",
            submit: "people.give-role",
            prefix: "role-",
            [
                .radios("role", Role.allCases.map(\.rawValue), key: "person-role", words: "people.role"),
                .textArea("reason", key: "role-reason", maximum: ModerationRequest.maxNoteLength),
            ]
        )
    }

    static func endSessions(of id: Account.ID) -> FormDeclaration {
        FormDeclaration(action: "/admin/users/\(id)/sessions/delete", submit: "people.end-sessions", isDanger: true)
    }

    /// The suggested sanction is the form's initial choice.
    static func values(_ suggestion: Sanction.Suggestion, rev: AuditEntry.ID, at now: Date) -> [String: String] {
        var values = ["rev": String(rev), "seen": String(rev)]
        values["action"] = actions.first { $0.sanction == suggestion.kind }?.rawValue
        guard actions.contains(where: { $0.sanction == suggestion.kind && $0.mayEnd }) else { return values }
        let length = suggestion.days.map(String.init) ?? ModerationForm.endless
        if ModerationForm.lengthChoices.contains(length) {
            values["length"] = length
        } else {
            values["until"] = suggestion.days.map { SeoulTime(now + Double($0) * 86_400).isoDay }
        }
        return values
    }
}

import Foundation

/// Who acts, why, and in which case.
struct AuditContext: Sendable {
    let actor: AuditEntry.Actor
    var reason: ModerationReason?
    var note = ""
    /// Whether the person concerned reads the note too; otherwise only staff read it, in the log.
    var isNoteShared = true
    var caseID: ReportCase.ID?
    /// The subject of the e-mails; nil is the target of the case.
    var about: AuditEntry.Target?
    /// The end of a sanction or block; nil is none.
    var until: Date?
    let at: Date
    /// Renders the e-mails to the people concerned.
    let emailRenderer: EmailRenderer
    /// Needed only by changes of places.
    var districts = Districts([])
}

extension AuditContext {
    /// Of what a member of the staff does now.
    static func staff(
        _ staff: Member,
        _ app: App,
        note: String = "",
        caseID: ReportCase.ID? = nil
    ) -> AuditContext {
        AuditContext(
            actor: .staff(staff.id),
            note: note,
            caseID: caseID,
            at: app.clock(),
            emailRenderer: app.emailRenderer
        )
    }
}

import Foundation

/// What staff see of one account, and the forms for acting on it.
struct PersonPage: Page {
    static let template = "people/person"

    let person: PersonView
    let facts: PersonFacts
    let sanctions: [PersonSanction]
    let cases: [PersonCase]
    let auditEntries: [PersonAuditEntry]
    /// The sanction suggested by the account's history, in words.
    let suggestion: String?
    /// Nil where only other staff may decide.
    let action: FormView?
    let role: FormView?
    let endSessions: FormView?

    static let fields: [Field<PersonPage>] = [
        .object("user") { $0.person },
        .time("createdAt") { $0.facts.createdAt },
        .time("verifiedAt") { $0.facts.verifiedAt },
        .time("loggedInAt") { $0.facts.loggedInAt },
        .time("leavingAt") { $0.facts.leavingAt },
        .flag("hasTwoFactor") { $0.facts.hasTwoFactor },
        .integer("reviews") { $0.facts.reviews },
        .integer("photos") { $0.facts.photos },
        .integer("reports") { $0.facts.reports },
        .integer("rightReports") { $0.facts.rightReports },
        .integer("wrongReports") { $0.facts.wrongReports },
        .integer("sessions") { $0.facts.sessions },
        .list("sanctions") { $0.sanctions },
        .list("cases") { $0.cases },
        .list("history") { $0.auditEntries },
        .text("suggestion") { $0.suggestion },
        .object("actionForm") { $0.action },
        .object("roleForm") { $0.role },
        .object("sessionsForm") { $0.endSessions },
    ]
}

/// A sanction of the account, and who imposed it.
struct PersonSanction: ViewModel {
    let sanction: SanctionView
    let imposer: String?

    static let fields: [Field<PersonSanction>] = [
        .object("sanction") { $0.sanction }, .text("imposedBy") { $0.imposer },
    ]
}

/// A report case about the account.
struct PersonCase: ViewModel {
    let found: ReportCase
    /// What was reported, in words.
    let about: String

    static let fields: [Field<PersonCase>] = [
        .integer("id") { Int($0.found.id) },
        .text("target") { $0.found.target.description },
        .choice("state") { $0.found.state },
        .integer("reporters") { $0.found.reportCount },
        .time("openedAt") { $0.found.openedAt },
        .text("about") { $0.about }.viewOnly,
    ]
}

/// An audit entry about the account or its contents.
struct PersonAuditEntry: ViewModel {
    let entry: AuditEntry
    let words: String
    /// What the entry is about, in words.
    let about: String
    let actor: String?

    static let fields: [Field<PersonAuditEntry>] = [
        .integer("id") { Int($0.entry.id) },
        .time("at") { $0.entry.at },
        .text("action") { $0.entry.action.rawValue },
        .text("target") { $0.entry.target.description },
        .text("actor") { $0.actor },
        .text("note") { $0.entry.note },
        .text("words") { $0.words }.viewOnly,
        .text("about") { $0.about }.viewOnly,
        .text("href") { $0.entry.target.href }.viewOnly,
        .flag("isUndone") { $0.entry.isUndone },
    ]
}

/// The staff's page about a review or photo: why it is hidden, its audit entries, and the form for actions.
struct ModeratedContentPage: Page {
    static let template = "moderation/content"

    let heading: String
    let subject: CaseSubject
    let authorText: String
    let currentCase: ListChoice?
    let others: [ListChoice]
    let history: [CaseAuditEntry]
    let form: FormView?
    /// What to do after the form, where there is a case to close.
    let hint: String?
    let advice: String?
    let news: StaleFormNotice?
    let restriction: String?
    let rev: AuditEntry.ID

    static let fields: [Field<ModeratedContentPage>] = [
        .object("subject") { $0.subject },
        .list("history") { $0.history },
        .integer("rev") { Int($0.rev) },
        .object("form") { $0.form },
        .text("heading") { $0.heading }.viewOnly,
        .text("authorText") { $0.authorText }.viewOnly,
        .text("authorHref") { $0.subject.account.map(ModerationPath.user) }.viewOnly,
        .object("currentCase") { $0.currentCase }.viewOnly,
        .list("others") { $0.others }.viewOnly,
        .text("actHint") { $0.hint }.viewOnly,
        .text("advice") { $0.advice }.viewOnly,
        .object("news") { $0.news }.viewOnly,
        .text("bar") { $0.restriction }.viewOnly,
    ]
}

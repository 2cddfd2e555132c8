import Foundation

/// The open or the decided appeals, for staff.
struct AppealsPage: Page {
    static let template = "sanctions/appeals"

    let isDecided: Bool
    let appeals: [AppealEntry]
    let next: String?
    /// Whether the page shows a single appeal, with a link to all.
    let isAlone: Bool

    static let fields: [Field<AppealsPage>] = [
        .list("appeals") { $0.appeals },
        .text("next") { $0.next },
        .flag("isDecided") { $0.isDecided }.viewOnly,
        .flag("isAlone") { $0.isAlone }.viewOnly,
    ]
}

/// One appeal, with the form for deciding it.
struct AppealEntry: ViewModel {
    let appeal: Appeal
    let sanction: SanctionView
    let nickname: String
    let imposer: String?
    let decider: String?
    /// Nil where the appeal is decided, or where others have to.
    let form: FormView?
    /// Why others have to decide, in words.
    let barWords: String?

    static let fields: [Field<AppealEntry>] = [
        .integer("id") { Int($0.appeal.id) },
        .object("sanction") { $0.sanction },
        .text("text") { $0.appeal.text },
        .choice("state") { $0.appeal.state },
        .time("createdAt") { $0.appeal.createdAt },
        .time("decidedAt") { $0.appeal.decidedAt },
        .text("answer") { $0.appeal.answer },
        .integer("person") { Int($0.appeal.account) },
        .text("nickname") { $0.nickname },
        .text("imposedBy") { $0.imposer },
        .text("decidedBy") { $0.decider },
        .object("form") { $0.form }.viewOnly,
        .text("barWords") { $0.barWords }.viewOnly,
    ]
}

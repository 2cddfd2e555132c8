import Foundation

/// The appeals that wait for staff, or those that are decided.
struct AppealsPage: Page {
    static let template = "sanctions/appeals"

    let isDecided: Bool
    let appeals: [AppealEntry]
    let next: String?
    /// Back to all of them from one alone.
    let isAlone: Bool
    let frame: AdministrationFrame

    static let fields: [Field<AppealsPage>] = [
        .list("appeals") { $0.appeals },
        .text("next") { $0.next },
        .flag("isDecided") { $0.isDecided }.viewOnly,
        .flag("isAlone") { $0.isAlone }.viewOnly,
        .object("frame") { $0.frame }.viewOnly,
    ]
}

/// One of them, and what can be done with it.
struct AppealEntry: ViewModel {
    let appeal: Appeal
    let sanction: SanctionView
    let nickname: String
    let imposer: String?
    let decider: String?
    let stateWords: String
    /// Nil where it is decided, or where somebody else has to.
    let form: FormView?
    /// Why somebody else has to decide.
    let barWords: String?

    static let fields: [Field<AppealEntry>] = [
        .integer("id") { Int($0.appeal.id) },
        .object("sanction") { $0.sanction },
        .text("text") { $0.appeal.text },
        .text("state") { $0.appeal.state.rawValue },
        .time("createdAt") { $0.appeal.createdAt },
        .time("decidedAt") { $0.appeal.decidedAt },
        .text("answer") { $0.appeal.answer },
        .integer("person") { Int($0.appeal.account) },
        .text("nickname") { $0.nickname },
        .text("imposedBy") { $0.imposer },
        .text("decidedBy") { $0.decider },
        .text("stateWords") { $0.stateWords }.viewOnly,
        .text("anchor") { "a\($0.appeal.id)" }.viewOnly,
        .text("personHref") { "/admin/users/\($0.appeal.account)" }.viewOnly,
        .object("form") { $0.form }.viewOnly,
        .text("barWords") { $0.barWords }.viewOnly,
        .flag("isOpen") { $0.appeal.state == .open }.viewOnly,
    ]
}

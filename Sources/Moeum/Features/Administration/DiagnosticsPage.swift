/// The page of the site's health, and what to do where something is not well.
struct DiagnosticsPage: Page {
    static let template = "administration/diagnostics"

    let checks: [Diagnosis]
    let stateText: String
    let frame: AdministrationFrame

    /// The worst state of all checks.
    private var state: Diagnosis.State {
        Diagnosis.State.allCases.last { state in checks.contains { $0.state == state } } ?? .fine
    }

    static let fields: [Field<DiagnosticsPage>] = [
        .text("state") { $0.state.rawValue },
        .text("summary") { $0.stateText },
        .list("checks") { $0.checks },
        .object("frame") { $0.frame }.viewOnly,
    ]
}

/// The page of the site's health, and what to do where something is not well.
struct DiagnosticsPage: Page {
    static let template = "administration/diagnostics"

    let checks: [Diagnosis]
    let stateText: String

    /// What has to be looked at first.
    private var sortedChecks: [Diagnosis] {
        Diagnosis.State.allCases.reversed().flatMap { state in checks.filter { $0.state == state } }
    }

    /// The worst state of all checks.
    private var state: Diagnosis.State {
        Diagnosis.State.allCases.last { state in checks.contains { $0.state == state } } ?? .fine
    }

    static let fields: [Field<DiagnosticsPage>] = [
        .text("state") { $0.state.rawValue },
        .text("summary") { $0.stateText },
        .list("checks") { $0.sortedChecks },
    ]
}

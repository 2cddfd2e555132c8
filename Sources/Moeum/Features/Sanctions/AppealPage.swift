/// The appeal against one sanction: the form, or the appeal as sent.
struct AppealPage: Page {
    static let template = "sanctions/appeal"

    let sanction: SanctionView
    let form: FormView?
    let settings: SettingsFrame

    static let fields: [Field<AppealPage>] = [
        .object("sanction") { $0.sanction },
        .object("form") { $0.form },
        .text("barWords") { $0.form == nil ? $0.sanction.ineligibility : nil }.viewOnly,
        .object("settings") { $0.settings }.viewOnly,
    ]
}

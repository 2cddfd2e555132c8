/// The page that turns the second factor on or shows that it is on.
struct TwoFactorPage: Page {
    static let template = "accounts/two-factor"

    /// The secret for an authenticator app; no page shows it once it is enabled.
    struct SetUp: Sendable {
        let secret: String
        let otpauth: String
        let picture: Markup
    }

    let isEnabled: Bool
    let isStaff: Bool
    let codesLeft: Int
    /// Nil once two-factor is enabled, and where the password is asked for first.
    let setUp: SetUp?
    let enableForm: FormView?
    let codesForm: FormView?
    let deleteForm: FormView?
    let settings: SettingsFrame

    static let fields: [Field<TwoFactorPage>] = [
        .flag("enabled") { $0.isEnabled },
        .text("secret") { $0.setUp?.secret },
        .text("otpauth") { $0.setUp?.otpauth },
        .integer("recoveryCodesLeft") { $0.isEnabled ? $0.codesLeft : nil },
        .flag("mayTurnOff") { $0.isEnabled && !$0.isStaff },
        .object("enableForm") { $0.enableForm },
        .object("codesForm") { $0.codesForm },
        .object("deleteForm") { $0.deleteForm },
        .integer("count") { $0.codesLeft }.viewOnly,
        .flag("isLow") { $0.isEnabled && $0.codesLeft < 3 }.viewOnly,
        .flag("mustConfirm") { !$0.isEnabled && $0.setUp == nil }.viewOnly,
        .flag("isStaff") { $0.isStaff }.viewOnly,
        .text("secretGroups") { $0.setUp.map { TwoFactor.groups(of: $0.secret) } }.viewOnly,
        .markup("picture") { $0.setUp?.picture },
        .object("settings") { $0.settings }.viewOnly,
    ]
}

/// Ten recovery codes, shown only once.
struct TwoFactorCodesPage: Page {
    static let template = "accounts/two-factor-codes"

    let codes: [RecoveryCode]
    /// Whether two-factor was turned on just now; otherwise older codes were replaced.
    let isFirst: Bool
    let settings: SettingsFrame

    static let fields: [Field<TwoFactorCodesPage>] = [
        .texts("recoveryCodes") { $0.codes.map(\.text) },
        .flag("isFirst") { $0.isFirst }.viewOnly,
        .object("settings") { $0.settings }.viewOnly,
    ]
}

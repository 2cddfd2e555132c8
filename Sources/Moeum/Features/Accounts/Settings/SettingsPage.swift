/// The first page of the settings: the account's name, and links to all other pages.
struct SettingsPage: Page {
    static let template = "accounts/settings"

    let account: Account
    let hasTwoFactor: Bool
    let storage: AccountStorage
    /// The form that sends the verification e-mail again; nil where the address is verified.
    let verification: FormView?
    let logOut: FormView
    let settings: SettingsFrame

    static let fields: [Field<SettingsPage>] = [
        .text("nickname") { $0.account.nickname },
        .text("initial") { String($0.account.nickname.prefix(1)) }.viewOnly,
        .text("email") { $0.account.email },
        .text("bio") { $0.account.bio },
        .flag("isVerified") { $0.account.verifiedAt != nil },
        .choice("role") { $0.account.role },
        .flag("hasTwoFactor") { $0.hasTwoFactor },
        .time("joinedAt") { $0.account.createdAt },
        .object("storage") { $0.storage },
        .object("verification") { $0.verification }.viewOnly,
        .object("logOut") { $0.logOut },
        .object("settings") { $0.settings }.viewOnly,
    ]
}

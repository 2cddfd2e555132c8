import Hummingbird

/// All routes of accounts: signing up, logging in and out, recovery and settings.
struct AccountRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        SignUpRoutes(app: app).mount(on: router)
        VerifyRoutes(app: app).mount(on: router)
        LoginRoutes(app: app).mount(on: router)
        UnlockRoutes(app: app).mount(on: router)
        TwoFactorLoginRoutes(app: app).mount(on: router)
        RecoveryRoutes(app: app).mount(on: router)
        TwoFactorRoutes(app: app).mount(on: router)
        ConfirmPasswordRoutes(app: app).mount(on: router)
        LeavingRoutes(app: app).mount(on: router)
        SettingsRoutes(app: app).mount(on: router)
        ProfileRoutes(app: app).mount(on: router)
        PasswordChangeRoutes(app: app).mount(on: router)
        EmailChangeRoutes(app: app).mount(on: router)
        EmailUndoRoutes(app: app).mount(on: router)
        SessionsRoutes(app: app).mount(on: router)
        SecurityPageRoutes(app: app).mount(on: router)
    }
}

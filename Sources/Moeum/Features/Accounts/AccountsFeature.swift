extension Feature {
    /// Accounts: from signing up to leaving.
    static let accounts = Feature(
        pages: [
            FormPage.self, PendingFormPage.self, TwoFactorPage.self, TwoFactorCodesPage.self, SettingsPage.self,
            SessionsPage.self, SecurityPage.self,
        ],
        routes: { app in
            [
                SignUpRoutes(app: app), VerifyRoutes(app: app), LoginRoutes(app: app), UnlockRoutes(app: app),
                TwoFactorLoginRoutes(app: app), RecoveryRoutes(app: app), TwoFactorRoutes(app: app),
                ConfirmPasswordRoutes(app: app), LeavingRoutes(app: app), SettingsRoutes(app: app),
                ProfileRoutes(app: app), PasswordChangeRoutes(app: app), EmailChangeRoutes(app: app),
                EmailUndoRoutes(app: app), SessionsRoutes(app: app), SecurityPageRoutes(app: app),
            ]
        }
    )
}

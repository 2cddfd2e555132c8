extension Feature {
    /// Accounts: from signing up to leaving.
    static let accounts = Feature(
        pages: [
            FormPage.self, PendingFormPage.self, TwoFactorPage.self, TwoFactorCodesPage.self, SettingsPage.self,
            SessionsPage.self, SecurityPage.self,
        ],
        routes: { app in
            [
                AccountRoutes(app: app)
            ]
        }
    )
}

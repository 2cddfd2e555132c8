import Hummingbird

/// The forms of the two-factor page.
enum TwoFactorForm: Sendable {
    case enable, renew, turnOff

    /// - Parameter asksPassword: whether the form that turns two-factor on asks for the password too.
    func declaration(asksPassword: Bool) -> FormDeclaration {
        switch self {
        case .enable:
            FormDeclaration(
                action: TwoFactorRoutes.path,
                submit: "account.two-factor.enable",
                (asksPassword ? [.currentPassword()] : []) + [.code("code", key: "app-code")]
            )
        case .renew:
            FormDeclaration(
                action: TwoFactorRoutes.path,
                submit: "account.two-factor.renew",
                prefix: "renew-",
                [
                    .currentPassword(), .text("code", key: "any-code", autocomplete: "one-time-code"),
                    .hidden("new_codes"),
                ]
            )
        case .turnOff:
            FormDeclaration(
                action: "\(TwoFactorRoutes.path)/delete",
                submit: "account.two-factor.turn-off",
                isDanger: true,
                prefix: "off-",
                [.currentPassword(), .text("code", key: "any-code", autocomplete: "one-time-code")]
            )
        }
    }
}

extension TwoFactorRoutes {
    /// Shows the page with the current state of the account.
    @Sendable func show(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let errors = context.formErrors
        // That two-factor is on already is said at the form that takes the place of the one that was sent.
        let isRenewal = context.form["new_codes"] == "1" || errors?.codes[FormDeclaration.wholeForm] != nil
        let isEnd = context.endpointPath?.ends(with: "/delete") == true
        let sent: TwoFactorForm? = errors.map { _ in isEnd ? .turnOff : isRenewal ? .renew : .enable }
        // Without the password nobody may see the secret that the owner may enable later.
        let showsSecret = sent == nil || sent == .enable && errors?.codes["code"] != nil
        // A password given in this form counts for this form only.
        let asksPassword = sent == .enable && !member.hasConfirmed(at: app.clock())
        return try await app.pages.respond(
            to: context,
            title: context.text("account.two-factor.title"),
            section: .account,
            hasForm: true
        ) { transaction, layout in
            layout.next = Self.path
            let factor = try transaction.twoFactor(of: member.id)
            let isEnabled = factor?.isEnabled ?? false
            func formView(_ form: TwoFactorForm) -> FormView {
                form.declaration(asksPassword: asksPassword).formView(
                    values: form == .renew ? ["new_codes": "1"] : [:],
                    errors: form == sent ? errors?.codes ?? [:] : [:],
                    arguments: errors?.arguments ?? [:],
                    token: layout.formToken,
                    views: app.views,
                    context.language
                )
            }
            var setUp: TwoFactorPage.SetUp?
            if showsSecret, !isEnabled, let secret = factor?.totp, let account = try transaction.account(member.id) {
                setUp = try TwoFactorPage.SetUp(secret, of: account, app.views, context.language)
            }
            return TwoFactorPage(
                isEnabled: isEnabled,
                isStaff: member.role > .member,
                codesLeft: isEnabled ? try transaction.recoveryCodesLeft(of: member.id) : 0,
                setUp: setUp,
                enableForm: isEnabled ? nil : formView(.enable),
                codesForm: isEnabled ? formView(.renew) : nil,
                deleteForm: isEnabled && member.role == .member ? formView(.turnOff) : nil,
                settings: SettingsFrame(.twoFactor, for: member)
            )
        }
    }

    /// Shows new recovery codes, only once.
    func show(_ codes: [RecoveryCode], isFirst: Bool, _ context: AppRequestContext) async throws -> Response {
        return try await app.pages.respond(
            to: context,
            title: context.text("account.two-factor-codes.title"),
            section: .account,
            hasForm: true
        ) { _, layout in
            // The links that switch language and theme need an address: an answer to a form has none of its own.
            layout.next = Self.path
            let settings = SettingsFrame(.twoFactor, for: context.member)
            return TwoFactorCodesPage(codes: codes, isFirst: isFirst, settings: settings)
        }
    }
}

extension TwoFactorPage.SetUp {
    fileprivate init(_ secret: TOTP, of account: Account, _ views: Views, _ language: Language) throws {
        let issuer = views.text("site.name", [:], language)
        let address = secret.address(issuer: issuer, account: account.email)
        self.secret = secret.base32
        otpauth = address
        picture = try QRCode(address).markup(title: views.text("account.two-factor.picture", [:], language))
    }
}

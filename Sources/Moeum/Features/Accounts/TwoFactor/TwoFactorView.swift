import HTTPTypes
import Hummingbird

/// The two-factor page of one answer: which of its forms was refused and why, and whether the secret is shown.
struct TwoFactorView: Sendable {
    /// The forms of the page.
    enum Part: Sendable {
        case enable, renew, turnOff
    }

    var status = HTTPResponse.Status.ok
    var part: Part?
    var problems: [String: String] = [:]
    var retryAfter: Int?
    var minutes = 0
    var showsSecret = false
    /// Whether the form that turns two-factor on asks for the password too, because it was not given recently.
    var asksPassword = false

    init(showsSecret: Bool) { self.showsSecret = showsSecret }

    /// - Parameter code: the error code of the code's field, or of the whole form.
    init(_ code: String, on part: Part, showsSecret: Bool = false) {
        status = .unprocessableContent
        self.part = part
        problems = [code == "already-on" ? FormDeclaration.wholeForm : "code": code]
        self.showsSecret = showsSecret
    }

    init(
        _ refusal: PasswordCheck.Refusal,
        on part: Part,
        field: String = "password",
        asksPassword: Bool = false
    ) {
        status = refusal.status
        self.part = part
        problems = [field: refusal.code]
        retryAfter = refusal.retryAfter
        minutes = refusal.minutes
        self.asksPassword = asksPassword
    }

    static func form(_ part: Part, asksPassword: Bool = false) -> FormDeclaration {
        switch part {
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
    func show(_ view: TwoFactorView, _ context: AppRequestContext) async throws -> Response {
        if view.status.kind != .successful, context.prefersJSON {
            let key = view.status.code == 422 ? "invalid-form" : "account-\(view.status.code)"
            throw Problem(status: view.status, key: key, errors: view.problems, retryAfter: view.retryAfter)
        }
        let member = try context.requireMember()
        let language = context.language
        var response = try await app.pages.respond(
            to: context,
            title: context.text("account.two-factor.title"),
            section: .account,
            hasForm: true,
            status: view.status
        ) { transaction, layout in
            layout.next = Self.path
            let token = layout.formToken
            let factor = try transaction.twoFactor(of: member.id)
            let isEnabled = factor?.isEnabled ?? false
            func formView(_ part: TwoFactorView.Part) -> FormView {
                TwoFactorView.form(part, asksPassword: view.asksPassword).formView(
                    values: part == .renew ? ["new_codes": "1"] : [:],
                    problems: view.part == part ? view.problems : [:],
                    arguments: ["minutes": .integer(view.minutes)],
                    token: token,
                    views: app.views,
                    language
                )
            }
            var setUp: TwoFactorPage.SetUp?
            if view.showsSecret, !isEnabled, let secret = factor?.totp, let account = try transaction.account(member.id)
            {
                setUp = try TwoFactorPage.SetUp(secret, of: account, app.views, language)
            }
            return TwoFactorPage(
                isEnabled: isEnabled,
                isStaff: member.role > .member,
                codesLeft: isEnabled ? try transaction.recoveryCodesLeft(of: member.id) : 0,
                setUp: setUp,
                enableForm: isEnabled ? nil : formView(.enable),
                codesForm: isEnabled ? formView(.renew) : nil,
                deleteForm: isEnabled && member.role == .member ? formView(.turnOff) : nil,
                settings: SettingsFrame(.twoFactor, for: member, views: app.views, language)
            )
        }
        if let seconds = view.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    /// Shows new recovery codes, only once.
    func show(_ codes: [RecoveryCode], isFirst: Bool, _ context: AppRequestContext) async throws -> Response {
        let language = context.language
        return try await app.pages.respond(
            to: context,
            title: context.text("account.two-factor-codes.title"),
            section: .account,
            hasForm: true
        ) { _, layout in
            // The links that switch language and theme need an address: an answer to a form has none of its own.
            layout.next = Self.path
            let settings = SettingsFrame(.twoFactor, for: context.member, views: app.views, language)
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

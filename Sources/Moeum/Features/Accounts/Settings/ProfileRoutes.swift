import Foundation
import Hummingbird

/// A person's nickname, biography, language and theme.
struct ProfileRoutes: RouteGroup {
    let app: App

    private static let path = SettingsFrame.Section.profile.path

    static let form = FormDeclaration(
        action: path,
        submit: "account.profile.submit",
        [
            .text("nickname", minimum: 2, maximum: Nickname.lengths.upperBound, autocomplete: "nickname"),
            .textArea("bio", maximum: Biography.maxLength).optional,
        ]
    )
    static let preferences = FormDeclaration(
        action: "/preferences",
        submit: "account.profile.preferences-submit",
        [
            .radios("lang", Language.allCases.map(\.rawValue)), .radios("theme", Theme.allCases.map(\.rawValue)),
            .next,
        ]
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/settings/profile", for: .member, use: showProfile)
        router.post("/settings/profile", for: .member, again: showProfile, use: saveProfile)
    }

    @Sendable func showProfile(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let account = try await app.database.read { try $0.requireAccount(member.id) }
        let page = AccountForm(
            name: "profile",
            form: Self.form,
            second: Self.preferences,
            values: [
                "nickname": account.nickname, "bio": account.bio, "lang": account.language.rawValue,
                "theme": account.theme.rawValue, "next": Self.path,
            ],
            section: .profile
        )
        return try await app.show(page, context)
    }

    @Sendable func saveProfile(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        var errors: [String: String] = [:]
        var nickname: Nickname?
        do { nickname = try Nickname(context.form["nickname"] ?? "", reserved: app.reservedNames) } catch {
            errors["nickname"] = error.rawValue
        }
        var bio: Biography?
        do { bio = try Biography(context.form["bio"] ?? "") } catch { errors["bio"] = error.rawValue }
        guard let nickname, let bio else { throw FormErrors(errors) }
        if let errors = try await save(nickname, bio, of: member, context.origin) { throw errors }
        return app.pages.seeOther(context, to: Self.path, flash: "profile-saved")
    }

    private static let taken = FormErrors.account(["nickname": "taken"], status: .conflict)

    /// - Returns: why it was not saved, to be thrown outside of the write, which counts what is refused too.
    private func save(
        _ nickname: Nickname,
        _ bio: Biography,
        of member: Member,
        _ origin: DeviceOrigin
    ) async throws -> FormErrors? {
        let (now, screening, limit) = (app.clock(), app.screening, app.limits.profiles)
        let written = (nickname: PreparedText(nickname.text), bio: PreparedText(bio.text))
        do {
            return try await app.database.write { transaction in
                let account = try transaction.requireAccount(member.id)
                if account.nickname == nickname.text, account.bio == bio.text { return nil }
                var errors: [String: String] = [:]
                if let restriction = member.postingRestriction {
                    // Others read both fields; an unchanged nickname and an emptied biography tell them nothing new.
                    if account.nickname != nickname.text { errors["nickname"] = restriction.rawValue }
                    if account.bio != bio.text, !bio.text.isEmpty { errors["bio"] = restriction.rawValue }
                    if !errors.isEmpty { return FormErrors(errors) }
                }
                // Counted before words are looked at: otherwise any number of words could be tried.
                if let retryAfter = try transaction.consumeRateLimit(
                    limit,
                    for: String(member.id),
                    at: now.milliseconds
                ) {
                    return .account([FormDeclaration.wholeForm: "too-often"], after: retryAfter)
                }
                if account.nickname != nickname.text, try screening.refuses(written.nickname, transaction) {
                    errors["nickname"] = Screening.blocked
                }
                if account.bio != bio.text {
                    errors["bio"] = try screening.rejection(
                        inPublicText: written.bio,
                        by: member.id,
                        at: now,
                        transaction
                    )
                }
                if !errors.isEmpty { return FormErrors(errors) }
                if try transaction.isNicknameTaken(nickname, except: member.id) { return Self.taken }
                try transaction.setProfile(nickname: nickname, bio: bio.text, of: member.id)
                try transaction.recordSecurityEvent(.profileChanged, of: member.id, from: origin, at: now)
                return nil
            }
        } catch DatabaseError.uniqueViolation {
            // Another account took the nickname between the check and the write.
            return Self.taken
        }
    }
}

extension App {
    /// Saves language and theme in the account: e-mails use the language, and a new device begins with both.
    @Sendable func savePreferences(_ member: Member, _ language: Language?, _ theme: Theme?) async throws {
        try await database.write { try $0.setPreferences(language: language, theme: theme, of: member.id) }
    }
}

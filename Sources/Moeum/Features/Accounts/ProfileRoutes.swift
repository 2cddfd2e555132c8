import Foundation
import HTTPTypes
import Hummingbird

/// What others see of a person, and how the person sees the site.
struct ProfileRoutes {
    let app: App

    private static let path = SettingsFrame.Section.profile.path

    static let form = FormDeclaration(
        action: path,
        submit: "account.profile.submit",
        [
            .text("nickname", minimum: 2, maximum: Nickname.lengths.upperBound, autocomplete: "nickname"),
            .textArea("bio", maximum: Biography.greatestLength).optional,
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
        router.post("/settings/profile", for: .member, use: saveProfile)
    }

    @Sendable func showProfile(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        try await app.show(try await page(context), request, context)
    }

    @Sendable func saveProfile(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        var problems: [String: String] = [:]
        var nickname: Nickname?
        do { nickname = try Nickname(context.form["nickname"] ?? "", reserved: app.reservedNames) } catch {
            problems["nickname"] = error.rawValue
        }
        var bio: Biography?
        do { bio = try Biography(context.form["bio"] ?? "") } catch { problems["bio"] = error.rawValue }
        guard let nickname, let bio else { return try await refuse(problems, request, context) }
        guard try await save(nickname, bio, of: member, context.origin(request)) else {
            return try await refuse(["nickname": "taken"], status: .conflict, request, context)
        }
        return app.seeOther(request, context, to: Self.path, flash: "profile-saved")
    }

    /// Whether the name was free.
    private func save(
        _ nickname: Nickname,
        _ bio: Biography,
        of member: Member,
        _ origin: DeviceOrigin
    ) async throws -> Bool {
        let now = app.clock()
        do {
            return try await app.database.write { transaction in
                let account = try transaction.requireAccount(member.id)
                if account.nickname == nickname.text, account.bio == bio.text { return true }
                guard try !transaction.isTaken(nickname, except: member.id) else { return false }
                try transaction.setProfile(nickname: nickname, bio: bio.text, of: member.id)
                try transaction.record(.profileChanged, of: member.id, from: origin, at: now)
                return true
            }
        } catch DatabaseError.uniqueViolation {
            // Somebody took it between the look and the write.
            return false
        }
    }

    private func refuse(
        _ problems: [String: String],
        status: HTTPResponse.Status? = nil,
        _ request: Request,
        _ context: AppRequestContext
    ) async throws -> Response {
        let page = try await page(context)
        return try await app.show(page.refusing(problems, of: context.form, status: status), request, context)
    }

    private func page(_ context: AppRequestContext) async throws -> AccountForm {
        let member = try context.requireMember()
        let account = try await app.database.read { try $0.requireAccount(member.id) }
        return AccountForm(
            name: "profile",
            form: Self.form,
            second: Self.preferences,
            values: [
                "nickname": account.nickname, "bio": account.bio, "lang": account.language.rawValue,
                "theme": account.theme.rawValue, "next": Self.path,
            ],
            section: .profile
        )
    }
}

extension App {
    /// Language and theme stay with the account: mails are written in the one, and another device begins with both.
    @Sendable func keepPreferences(_ member: Member, _ language: Language?, _ theme: Theme?) async throws {
        try await database.write { try $0.setPreferences(language: language, theme: theme, of: member.id) }
    }
}

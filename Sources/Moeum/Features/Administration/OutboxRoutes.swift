import Foundation
import Hummingbird

/// The mails that could not be delivered, for the people who run the site: to try again once the cause is gone, or to
/// forget.
struct OutboxRoutes {
    private enum Deed: String {
        case revive = "mail-revived"
        case discard = "mail-discarded"
    }

    /// On one page; the newest.
    static let mostShown = 100

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/mail", for: .admin, use: showOutbox)
        router.post("/admin/mail/retry", for: .admin) { try await act(.revive, $0, $1) }
        router.post("/admin/mail/discard", for: .admin) { try await act(.discard, $0, $1) }
        router.post("/admin/mail/{id}/retry", for: .admin) { try await act(.revive, $0, $1) }
        router.post("/admin/mail/{id}/discard", for: .admin) { try await act(.discard, $0, $1) }
    }

    @Sendable func showOutbox(_ request: Request, _ context: AppRequestContext) async throws -> Response {
        let (member, language) = (try context.requireMember(), context.language)
        let title = app.siteTitle(app.views.text("admin.mail.title", [:], language), language)
        let chrome = app.chrome(request, context, title: title, section: .administration)
        let frame = AdministrationFrame(.mail, for: member.role, views: app.views, language)
        return try await app.pages.respond(request, context) { transaction in
            let letters = try transaction.deadLetters(limit: Self.mostShown)
            return (OutboxPage(try transaction.outboxState(), letters, frame), chrome)
        }
    }

    private func act(_ deed: Deed, _ request: Request, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let choice = try choice(context)
        let press = app.press
        let count = try await app.database.write { transaction in
            switch deed {
            case .revive: try transaction.revive(choice, at: app.clock().milliseconds, by: press)
            case .discard: try transaction.discard(choice)
            }
        }
        // Somebody else was faster, or it never was there.
        if count == 0, case .one = choice { throw Problem.notFound }
        app.logger.notice(
            "dead letters",
            metadata: ["deed": "\(deed.rawValue)", "count": "\(count)", "account": "\(member.id)"]
        )
        return app.seeOther(request, context, to: "/admin/mail", flash: deed.rawValue)
    }

    /// One, by the address; without, all that the page showed and all older ones, or all there are.
    private func choice(_ context: AppRequestContext) throws -> DeadLetterChoice {
        guard let given = context.parameters.get("id") else {
            guard let until = context.form["until"] else { return .all(until: .max) }
            guard let time = Int64(until) else { throw Problem.badRequest }
            return .all(until: time)
        }
        guard let id = Int64(given) else { throw Problem.notFound }
        return .one(id)
    }
}

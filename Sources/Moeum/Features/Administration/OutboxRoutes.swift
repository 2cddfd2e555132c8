import Foundation
import Hummingbird

/// E-mails that could not be delivered: to be sent again once the cause is gone, or deleted.
struct OutboxRoutes: RouteGroup {
    private enum Handling: String {
        case revive = "mail-revived"
        case discard = "mail-discarded"

        var action: AuditEntry.Action { self == .revive ? .retryMail : .discardMail }
    }

    /// E-mails on one page; the newest.
    static let maxShown = 100

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/mail", for: .admin, use: showOutbox)
        router.post("/admin/mail/retry", for: .admin) { try await apply(.revive, $0) }
        router.post("/admin/mail/discard", for: .admin) { try await apply(.discard, $0) }
        router.post("/admin/mail/{id}/retry", for: .admin) { try await apply(.revive, $0) }
        router.post("/admin/mail/{id}/discard", for: .admin) { try await apply(.discard, $0) }
    }

    @Sendable func showOutbox(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let language = context.language
        let frame = AdministrationFrame(.mail, for: member.role, views: app.views, language)
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.mail.title"),
            section: .administration
        ) { transaction in
            let letters = try transaction.deadLetters(limit: Self.maxShown)
            return OutboxPage(try transaction.outboxState(), letters, frame)
        }
    }

    private func apply(_ handling: Handling, _ context: AppRequestContext) async throws -> Response {
        let member = try context.requireMember()
        let choice = try choice(context)
        let audit = AuditContext(actor: .staff(member.id), at: app.clock(), emailRenderer: app.emailRenderer)
        let count = try await app.database.write { transaction in
            let count =
                switch handling {
                case .revive:
                    try transaction.retryDeadLetters(choice, at: audit.at.milliseconds, by: audit.emailRenderer)
                case .discard: try transaction.discardDeadLetters(choice)
                }
            if count > 0 {
                // The audit entry does not name the recipients, which are private.
                try transaction.recordEvent(handling.action, on: choice.target, audit, after: ["count": String(count)])
            }
            return count
        }
        // Somebody else was faster, or there never was such an e-mail.
        if count == 0, case .one = choice { throw Problem.notFound }
        app.logger.notice(
            "dead letters",
            metadata: ["action": "\(handling.rawValue)", "count": .stringConvertible(count), "account": "\(member.id)"]
        )
        return app.pages.seeOther(context, to: "/admin/mail", flash: handling.rawValue)
    }

    /// One e-mail, by the path; otherwise all up to the newest that the page showed, or all.
    private func choice(_ context: AppRequestContext) throws -> DeadLetterChoice {
        guard let given = context.parameters.get("id") else {
            guard let until = context.form["until"] else { return .all(until: .max) }
            guard let time = Int64(until) else { throw Problem.badRequest }
            return .all(until: time)
        }
        guard let id = Mail.ID(given) else { throw Problem.notFound }
        return .one(id)
    }
}

extension DeadLetterChoice {
    /// The target of the audit entry: one e-mail by its number, or all of them.
    fileprivate var target: AuditEntry.Target {
        switch self {
        case .one(let id): .mail(id)
        case .all: AuditEntry.Target(.mail, "all")
        }
    }
}

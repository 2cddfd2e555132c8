import HTTPTypes
import Hummingbird

/// Actions of staff on a review, photo or public card, reported or not.
struct ModeratedContentRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/reviews/{id}", for: .moderator) { try await show(.review, $0) }
        router.get("/admin/photos/{id}", for: .moderator) { try await show(.photo, $0) }
        router.get("/admin/cards/{id}", for: .moderator) { try await show(.card, $0) }
        router.post("/admin/reviews/{id}/actions", for: .moderator) { try await apply(.review, $0) }
        router.post("/admin/photos/{id}/actions", for: .moderator) { try await apply(.photo, $0) }
        router.post("/admin/cards/{id}/actions", for: .moderator) { try await apply(.card, $0) }
    }

    private static func target(_ kind: AuditEntry.Target.Kind, _ context: AppRequestContext) throws -> AuditEntry.Target
    {
        let id: Identifier<AuditEntry.Target> = try context.id()
        return AuditEntry.Target(kind, id.rawValue)
    }

    private func show(
        _ kind: AuditEntry.Target.Kind,
        _ context: AppRequestContext,
        status: HTTPResponse.Status = .ok,
        refused: CasePageBuilder.Refused = CasePageBuilder.Refused()
    ) async throws -> Response {
        let target = try Self.target(kind, context)
        let words = ModerationFormatter(app, context)
        let title = "moderated-content.title.\(kind.rawValue)"
        let path = ModerationPath.staff(target) ?? "/admin"
        return try await app.pages.respond(
            to: context,
            title: context.text(title),
            section: .administration,
            path: path,
            status: status
        ) { transaction, layout in
            let builder = ModeratedContentBuilder(
                target: target,
                path: path,
                heading: words.text(title),
                formatter: words,
                staff: try context.requireMember(),
                token: layout.formToken,
                refused: refused
            )
            return try builder.page(transaction)
        }
    }

    private func apply(_ kind: AuditEntry.Target.Kind, _ context: AppRequestContext) async throws
        -> Response
    {
        let target = try Self.target(kind, context)
        let (staff, now, emailRenderer) = (try context.requireMember(), app.clock(), app.emailRenderer)
        do {
            let moderation = try ModerationForm.request(context.form, now: now)
            let actions = ModerationActions(staff: staff, request: moderation, now: now, emailRenderer: emailRenderer)
            let hasCase = try await app.database.write { transaction in
                // Content that never existed is a 404, not a conflict.
                guard let auditedState = AuditedState.visibility(of: kind),
                    try auditedState.read(transaction, target, "") != nil
                else {
                    throw Problem.notFound
                }
                try actions.carryOut(on: target, transaction)
                return try transaction.openCase(of: target) != nil
            }
            app.logger.notice(
                "moderation",
                metadata: ["on": "\(target)", "action": "\(moderation.action.rawValue)", "account": "\(staff.id)"]
            )
            let path = ModerationPath.staff(target) ?? "/admin"
            return app.pages.seeOther(context, to: path, flash: moderation.action.flash(hasCase: hasCase))
        } catch {
            let (problems, status) = try ModerationResponse.refusal(error, context.request)
            let refused = CasePageBuilder.Refused(form: context.form, problems: problems, isStale: status == .conflict)
            return try await show(kind, context, status: status, refused: refused)
        }
    }
}

import Hummingbird

/// Actions of staff on a review, photo or public card, reported or not.
struct ModeratedContentRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        mount(.review, "/admin/reviews/{id}", on: router)
        mount(.photo, "/admin/photos/{id}", on: router)
        mount(.card, "/admin/cards/{id}", on: router)
    }

    private func mount(_ kind: AuditEntry.Target.Kind, _ path: String, on router: Router<AppRequestContext>) {
        let show: Router<AppRequestContext>.MemberHandler = { try await self.show(Self.target(kind, $0), $0, $1) }
        router.get(RouterPath(path), for: .moderator, use: show)
        router.post(RouterPath("\(path)/actions"), for: .moderator, again: show) {
            try await apply(Self.target(kind, $0), $0, $1)
        }
    }

    private static func target(_ kind: AuditEntry.Target.Kind, _ context: AppRequestContext) throws -> AuditEntry.Target
    {
        let id: Identifier<AuditEntry.Target> = try context.id()
        return AuditEntry.Target(kind, id.rawValue)
    }

    private func show(
        _ target: AuditEntry.Target,
        _ context: AppRequestContext,
        _ staff: Member
    ) async throws -> Response {
        let words = ModerationFormatter(app, context)
        let title = words.text("moderated-content.title.\(target.kind.rawValue)")
        let path = ModerationPath.staff(target) ?? "/admin"
        return try await app.pages.respond(
            to: context,
            title: title,
            frame: AdministrationFrame(.reports),
            path: path
        ) { transaction, layout in
            let builder = ModeratedContentBuilder(
                target: target,
                path: path,
                heading: title,
                formatter: words,
                staff: staff,
                pages: app.pages,
                context: context,
                layout: layout
            )
            return try builder.page(transaction)
        }
    }

    private func apply(
        _ target: AuditEntry.Target,
        _ context: AppRequestContext,
        _ staff: Member
    ) async throws -> Response {
        let (action, hasCase) = try await app.moderate(context, staff) { actions, transaction in
            // Content that never existed is a 404, not a conflict.
            guard let auditedChange = AuditedChange.visibility(of: target.kind),
                try auditedChange.read(transaction, target, "") != nil
            else {
                throw Problem.notFound
            }
            try actions.carryOut(on: target, transaction)
            return try transaction.openCase(of: target) != nil
        }
        app.logger.notice(
            "moderation",
            metadata: ["on": "\(target)", "action": "\(action.rawValue)", "account": "\(staff.id)"]
        )
        let path = ModerationPath.staff(target) ?? "/admin"
        return app.pages.seeOther(context, to: path, flash: action.flash(hasCase: hasCase))
    }
}

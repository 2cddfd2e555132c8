import Foundation
import Hummingbird

/// The moderation history of the reader's own account, and appeals; for suspended accounts too.
struct ModerationHistoryRoutes: RouteGroup {
    let app: App

    /// Reports and suggestions on the page; the account's archive has all of them.
    private static let maxSent = 100

    private static let form = FormDeclaration(
        action: "",
        submit: "appeal.submit",
        [
            .hidden("once"),
            .textArea(
                "text",
                key: "appeal-text",
                minimum: ReviewText.lengths.lowerBound,
                maximum: ReviewText.lengths.upperBound
            ),
        ]
    )

    func mount(on router: Router<AppRequestContext>) {
        router.get("/my/standing", for: .member, use: showModerationHistory)
        router.get("/appeals/{id}", for: .member, use: showAppeal)
        router.post("/appeals/{id}", for: .member, again: showAppeal, use: appeal)
    }

    @Sendable func showModerationHistory(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (language, now) = (context.language, app.clock())
        return try await app.pages.respond(
            to: context,
            title: context.text("standing.title"),
            section: .account
        ) { transaction, layout in
            // The note about restrictions leads here, so it is not shown here.
            layout.isRestricted = false
            let appeals = try transaction.appeals(of: member.id)
            let blocks = try transaction.blockingTakedowns(against: member.id)
            let places = try transaction.takedownSurroundings(blocks)
            return ModerationHistoryPage(
                sanctions: try transaction.sanctions(of: member.id).map {
                    SanctionView($0, appeals[$0.id], at: now, app.views, language)
                },
                blocked: blocks.map { BlockedContent($0, place: places[$0.id]?.placeName, app.views, language) },
                held: try transaction.heldContents(of: member.id),
                sent: try transaction.sentReports(of: member.id, limit: Self.maxSent).map {
                    SentReportView(sent: $0, views: app.views, language: language)
                },
                settings: SettingsFrame(.standing, for: member)
            )
        }
    }

    @Sendable func appeal(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let (id, now): (Sanction.ID, Date) = (try context.id(), app.clock())
        let idempotencyKey = IdempotencyKey.checked(context.form["once"])
        let path = SettingsFrame.Section.standing.path
        try await app.database.write { transaction in
            // Checked first: a repeated form would find the sanction already appealed against.
            if try transaction.idempotentLocation(idempotencyKey, of: member.id) != nil { return }
            let sanction = try transaction.sanction(id, of: member.id)
            if let ineligibility = sanction.appealIneligibility(try transaction.appeal(against: id), at: now) {
                throw ineligibility.formErrors
            }
            let text: ReviewText
            do throws(ReviewText.Error) { text = try ReviewText(context.form["text"] ?? "") } catch {
                throw FormErrors(["text": error.rawValue])
            }
            guard try transaction.insertAppeal(against: sanction, text, at: now) else {
                throw Sanction.AppealIneligibility.appealed.formErrors
            }
            try transaction.saveIdempotencyKey(idempotencyKey, of: member.id, location: path, at: now)
        }
        app.logger.notice("appeal", metadata: ["sanction": "\(id)", "account": "\(member.id)"])
        return app.pages.seeOther(context, to: path, flash: "appealed")
    }

    @Sendable func showAppeal(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Sanction.ID = try context.id()
        return try await app.pages.respond(
            to: context,
            title: context.text("appeal.title"),
            section: .account
        ) { transaction, layout in
            layout.isRestricted = false
            let sanction = try transaction.sanction(id, of: member.id)
            let appeal = try transaction.appeal(against: id)
            var form = Self.form
            form.action = "/appeals/\(id)"
            let formView = app.pages.form(form, context, layout, values: ["once": SystemRandom.name()])
            let view = SanctionView(sanction, appeal, at: app.clock(), app.views, context.language)
            // A refused form keeps what was typed, even where it cannot be sent any more.
            return AppealPage(
                sanction: view,
                form: view.ineligibility == nil || context.formErrors != nil ? formView : nil,
                settings: SettingsFrame(.standing, for: member)
            )
        }
    }
}

extension Transaction {
    /// The account's own sanction; throws 404 for others'.
    fileprivate func sanction(_ id: Sanction.ID, of account: Account.ID) throws -> Sanction {
        guard let sanction = try sanction(id), sanction.account == account else { throw Problem.notFound }
        return sanction
    }
}

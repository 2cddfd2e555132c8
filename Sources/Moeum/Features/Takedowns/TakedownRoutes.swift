import Foundation
import HTTPTypes
import Hummingbird

/// Takedown requests, by anybody with a mail address, and objections, by the author of the content.
struct TakedownRoutes: RouteGroup {
    let app: App

    private static let ask = FormDeclaration(
        action: "/takedowns",
        submit: "account.takedown.submit",
        [
            .text("target", key: "takedown-target", autocomplete: "off"),
            .radios("claim", Takedown.Claim.allCases.map(\.rawValue), key: "takedown-claim"),
            .textArea(
                "reason",
                key: "takedown-reason",
                minimum: TakedownRequest.reasonLength.lowerBound,
                maximum: TakedownRequest.reasonLength.upperBound
            ),
            .text("name", key: "takedown-name", maximum: TakedownRequest.maxNameLength, autocomplete: "name"),
            .email(),
            .checkbox("entitled", key: "takedown-entitled"),
            .hidden("asked"),
        ]
    )

    /// - Parameter isAlone: whether the page has no other form for an objection.
    static func objection(to id: Takedown.ID, isAlone: Bool) -> FormDeclaration {
        FormDeclaration(
            action: "/takedowns/\(id)/objections",
            submit: "account.objection.submit",
            prefix: isAlone ? "" : "block-\(id)-",
            [
                .textArea(
                    "text",
                    key: "objection",
                    minimum: Takedown.objectionLength.lowerBound,
                    maximum: Takedown.objectionLength.upperBound
                )
            ]
        )
    }

    func mount(on router: Router<AppRequestContext>) {
        router.get("/takedowns/new", for: .anyone, use: showForm)
        router.post("/takedowns", for: .anyone, again: showForm, use: submit)
        router.get("/takedowns/confirm/{token}", for: .anyone, use: showConfirmation)
        router.post("/takedowns/confirm/{token}", for: .anyone, use: confirm)
        router.post("/takedowns/{id}/objections", for: .member, again: showObjection, use: object)
    }

    // MARK: Asking

    @Sendable func showForm(_ context: AppRequestContext) async throws -> Response {
        if context.formErrors == nil, context.query["sent"] != nil {
            return try await app.show(AccountForm(name: "takedown-sent"), context)
        }
        let target = String((context.query["target"] ?? "").prefix(500))
        let page = AccountForm(
            name: "takedown",
            form: Self.ask,
            values: ["target": target, "asked": TakedownRequest.asked]
        )
        return try await app.show(page, context)
    }

    @Sendable func submit(_ context: AppRequestContext) async throws -> Response {
        let wish = try TakedownRequest(context.form, base: app.config.baseURL)
        let (token, now) = (SecretToken(), app.clock())
        try await app.database.write { transaction in
            guard let subject = try transaction.takedownSubject(wish.target) else {
                throw FormErrors(["target": "unknown"])
            }
            let (limits, network) = (app.limits, NetworkAddress(context.clientAddress))
            if let seconds = try transaction.consumeRateLimit(
                limits.takedownsFromAddress,
                for: network,
                at: now.milliseconds
            ) {
                throw FormErrors.account([FormDeclaration.wholeForm: "too-often"], after: seconds)
            }
            // The answer does not tell whether an address had many mails: it may be somebody else's.
            if try transaction.consumeRateLimit(limits.takedownMails, for: wish.email.key, at: now.milliseconds) != nil
            {
                return
            }
            try transaction.insertTakedownRequest(wish, on: subject, token, context.language, at: now)
            let message = EmailMessage(
                .takedownConfirm,
                to: wish.email.text,
                language: context.language,
                link: "/takedowns/confirm/\(token.text)"
            )
            try transaction.enqueue(message, by: app.emailRenderer)
        }
        return app.pages.seeOther(context, to: "/takedowns/new?sent=1")
    }

    // MARK: Proving the address

    @Sendable func showConfirmation(_ context: AppRequestContext) async throws -> Response {
        let text = context.parameters.get("token") ?? ""
        let found = try await app.database.read { transaction in
            try SecretToken(text).flatMap { try transaction.takedownRequest($0, at: app.clock()) }
        }
        guard let found else { return try await showDead(context) }
        let page = AccountForm(
            name: "takedown-confirm",
            form: FormDeclaration(
                action: "/takedowns/confirm/\(text)",
                submit: "account.takedown-confirm.submit"
            ),
            arguments: ["place": .text(found.placeName ?? "/reviews/\(found.review)")]
        )
        return try await app.show(page, context)
    }

    @Sendable func confirm(_ context: AppRequestContext) async throws -> Response {
        guard let token = SecretToken(context.parameters.get("token") ?? "") else {
            return try await showDead(context)
        }
        let takedown = try await app.database.write {
            try $0.confirmTakedown(token, by: app.emailRenderer, at: app.clock())
        }
        guard let takedown else { return try await showDead(context) }
        app.logger.notice("block asked for", metadata: ["takedown": "\(takedown.id)"])
        return app.pages.seeOther(context, to: "/", flash: "takedown-confirmed")
    }

    private func showDead(_ context: AppRequestContext) async throws -> Response {
        let links = [(href: "/takedowns/new", key: "account.takedown.again")]
        return try await app.show(AccountForm(status: .gone, name: "takedown-dead", links: links), context)
    }

    // MARK: Objecting

    private static let objectionClosed = FormErrors(
        [FormDeclaration.wholeForm: "objection-closed"],
        status: .conflict,
        answer: Problem(status: .conflict, key: "objection-closed")
    )

    /// Suspended accounts can object too.
    @Sendable func object(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let id: Takedown.ID = try context.id()
        let (text, error) = BoundedText.required(context.form["text"], Takedown.objectionLength)
        let takedown = try await app.database.write { transaction in
            guard let takedown = try transaction.takedown(id), takedown.account == member.id else {
                throw Problem.notFound
            }
            guard takedown.takesObjection else { throw Self.objectionClosed }
            if let error { throw FormErrors(["text": error]) }
            guard try transaction.insertObjection(text, to: id, at: app.clock()) else { throw Self.objectionClosed }
            let details = EmailMessage.Details(until: takedown.until)
            try transaction.notifyRequester(of: takedown, .takedownObjected, details, app.emailRenderer)
            return takedown
        }
        return app.pages.seeOther(context, to: takedown.path, flash: "objection-sent")
    }

    @Sendable func showObjection(_ context: AppRequestContext) async throws -> Response {
        let form = Self.objection(to: try context.id(), isAlone: true)
        return try await app.show(AccountForm(name: "objection", form: form), context)
    }
}

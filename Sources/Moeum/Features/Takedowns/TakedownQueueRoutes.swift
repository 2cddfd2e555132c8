import Hummingbird

/// Takedowns for staff, and decisions about them.
struct TakedownQueueRoutes: RouteGroup {
    static let path = "/admin/takedowns"
    /// Takedowns on one page.
    static let maxShown = 20

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/takedowns", for: .moderator, use: showTakedowns)
        router.post("/admin/takedowns/{id}", for: .moderator, again: showTakedowns, use: decide)
    }

    @Sendable func decide(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let id: Takedown.ID = try context.id()
        let (decision, audit) = (try TakedownDecision(context.form), AuditContext.staff(staff, app))
        do {
            try await app.database.write { try decision.carryOut(on: id, by: staff.id, audit, $0) }
        } catch let problem as Problem where problem == .stale {
            throw FormErrors.stale
        }
        return app.pages.seeOther(context, to: Self.path, flash: "takedown-\(decision.choice.rawValue)")
    }

    /// A part of the list; with a refused form only its takedown.
    @Sendable func showTakedowns(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let refused: Takedown.ID? = try context.formErrors.map { _ in try context.id() }
        let after = context.query["after"].flatMap { Takedown.ID($0) }
        return try await app.pages.respond(
            to: context,
            title: context.text("admin.takedowns.title"),
            frame: AdministrationFrame(.takedowns)
        ) { transaction in
            if let refused {
                guard let takedown = try transaction.takedown(refused) else { throw Problem.notFound }
                let part = TakedownPart(rawValue: takedown.state.rawValue) ?? .waiting
                return try page(part, [takedown], next: nil, for: staff, context, transaction)
            }
            let part = context.query["state"].flatMap(TakedownPart.init(rawValue:)) ?? .waiting
            let found = try transaction.takedowns(in: part, after: after, limit: Self.maxShown + 1)
            let shown = Array(found.prefix(Self.maxShown))
            let next = found.count > shown.count ? shown.last.map { part.address(after: $0.id) } : nil
            return try page(part, shown, next: next, for: staff, context, transaction)
        }
    }

    private func page(
        _ part: TakedownPart,
        _ takedowns: [Takedown],
        next: String?,
        for staff: Member,
        _ context: AppRequestContext,
        _ transaction: Transaction
    ) throws -> TakedownQueuePage {
        let counts = try transaction.openTakedownCounts()
        let around = try transaction.takedownSurroundings(takedowns)
        let problem = context.formErrors.flatMap { errorText(of: $0.codes, context.language) }
        return TakedownQueuePage(
            parts: TakedownPart.allCases.map { each in
                TakedownQueuePage.Part(
                    part: each,
                    count: each == .waiting ? counts.waiting : each == .objected ? counts.objected : nil,
                    isCurrent: each == part
                )
            },
            takedowns: try takedowns.map { takedown in
                let kind = context.text("admin.takedowns.kind.\(takedown.target.kind.rawValue)")
                return TakedownCard(
                    takedown: takedown,
                    around: around[takedown.id],
                    heading: [around[takedown.id]?.placeName, kind].compactMap(\.self).joined(separator: " · "),
                    // Moderators decide without the requester's whole address.
                    email: takedown.email.map { staff.role == .admin ? $0 : MaskedAddress.text($0) },
                    isOwn: try transaction.concernsTakedown(takedown, staff.id),
                    isAuthor: takedown.account == staff.id,
                    typed: context.formErrors == nil ? nil : context.form["reason"],
                    problem: problem
                )
            },
            next: next
        )
    }

    private func errorText(of errors: [String: String], _ language: Language) -> String? {
        guard let (field, code) = errors.sorted(by: { $0.key < $1.key }).first else { return nil }
        let texts = FormTexts(
            views: app.views,
            language: language,
            arguments: ["maximum": .integer(Takedown.maxAnswerLength)]
        )
        return texts.errorText(code, of: "takedown-\(field)", ["count": .integer(0)])
    }
}

import Foundation
import HTTPTypes
import Hummingbird

/// The queue of report cases, and actions on several of its cases.
struct QueueRoutes: RouteGroup {
    /// Cases on one page.
    static let maxShown = 25
    /// Cases in one action.
    static let maxAtOnce = 100

    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/admin/reports", for: .moderator, use: show)
        router.post("/admin/reports", for: .moderator, again: show, use: applyToSeveral)
    }

    @Sendable private func show(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let query = Self.query(context)
        let words = ModerationFormatter(app, context)
        return try await app.pages.respond(
            to: context,
            title: context.text("queue.title"),
            frame: AdministrationFrame(.reports),
            path: query.address
        ) { transaction in
            let limit = Self.maxShown
            let entries = try transaction.queue(query, for: staff.id, limit: limit + 1)
            let last = entries.count > limit ? entries[limit - 1] : nil
            var page = QueuePage(
                query: query,
                words: words,
                entries: Array(entries.prefix(limit)),
                next: last.map { last in query.with { $0.after = last.key }.address },
                figures: try transaction.queueFigures(at: words.now)
            )
            if entries.isEmpty, query.text != nil {
                for state in ReportCase.State.allCases where state != query.state {
                    let other = query.with { $0.state = state }
                    page.elsewhere[state] = try transaction.queue(other, for: staff.id, limit: limit + 1).count
                }
            }
            if let errors = context.formErrors { Self.explain(errors, context.form, on: &page) }
            return page
        }
    }

    // MARK: Several at once

    /// A chosen case, with the revision that the form shows.
    private typealias Choice = (id: ReportCase.ID, rev: Int64?)

    @Sendable private func applyToSeveral(_ context: AppRequestContext, _ staff: Member) async throws -> Response {
        let choices = Self.choices(context.form)
        let moderation = try ModerationRequest(context.form, now: app.clock())
        if choices.isEmpty { throw FormErrors(["id": "required"]) }
        if choices.count > Self.maxAtOnce { throw FormErrors(["id": "too-many"]) }
        var missed: [String: String] = [:]
        for choice in choices { missed[String(choice.id)] = try await error(of: moderation, in: choice, by: staff) }
        if !missed.isEmpty { throw FormErrors(Problem(status: .conflict, key: "stale-case", errors: missed)) }
        let flash = Flash.text("reports-done", of: Int64(choices.count))
        return app.pages.seeOther(context, to: Self.query(context).address, flash: flash)
    }

    /// Acts in one case, independently of the others.
    /// - Returns: why the action failed; nil where it was done.
    private func error(of moderation: ModerationRequest, in choice: Choice, by staff: Member) async throws -> String? {
        var moderation = moderation
        moderation.rev = choice.rev
        let actions = ModerationActions(staff: staff, request: moderation, audit: .staff(staff, app))
        do {
            try await app.database.write { transaction in
                guard let found = try transaction.reportCase(choice.id) else { throw Problem.notFound }
                try actions.carryOut(in: found, transaction)
            }
            return nil
        } catch let problem as Problem {
            switch problem.status {
            case .conflict: return "stale"
            case .forbidden: return "own"
            case .notFound: return "gone"
            case .unprocessableContent:
                let code = problem.errors["action"] ?? "stale"
                return code == ModerationActions.Failure.gone.rawValue ? "target-gone" : code
            default: throw problem
            }
        }
    }

    /// Says on the page which chosen cases the action missed, or why it was refused in all.
    private static func explain(_ errors: FormErrors, _ form: Form, on page: inout QueuePage) {
        let (choices, words) = (choices(form), page.words)
        guard errors.status == .conflict else {
            page.chosen = Set(choices.map(\.id))
            page.hidingReason = ModerationReason(rawValue: form["reason"] ?? "")
            // The first missing field comes first.
            let field = ["id", "action", "reason"].first { errors.codes[$0] != nil } ?? "action"
            page.problem = words.text("queue.problem.\(field)")
            return
        }
        let missed = choices.compactMap { choice in
            errors.codes[String(choice.id)].map { code in
                QueuePage.FailedCase(
                    name: QueueQuery.name(of: choice.id),
                    href: ModerationPath.report(choice.id),
                    why: words.text("queue.missed.\(code)")
                )
            }
        }
        let counts: [String: FieldValue] = [
            "count": .integer(choices.count - missed.count), "missed": .integer(missed.count),
        ]
        page.result = QueuePage.Result(message: words.text("queue.done", counts), missed: missed)
    }

    /// The query of the address, or of the list that held the form.
    private static func query(_ context: AppRequestContext) -> QueueQuery {
        if context.request.method != .post { return QueueQuery(context.query.items) }
        let query = (context.form["list"] ?? "").parts(at: "?", upTo: 2).dropFirst().first ?? ""
        return QueueQuery(((try? Form(query.utf8)) ?? .empty).items)
    }

    /// `id` or `id[]`, repeated: a case's number, optionally followed by a dot and the revision.
    private static func choices(_ form: Form) -> [Choice] {
        var seen: Set<ReportCase.ID> = []
        return (form.all("id") + form.all("id[]")).compactMap { text -> Choice? in
            let parts = text.split(separator: ".", maxSplits: 1)
            guard let id = parts.first.flatMap({ ReportCase.ID($0) }), seen.insert(id).inserted else { return nil }
            return (id, parts.count > 1 ? Int64(parts[1]) : nil)
        }
    }
}

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
        router.get("/admin/reports", for: .moderator) { context in
            try await show(QueueQuery(context.query.items), context)
        }
        router.post("/admin/reports", for: .moderator, use: applyToSeveral)
    }

    private func show(
        _ query: QueueQuery,
        status: HTTPResponse.Status = .ok,
        _ context: AppRequestContext,
        _ change: (inout QueuePageBuilder) -> Void = { _ in }
    ) async throws -> Response {
        let member = try context.requireMember()
        let words = ModerationFormatter(app, context)
        var builder = QueuePageBuilder(query: query, formatter: words, role: member.role)
        change(&builder)
        return try await app.pages.respond(
            to: context,
            title: context.text("queue.title"),
            section: .administration,
            path: query.address,
            status: status
        ) { [builder] transaction in
            let limit = Self.maxShown
            let entries = try transaction.queue(query, for: member.id, limit: limit + 1)
            var builder = builder
            if entries.isEmpty, query.text != nil {
                for state in ReportCase.State.allCases where state != query.state {
                    let other = query.with { $0.state = state }
                    let found = try transaction.queue(other, for: member.id, limit: limit + 1)
                    builder.elsewhere[state] = found.count
                }
            }
            return builder.page(entries, try transaction.queueFigures(at: words.now), limit: limit)
        }
    }

    // MARK: Several at once

    /// A chosen case, with the revision that the form shows.
    private typealias Choice = (id: ReportCase.ID, rev: Int64?)

    private func applyToSeveral(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        let staff = member
        let form = context.form
        let query = Self.list(form["list"])
        let choices = Self.choices(form)
        let moderation: ModerationRequest
        do throws(FormProblems) {
            moderation = try ModerationRequest(form, now: app.clock())
            if choices.isEmpty { throw FormProblems(["id": "required"]) }
            if choices.count > Self.maxAtOnce { throw FormProblems(["id": "too-many"]) }
        } catch {
            return try await refuse(error.codes, query, choices, context)
        }
        var missed: [(id: ReportCase.ID, code: String)] = []
        for choice in choices {
            if let code = try await error(of: moderation, in: choice, by: staff) { missed.append((choice.id, code)) }
        }
        let done = choices.count - missed.count
        if missed.isEmpty {
            let flash = Flash.text("reports-done", of: Int64(done))
            return app.pages.seeOther(context, to: query.address, flash: flash)
        }
        if context.prefersJSON {
            let errors = Dictionary(missed.map { (String($0.id), $0.code) }) { first, _ in first }
            throw Problem(status: .conflict, key: "stale-case", errors: errors)
        }
        let words = ModerationFormatter(app, context)
        return try await show(query, status: .conflict, context) { builder in
            builder.result = QueuePage.Result(
                message: words.text("queue.done", ["count": .integer(done), "missed": .integer(missed.count)]),
                missed: missed.map { id, code in
                    QueuePage.FailedCase(
                        name: QueueQuery.name(of: id),
                        href: ModerationPath.report(id),
                        why: words.text("queue.missed.\(code)")
                    )
                }
            )
        }
    }

    /// Acts in one case, independently of the others.
    /// - Returns: why the action failed; nil where it was done.
    private func error(of moderation: ModerationRequest, in choice: Choice, by staff: Member) async throws -> String? {
        var moderation = moderation
        moderation.rev = choice.rev
        let actions = ModerationActions(
            staff: staff,
            request: moderation,
            now: app.clock(),
            emailRenderer: app.emailRenderer
        )
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
                return code == ModerationActions.Refusal.gone.rawValue ? "target-gone" : code
            default: throw problem
            }
        }
    }

    private func refuse(
        _ problems: [String: String],
        _ query: QueueQuery,
        _ choices: [Choice],
        _ context: AppRequestContext
    ) async throws -> Response {
        let status = try Problem.formStatus(problems, context.request)
        let words = ModerationFormatter(app, context)
        let reason = ModerationReason(rawValue: context.form["reason"] ?? "")
        // The first missing field comes first.
        let error = ["id", "action", "reason"].first { problems[$0] != nil } ?? "action"
        return try await show(query, status: status, context) { builder in
            builder.chosen = Set(choices.map(\.id))
            builder.hidingReason = reason
            builder.problem = words.text("queue.problem.\(error)")
        }
    }

    /// The query of the list that held the form, read from its address.
    private static func list(_ address: String?) -> QueueQuery {
        let query = address?.parts(at: "?", upTo: 2).dropFirst().first ?? ""
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

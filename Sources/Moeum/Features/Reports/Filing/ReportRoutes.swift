import HTTPTypes
import Hummingbird

/// Reporting a review, photo or person, and the guidelines.
struct ReportRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/reports/new", for: .member, use: showForm)
        router.post("/reports", for: .member, again: showForm, use: file)
        router.get("/about/guidelines", for: .anyone, use: showGuidelines)
    }

    static func form(against kind: AuditEntry.Target.Kind) -> FormDeclaration {
        let reasons = Report.reasons(against: kind).map(\.rawValue)
        return FormDeclaration(
            action: "/reports",
            submit: "report.submit",
            [
                .hidden("target"),
                .radios("reason", reasons, key: "report-reason"),
                .textArea("detail", key: "report-detail", maximum: Report.maxDetailLength).optional,
            ]
        )
    }

    @Sendable func showForm(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireReporter()
        guard let target = Report.target(context.fields["target"]) else {
            throw Problem.notFound
        }
        // Faults of a place have a form of their own.
        if target.kind == .place, context.formErrors == nil {
            return Redirection.response(to: "/suggestions/new?place_id=\(target.key)")
        }
        let submission = ReportSubmission(app, member)
        return try await app.pages.respond(
            to: context,
            title: context.text("report.title"),
            hasForm: true
        ) { transaction, layout in
            let form = app.pages.form(
                Self.form(against: target.kind),
                context,
                layout,
                values: ["target": target.description]
            )
            let subject = try submission.subject(target, transaction)
            let photo = context.text("report.photo")
            return ReportPage(
                subject: ReportedContent(
                    subject: subject,
                    what: context.text("report.\(target.kind.rawValue)"),
                    alt: subject.snapshot.pictures.first.map { $0.alt.isEmpty ? photo : $0.alt } ?? ""
                ),
                state: try submission.state(of: subject, transaction),
                form: form
            )
        }
    }

    @Sendable func file(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireReporter()
        guard let target = Report.target(context.form["target"]) else { throw Problem.notFound }
        let submission = ReportSubmission(app, member)
        let report: Report
        do { report = try Report(context.form) } catch {
            // Targets that cannot be reported are a 404 before anything else.
            _ = try await app.database.read { try submission.subject(target, $0) }
            throw error
        }
        let outcome = try await submission.write(app.database) { try submission.file(report, against: target, $0) }
        return app.answer(outcome, flash: "report", context)
    }

    @Sendable func showGuidelines(_ context: AppRequestContext) async throws -> Response {
        let page = ReportGuidelinesPage(
            reasons: ModerationReason.allCases.filter { $0 != .other }.map { reason in
                ReportGuidelinesPage.Reason(
                    name: reason.rawValue,
                    label: context.text("reason.\(reason.rawValue)"),
                    text: context.text("guidelines.reason.\(reason.rawValue)")
                )
            }
        )
        return try await app.pages.respond(
            to: context,
            title: context.text("guidelines.title"),
            section: .about
        ) { _ in page }
    }
}

extension Member {
    /// Suspended and unverified accounts cannot report.
    func requireReporter() throws {
        try requireActive()
        if !isVerified { throw PostingRestriction.unverified.problem }
    }
}

extension ReportSubmission {
    init(_ app: App, _ reporter: Member) {
        self.init(reporter: reporter.id, limits: app.limits, now: app.clock(), emailRenderer: app.emailRenderer)
    }

    fileprivate func state(of subject: ReportSubject, _ transaction: Transaction) throws -> ReportPage.State {
        if let currentCase = try transaction.openCase(of: subject.target),
            try transaction.hasReported(reporter, in: currentCase.id)
        {
            return .reported
        }
        return try isApproved(subject, transaction) ? .approved : .open
    }

    /// Tries again where somebody else opened the same case, or the same person sent the same form, at the same moment.
    func write(
        _ database: any Database,
        _ body: @escaping @Sendable (Transaction) throws -> Outcome
    ) async throws -> Outcome {
        do { return try await database.write(body) } catch DatabaseError.uniqueViolation {
            return try await database.write(body)
        }
    }
}

extension App {
    /// Answers to an accepted report or suggestion.
    /// - Parameter flash: key under `flash.` in the texts, with `-filed` and `-repeated`.
    func answer(_ outcome: ReportSubmission.Outcome, flash: String, _ context: AppRequestContext) -> Response {
        let flash = "\(flash)-\(outcome.isRepeated ? "repeated" : "filed")"
        guard context.prefersJSON else { return pages.seeOther(context, to: outcome.path, flash: flash) }
        let message = context.text("flash.\(flash)")
        return .personalJSON(
            ["id": .text(String(outcome.id)), "next": .text(outcome.path), "message": .text(message)],
            status: outcome.isRepeated ? .ok : .created
        )
    }
}

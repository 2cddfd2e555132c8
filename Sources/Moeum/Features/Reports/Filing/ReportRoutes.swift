import Foundation
import HTTPTypes
import Hummingbird

/// Reporting a review, photo or person, and the guidelines.
struct ReportRoutes: RouteGroup {
    let app: App

    func mount(on router: Router<AppRequestContext>) {
        router.get("/reports/new", for: .member, use: showForm)
        router.post("/reports", for: .member, use: file)
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
        guard let target = Report.target(context.request.uri.queryParameters["target"].map(String.init)) else {
            throw Problem.notFound
        }
        // Faults of a place have a form of their own.
        if target.kind == .place { return Redirection.response(to: "/suggestions/new?place_id=\(target.key)") }
        return try await show(target, context)
    }

    private func show(
        _ target: AuditEntry.Target,
        refused: ReportRefusal? = nil,
        _ context: AppRequestContext
    ) async throws -> Response {
        let submission = try ReportSubmission(app, context)
        let (views, language) = (app.views, context.language)
        let response = try await app.pages.respond(
            to: context,
            title: context.text("report.title"),
            hasForm: true,
            status: refused?.status ?? .ok
        ) { transaction, layout in
            let form = Self.form(against: target.kind).formView(
                typed: refused == nil ? nil : context.form,
                values: ["target": target.description],
                problems: refused?.problems ?? [:],
                arguments: refused?.arguments ?? [:],
                token: layout.formToken,
                views: views,
                language
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
        return refused?.answer(response) ?? response
    }

    @Sendable func file(_ context: AppRequestContext, _ member: Member) async throws -> Response {
        try member.requireReporter()
        guard let target = Report.target(context.form["target"]) else { throw Problem.notFound }
        let submission = try ReportSubmission(app, context)
        do {
            let report: Report
            do { report = try Report(context.form) } catch {
                // Targets that cannot be reported are a 404 before anything else.
                _ = try await app.database.read { try submission.subject(target, $0) }
                throw ReportRefusal(problems: error.codes)
            }
            let outcome = try await submission.write(app.database) { try submission.file(report, against: target, $0) }
            return try app.answer(outcome, flash: "report", context)
        } catch let refused as ReportRefusal {
            if context.prefersJSON { throw refused.problem }
            return try await show(target, refused: refused, context)
        }
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
        if !isVerified { throw PublishingBar.unverified.problem }
    }
}

extension ReportSubmission {
    init(_ app: App, _ context: AppRequestContext) throws {
        self.init(
            reporter: try context.requireMember().id,
            limits: app.limits,
            now: app.clock(),
            emailRenderer: app.emailRenderer
        )
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
    /// - Throws: `ReportRefusal` where its sender has to wait.
    func answer(_ outcome: ReportSubmission.Outcome, flash: String, _ context: AppRequestContext) throws -> Response {
        let (id, path, word, status): (ReportCase.ID, String, String, HTTPResponse.Status)
        switch outcome {
        case .filed(let made, let next): (id, path, word, status) = (made, next, "filed", .created)
        case .repeated(let known, let next): (id, path, word, status) = (known, next, "repeated", .ok)
        case .refused(let pause): throw ReportRefusal(pause)
        }
        guard context.prefersJSON else {
            return pages.seeOther(context, to: path, flash: "\(flash)-\(word)")
        }
        let message = context.text("flash.\(flash)-\(word)")
        return .personalJSON(ReportResponse(id: id, next: path, message: message), status: status)
    }
}

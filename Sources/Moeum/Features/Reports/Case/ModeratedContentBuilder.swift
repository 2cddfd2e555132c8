/// Makes the staff's page about a review or photo.
struct ModeratedContentBuilder: Sendable {
    let target: AuditEntry.Target
    let path: String
    let heading: String
    let formatter: ModerationFormatter
    let staff: Member
    let pages: PageResponder
    let context: AppRequestContext
    let layout: PageLayout

    private static let maxAuditEntries = 50
    private static let maxOthers = 10

    func page(_ transaction: Transaction) throws -> ModeratedContentPage {
        guard let subject = try formatter.subject(target, transaction) else { throw Problem.notFound }
        let account = try subject.account.flatMap { try transaction.account($0) }
        let currentCase = try transaction.openCase(of: target)
        let entries = try transaction.auditEntries(
            where: "d.target_kind = \(target.kind.rawValue) AND d.target_key = \(target.key)",
            limit: Self.maxAuditEntries
        )
        let history = try formatter.auditEntries(entries, on: path, for: staff, transaction)
        let rev = try transaction.latestAuditEntry(on: target)
        let entry = try currentCase.flatMap { try transaction.queueEntry($0.id, for: staff.id) }
        let form = try ModerationForm(
            action: "\(path)/actions",
            target,
            subject,
            account: account?.id,
            for: staff,
            hasCase: currentCase != nil,
            reasons: entry?.reasons ?? [],
            rev: rev.rawValue,
            at: formatter.now,
            transaction
        )
        let isOwn = account?.id == staff.id
        let others = try transaction.otherReportCases(of: target, nil, except: currentCase?.id, limit: Self.maxOthers)
        return ModeratedContentPage(
            heading: heading,
            subject: subject,
            authorText: account?.nickname ?? formatter.text("review.former-member"),
            currentCase: currentCase.map(link),
            others: others.map(link),
            history: history,
            form: isOwn || !form.offersAnything ? nil : form.formView(pages, context, layout, seen: rev),
            hint: isOwn || currentCase == nil ? nil : formatter.text("case.act-hint"),
            advice: isOwn ? nil : form.advice(formatter),
            news: news(history),
            restriction: isOwn ? formatter.text("case.own") : form.canSanction ? nil : formatter.text("case.of-staff"),
            rev: rev
        )
    }

    private func link(_ found: ReportCase) -> ListChoice {
        ListChoice(
            label: "\(QueueQuery.name(of: found.id)) · \(formatter.state(found))",
            href: ModerationPath.report(found.id)
        )
    }

    private func news(_ history: [CaseAuditEntry]) -> StaleFormNotice? {
        guard context.formErrors?.status == .conflict else { return nil }
        let seen = (context.form["seen"] ?? context.form["rev"]).flatMap { AuditEntry.ID($0) } ?? .absent
        let newer = history.filter { $0.entry.id > seen }
        return StaleFormNotice(
            message: formatter.text(newer.isEmpty ? "moderated-content.no-case" : "case.news"),
            auditEntries: newer.map(\.summary),
            typed: nil
        )
    }
}

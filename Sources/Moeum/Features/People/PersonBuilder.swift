import Foundation

/// Makes the staff's page about one account.
struct PersonBuilder: Sendable {
    /// Rows of each list; the audit log and the queue have all of them.
    private static let maxShown = 20

    let app: App
    let staff: Member
    let context: AppRequestContext
    let layout: PageLayout

    func page(_ id: Account.ID, _ transaction: Transaction) throws -> PersonPage {
        let (now, views, language) = (app.clock(), app.views, context.language)
        guard let person = try transaction.person(id, at: now), let facts = try transaction.personFacts(id, at: now)
        else { throw Problem.notFound }
        let history = try transaction.sanctions(of: id)
        let appeals = try transaction.appeals(of: id)
        let isAdmin = staff.role == .admin
        let maySanction = id != staff.id && (person.role == .member || isAdmin)
        let currentCase = try transaction.openCase(of: AuditEntry.Target.user(id))
        let isUrgent = try currentCase.map { try transaction.isUrgentCase($0.id) } ?? false
        let suggestion = Sanction.Suggestion(
            after: history,
            reason: isUrgent ? .illegal : nil,
            at: now
        )
        let rev = try transaction.latestAuditEntry(on: AuditEntry.Target.user(id))
        let canLift = history.contains { $0.kind.isPersonal && $0.isInForce(at: now) }
        let action = PersonForms.action(on: id, canLift: canLift)
        let values = PersonForms.values(suggestion, rev: rev, at: now)
        let cases = try transaction.reportCases(where: "c.account_id = \(id)", limit: Self.maxShown)
        let entries = try transaction.auditEntries(where: "d.person_id = \(id)", limit: Self.maxShown)
        let auditEntryFormatter = AuditEntryFormatter(
            views: views,
            language: language,
            nicknames: [id: person.nickname],
            names: try transaction.targetNames(of: Set(entries.flatMap(\.named) + cases.map(\.target)), language),
            districts: app.districts
        )
        return PersonPage(
            person: PersonView(person: person, role: staff.role),
            facts: facts,
            sanctions: try history.prefix(Self.maxShown).map {
                PersonSanction(
                    sanction: SanctionView($0, appeals[$0.id], at: now, views, language),
                    imposer: try nickname($0.decidedBy, transaction)
                )
            },
            cases: cases.map { PersonCase(found: $0, about: auditEntryFormatter.target($0.target)) },
            auditEntries: try entries.map {
                PersonAuditEntry(
                    entry: $0,
                    words: auditEntryFormatter.action($0.action),
                    about: auditEntryFormatter.target($0.target),
                    actor: try nickname($0.actor.account, transaction)
                )
            },
            suggestion: maySanction ? adviceText(suggestion) : nil,
            // Sent again, the form refers to the revision that the page shows now.
            action: maySanction
                ? app.pages.form(action, context, layout, values: values, rev: values["rev"]) : nil,
            role: isAdmin
                ? app.pages.form(
                    PersonForms.role(of: id),
                    context,
                    layout,
                    values: ["role": person.role.rawValue],
                    isSecond: true
                ) : nil,
            endSessions: isAdmin && facts.sessions > 0
                ? app.pages.form(PersonForms.endSessions(of: id), context, layout, isSecond: true) : nil
        )
    }

    private func nickname(_ id: Account.ID?, _ transaction: Transaction) throws -> String? {
        try id.flatMap { try transaction.account($0)?.nickname }
    }

    private func adviceText(_ suggestion: Sanction.Suggestion) -> String {
        var arguments: [String: FieldValue] = [
            "kind": .text(context.text("sanction.kind.\(suggestion.kind.rawValue)"))
        ]
        guard let days = suggestion.days else { return context.text("people.suggestion", arguments) }
        arguments["count"] = .integer(days)
        return context.text("people.suggestion-days", arguments)
    }
}

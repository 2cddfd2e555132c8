import Foundation

/// Makes the page of one case.
struct CasePageBuilder: Sendable {
    let id: ReportCase.ID
    let formatter: ModerationFormatter
    let staff: Member
    let pages: PageResponder
    let context: AppRequestContext
    let layout: PageLayout

    /// How many earlier snapshots are shown.
    private static let maxEarlier = 4
    private static let maxOthers = 10

    private var path: String { ModerationPath.report(id) }

    func page(_ transaction: Transaction) throws -> CasePage {
        guard let entry = try transaction.queueEntry(id, for: staff.id) else { throw Problem.notFound }
        let found = entry.found
        let isOwn = found.account == staff.id
        let subject = try formatter.subject(found.target, transaction)
        let snapshots = try transaction.filedSnapshots(in: id, limit: Self.maxEarlier + 1)
        let history = try auditEntries(transaction)
        let seen = history.first?.entry.id ?? .absent
        let form = try ModerationForm(
            action: "\(path)/actions",
            found.target,
            subject,
            account: found.account,
            for: staff,
            hasCase: true,
            reasons: entry.reasons,
            rev: Int64(found.rev),
            at: formatter.now,
            transaction
        )
        let mayAct = found.state != .closed && !isOwn
        return CasePage(
            row: QueueRow(entry: entry, words: formatter),
            snapshot: snapshots.first.map(snapshot),
            earlier: snapshots.dropFirst().map(snapshot),
            subject: subject,
            resembled: try resembled(by: found.target, transaction),
            difference: try difference(snapshots.first, subject, found.target, transaction),
            reports: try transaction.filedReports(in: id).map { CaseReport($0, formatter, isNamed: !isOwn) },
            suggestions: try transaction.filedSuggestions(in: id).map {
                CaseSuggestion(suggestion: $0, words: formatter, mayAct: mayAct)
            },
            person: try person(found, transaction),
            history: history,
            notes: isOwn ? [] : try transaction.caseNotes(of: id),
            form: mayAct ? form.formView(pages, context, layout, seen: seen) : nil,
            advice: mayAct ? form.advice(formatter) : nil,
            noteForm: isOwn ? nil : noteForm(),
            assignmentButtons: mayAct ? assignmentButtons(found) : [],
            next: found.state == .closed ? try next(transaction) : nil,
            news: news(history, isClosed: !mayAct),
            restriction: restriction(isOwn: isOwn, mayAct: mayAct, canSanction: form.canSanction)
        )
    }

    private func restriction(isOwn: Bool, mayAct: Bool, canSanction: Bool) -> String? {
        if isOwn { return formatter.text("case.own") }
        if !mayAct { return formatter.text("case.closed") }
        return canSanction ? nil : formatter.text("case.of-staff")
    }

    private func auditEntries(_ transaction: Transaction) throws -> [CaseAuditEntry] {
        let entries = try transaction.auditEntries(where: "d.case_id = \(id)", limit: Transaction.maxInCase)
        return try formatter.auditEntries(entries, on: path, for: staff, transaction)
    }

    // MARK: What was reported

    private func snapshot(_ snapshot: FiledSnapshot) -> CaseSnapshot {
        CaseSnapshot(snapshot: snapshot, pictures: snapshot.pictures.map { CasePicture($0, formatter) })
    }

    private func difference(
        _ snapshot: FiledSnapshot?,
        _ subject: CaseSubject?,
        _ target: AuditEntry.Target,
        _ transaction: Transaction
    ) throws -> String? {
        guard let snapshot else { return nil }
        guard let subject else { return formatter.text("case.gone") }
        let blobs = try transaction.subjectPictures(of: target).map(\.blob)
        var isSame = true
        switch target.kind {
        case .review:
            isSame =
                subject.body == snapshot.body && (snapshot.stars ?? subject.stars) == subject.stars
                && blobs == snapshot.pictures.map(\.blob)
        case .photo: isSame = snapshot.pictures.isEmpty || blobs == snapshot.pictures.map(\.blob)
        case .card: isSame = subject.body == snapshot.body
        case .user: isSame = subject.body == snapshot.body && (snapshot.nickname.map(subject.facts.contains) ?? true)
        default: break
        }
        return isSame ? nil : formatter.text("case.differs")
    }

    // MARK: People

    private func person(_ found: ReportCase, _ transaction: Transaction) throws -> CasePerson? {
        guard let account = try found.account.flatMap({ try transaction.account($0) }) else { return nil }
        let others = try transaction.otherReportCases(of: found.target, account.id, except: id, limit: Self.maxOthers)
        return CasePerson(
            id: account.id,
            nickname: account.nickname,
            roleText: formatter.text("case.role.\(account.role.rawValue)"),
            sinceText: formatter.text("case.member-since", ["age": .text(formatter.age(account.createdAt))]),
            sanctions: try transaction.sanctions(of: account.id).map(formatter.sanction),
            others: others.map { other in
                ListChoice(
                    label:
                        "\(QueueQuery.name(of: other.id)) · \(formatter.kind(other.target.kind)) · \(formatter.state(other))",
                    href: ModerationPath.report(other.id)
                )
            }
        )
    }

    // MARK: Forms

    private func noteForm() -> FormView {
        pages.form(
            FormDeclaration(
                action: "\(path)/notes",
                submit: "case.add-note",
                prefix: "note-",
                [.textArea("body", key: "case-note", maximum: CaseNote.maxLength)]
            ),
            context,
            layout,
            isSecond: true
        )
    }

    private func assignmentButtons(_ found: ReportCase) -> [ListChoice] {
        let mine = found.state == .taken && found.assignee == staff.id
        func button(_ action: ModerationRequest.Action, _ label: String) -> ListChoice {
            ListChoice(label: formatter.text(label), value: action.rawValue)
        }
        switch found.state {
        case .open: return [button(.take, "case.take")]
        case .taken where mine: return [button(.release, "case.release")]
        case .taken: return [button(.take, "case.take-over"), button(.release, "case.release-other")]
        case .closed: return []
        }
    }

    /// The audit entries that are newer than the form.
    private func news(_ history: [CaseAuditEntry], isClosed: Bool) -> StaleFormNotice? {
        guard context.formErrors?.status == .conflict else { return nil }
        let seen = context.form["seen"].flatMap { AuditEntry.ID($0) }
        let newer = history.filter { entry in seen.map { entry.entry.id > $0 } ?? false }
        let shown = seen == nil ? Array(history.prefix(3)) : newer
        return StaleFormNotice(
            message: formatter.text(shown.isEmpty ? "case.news-reports" : "case.news"),
            auditEntries: shown.map(\.summary),
            typed: isClosed ? context.form["note"].flatMap { $0.trimmed.isEmpty ? nil : $0 } : nil
        )
    }
}

extension ModerationFormatter {
    func state(_ found: ReportCase) -> String {
        switch found.state {
        case .open: text("queue.new")
        case .taken: text("queue.state.taken")
        case .closed: outcome(found)
        }
    }

    /// The outcome of a closed case, in words.
    func outcome(_ found: ReportCase) -> String {
        let outcome = found.outcome ?? .approved
        return text("queue.\(outcome.rawValue)")
    }

    /// A sanction in words: its kind, when, until when, and whether it is in force.
    func sanction(_ sanction: Sanction) -> String {
        let end = sanction.endsAt.map { text("case.until", ["when": .text(moment($0))]) }
        let lifted = sanction.liftedAt == nil ? nil : text("case.lifted")
        let parts = [
            text("case.sanction.\(sanction.kind.rawValue)"), sanction.reason.map(reason),
            SeoulTime(sanction.startsAt).text(withDay: true, language), end, lifted,
        ]
        return parts.compactMap { $0 }.joined(separator: " · ")
    }
}

import Foundation

/// One report case: what was reported and why, by whom, the audit entries, and the forms for staff.
struct CasePage: Page {
    static let template = "moderation/case"

    let row: QueueRow
    /// The newest snapshot.
    let snapshot: CaseSnapshot?
    let earlier: [CaseSnapshot]
    let subject: CaseSubject?
    /// The removed photo that a held photo looks like.
    let resembled: CasePicture?
    /// How the content now differs from the snapshot, in words; nil where it is the same.
    let difference: String?
    let reports: [CaseReport]
    let suggestions: [CaseSuggestion]
    let person: CasePerson?
    let history: [CaseAuditEntry]
    let notes: [CaseNote]
    let form: FormView?
    /// The sanction suggested by the person's history, in words.
    let advice: String?
    /// Nil also where the case is about the reader, of which colleagues write among themselves.
    let noteForm: FormView?
    /// Buttons that change the assignee.
    let assignmentButtons: [ListChoice]
    /// The next case; nil while this one is open.
    let next: ListChoice?
    let news: StaleFormNotice?
    /// Why there is no form for actions, in words.
    let restriction: String?

    private var found: ReportCase { row.entry.found }

    /// Why there is no snapshot.
    private var noSnapshotText: String {
        switch found.target.kind {
        case .place where suggestions.isEmpty: row.words.text("case.no-snapshot-answers")
        case .place, .suggestion: row.words.text("case.no-snapshot-suggestion")
        default: row.words.text(found.reportCount == 0 ? "case.no-snapshot-held" : "case.no-snapshot")
        }
    }

    /// Where staff add the suggested place, or find it once they added it.
    private var addHref: String? {
        isOfNewPlace && found.place == nil && form != nil ? "\(CorrectionRoutes.path)/new?case=\(found.id)" : nil
    }
    private var addedHref: String? { isOfNewPlace ? found.place.map { "\(CorrectionRoutes.path)/\($0)" } : nil }
    private var isOfNewPlace: Bool { found.target.kind == .suggestion }

    static let fields: [Field<CasePage>] = [
        .object("report") { $0.row },
        .object("snapshot") { $0.snapshot },
        .list("earlier") { $0.earlier },
        .text("noSnapshotText") { $0.noSnapshotText }.viewOnly,
        .object("subject") { $0.subject },
        .object("resembled") { $0.resembled },
        .list("reports") { $0.reports },
        .list("suggestions") { $0.suggestions },
        .text("addHref") { $0.addHref }.viewOnly,
        .text("addedHref") { $0.addedHref }.viewOnly,
        .object("person") { $0.person },
        .list("history") { $0.history },
        .list("notes") { $0.notes },
        .object("form") { $0.form },
        .text("advice") { $0.advice }.viewOnly,
        .object("noteForm") { $0.noteForm }.viewOnly,
        .text("difference") { $0.difference },
        .list("assignmentButtons") { $0.assignmentButtons }.viewOnly,
        .object("nextCase") { $0.next }.viewOnly,
        .object("news") { $0.news }.viewOnly,
        .text("bar") { $0.restriction }.viewOnly,
    ]
}

/// What was reported, as it was at the time of a report.
struct CaseSnapshot: ViewModel {
    let snapshot: FiledSnapshot
    let pictures: [CasePicture]

    static let fields: [Field<CaseSnapshot>] = [
        .text("body") { $0.snapshot.body },
        .list("photos") { $0.pictures },
        .text("nickname") { $0.snapshot.nickname },
        .integer("stars") { $0.snapshot.stars },
        .text("visitedOn") { $0.snapshot.visitedOn },
        .time("takenAt") { $0.snapshot.takenAt },
    ]
}

/// One report, with the weight of its reporter.
struct CaseReport: ViewModel {
    private let report: FiledReport
    private let words: ModerationFormatter
    private let reporterText: String

    /// - Parameter isNamed: whether the reader sees who reported; staff whom the case is about do not.
    init(_ report: FiledReport, _ words: ModerationFormatter, isNamed: Bool) {
        var report = report
        if !isNamed { (report.detail, report.reporter, report.right, report.wrong) = ("", nil, 0, 0) }
        (self.report, self.words) = (report, words)
        reporterText = report.reporter?.nickname ?? words.text(isNamed ? "review.former-member" : "case.somebody")
    }

    static let fields: [Field<CaseReport>] = [
        .integer("id") { Int($0.report.id) },
        .text("reason") { $0.report.reason?.rawValue },
        .text("detail") { $0.report.detail },
        .text("reporter") { $0.report.reporter?.nickname },
        .decimal("weight") { Double($0.report.weight) / 100 },
        .integer("right") { $0.report.right },
        .integer("wrong") { $0.report.wrong },
        .time("createdAt") { $0.report.createdAt },
        .text("reasonText") { $0.report.reason.map($0.words.reason) ?? $0.words.text("queue.no-reason") }.viewOnly,
        .text("reporterText") { $0.reporterText }.viewOnly,
        .text("reporterHref") { $0.report.reporter.map { ModerationPath.user($0.id) } }.viewOnly,
        .text("ageText") { $0.words.age($0.report.createdAt) }.viewOnly,
    ]
}

/// The account that a case is about, with its history of sanctions.
struct CasePerson: ViewModel {
    let id: Account.ID
    let nickname: String
    let roleText: String
    let sinceText: String
    let sanctions: [String]
    let others: [ListChoice]

    static let fields: [Field<CasePerson>] = [
        .integer("id") { Int($0.id) },
        .text("nickname") { $0.nickname },
        .texts("sanctions") { $0.sanctions },
        .text("roleText") { $0.roleText }.viewOnly,
        .text("sinceText") { $0.sinceText }.viewOnly,
        .list("others") { $0.others }.viewOnly,
    ]
}

/// What other staff did since a stale form was shown, and what was typed where the form is gone.
struct StaleFormNotice: ViewModel {
    let message: String
    let auditEntries: [String]
    let typed: String?

    static let fields: [Field<StaleFormNotice>] = [
        .text("message") { $0.message },
        .texts("entries") { $0.auditEntries },
        .text("typedNote") { $0.typed },
    ]
}

import Foundation

/// What the site does beside the requests, and what it could not do.
struct JobsPage: Page {
    static let template = "administration/jobs"
    /// Jobs on one page; the newest.
    static let maxShown = 100

    let kinds: [JobKindRow]
    let dead: [DeadJobRow]

    private var count: Int { kinds.reduce(0) { $0 + $1.counts.dead } }

    /// The time of the newest on the page, so that the buttons concern no newer ones.
    private var until: Int64? { dead.first?.job.diedAt?.milliseconds }

    static let fields: [Field<JobsPage>] = [
        .list("kinds") { $0.kinds },
        .integer("count") { $0.count },
        .list("failed") { $0.dead },
        .flag("hasSeveral") { $0.count > 1 }.viewOnly,
        .integer("more") { max(0, $0.count - $0.dead.count) },
        .text("until") { $0.until.map { String($0) } },
    ]
}

/// The jobs of one kind.
struct JobKindRow: ViewModel {
    let counts: JobCounts
    let label: String
    /// Whether it is done again and again.
    let isRecurring: Bool

    static let fields: [Field<JobKindRow>] = [
        .text("kind") { $0.counts.kind },
        .text("label") { $0.label }.viewOnly,
        .flag("isRecurring") { $0.isRecurring },
        .integer("waiting") { $0.counts.waiting },
        .integer("running") { $0.counts.running },
        .integer("held") { $0.counts.held },
        .integer("failed") { $0.counts.dead },
        .time("since") { $0.isRecurring ? nil : $0.counts.dueSince },
        .time("next") { $0.isRecurring && $0.counts.running == 0 ? $0.counts.next : nil },
        // A mail's names its recipient.
        .text("error") { $0.isRecurring ? $0.counts.error : nil },
    ]
}

/// One job that was given up, without the recipient of a mail, which is private.
struct DeadJobRow: ViewModel {
    let job: Job
    let label: String
    let subject: JobSubject

    static let fields: [Field<DeadJobRow>] = [
        .text("kind") { $0.job.kind },
        .text("key") { $0.job.key },
        .text("label") { $0.label }.viewOnly,
        .text("title") { $0.subject.title },
        .text("recipient") { $0.subject.recipient.map(MaskedAddress.text) },
        .text("reason") { MaskedAddress.hiding($0.subject.recipient ?? "", in: $0.job.error ?? "") },
        .integer("attempts") { $0.job.attempts },
        .time("dueAt") { $0.job.dueAt },
        .time("diedAt") { $0.job.diedAt },
        .flag("canRetry") { $0.subject.canRetry },
    ]
}

import Foundation

/// The queue of report cases, most urgent first.
struct QueuePage: Page {
    static let template = "moderation/queue"

    /// A count above the queue.
    struct Figure: ViewModel {
        let value: String
        let label: String
        var isBad = false

        static let fields: [Field<Figure>] = [
            .text("value") { $0.value }, .text("label") { $0.label }, .flag("isBad") { $0.isBad },
        ]
    }

    /// The result of an action on several cases.
    struct Result: ViewModel {
        let message: String
        let missed: [FailedCase]

        static let fields: [Field<Result>] = [.text("message") { $0.message }, .list("missed") { $0.missed }]
    }

    /// A case in which the action failed, and why.
    struct FailedCase: ViewModel {
        let name: String
        let href: String
        let why: String

        static let fields: [Field<FailedCase>] = [
            .text("name") { $0.name }, .text("href") { $0.href }, .text("why") { $0.why },
        ]
    }

    let query: QueueQuery
    let words: ModerationFormatter
    let entries: [QueueEntry]
    let next: String?
    let figures: QueueFigures
    /// The cases chosen in a refused form.
    var chosen: Set<ReportCase.ID> = []
    var result: Result?
    var problem: String?
    var hidingReason: ModerationReason?
    /// How many cases in other states the search finds.
    var elsewhere: [ReportCase.State: Int] = [:]

    static let fields: [Field<QueuePage>] = [
        .list("reports") { page in
            page.entries.map { QueueRow(entry: $0, words: page.words, isChosen: page.chosen.contains($0.found.id)) }
        },
        .text("next") { $0.next },
        .choice("state") { $0.query.state },
        .text("countText") { $0.words.text("queue.count", ["count": .integer($0.open)]) }.viewOnly,
        .list("figures") { $0.figureViews },
        .list("tabs") { $0.tabs }.viewOnly,
        .list("kinds") { $0.kinds }.viewOnly,
        .list("reasonChoices") { $0.reasons("queue.any-reason", $0.query.reason) }.viewOnly,
        .list("assignees") { $0.assignees }.viewOnly,
        .list("sorts") { $0.sorts }.viewOnly,
        .list("hidingReasons") { $0.reasons("queue.choose-reason", $0.hidingReason) }.viewOnly,
        .flag("isNarrowed") { $0.query.isNarrowed }.viewOnly,
        .text("words") { $0.query.text }.viewOnly,
        .text("list") { $0.query.address }.viewOnly,
        .text("clearHref") { page in QueueQuery().with { $0.state = page.query.state }.address }.viewOnly,
        .object("result") { $0.result }.viewOnly,
        .text("problem") { $0.problem }.viewOnly,
        .list("elsewhere") { $0.otherStates }.viewOnly,
    ]
}

/// Its figures and choices in words.
extension QueuePage {
    private var open: Int { figures.counts[.open] ?? 0 }

    private var figureViews: [Figure] {
        func figure(_ name: String, _ value: String, isBad: Bool = false) -> Figure {
            Figure(value: value, label: words.text("queue.figure.\(name)"), isBad: isBad)
        }
        return [
            figure("urgent", words.figure(figures.urgent), isBad: figures.urgent > 0),
            figure("open", ValueText.grouped(open)),
            figure("wait", figures.medianWait.map(words.length) ?? "–"),
            figure("decided", words.figure(figures.decided)),
        ]
    }

    private var tabs: [ListChoice] {
        ReportCase.State.allCases.map { state in
            ListChoice(
                label: words.text("queue.state.\(state.rawValue)"),
                href: query.with { $0.state = state }.address,
                value: state.rawValue,
                countText: ValueText.grouped(figures.counts[state] ?? 0),
                isCurrent: state == query.state
            )
        }
    }

    /// Links to other states in which the search finds cases.
    private var otherStates: [ListChoice] {
        ReportCase.State.allCases.compactMap { state in
            guard let count = elsewhere[state], count > 0 else { return nil }
            return ListChoice(
                label: words.text("queue.state.\(state.rawValue)"),
                href: query.with { $0.state = state }.address,
                countText: words.figure(count, limit: QueueRoutes.maxShown + 1)
            )
        }
    }

    private var kinds: [ListChoice] {
        choices("queue.any-target", QueueQuery.kinds, query.kind, words.kind)
    }

    private var assignees: [ListChoice] {
        choices("queue.anybody", QueueQuery.Assignee.allCases, query.assignee) {
            words.text("queue.assignee.\($0.rawValue)")
        }
    }

    private var sorts: [ListChoice] {
        QueueQuery.Sort.allCases.map {
            ListChoice(
                label: words.text("queue.sort.\($0.rawValue)"),
                value: $0.rawValue,
                isCurrent: $0 == query.effectiveSort
            )
        }
    }

    private func reasons(_ any: String, _ current: ModerationReason?) -> [ListChoice] {
        choices(any, ModerationReason.allCases, current, words.reason)
    }

    /// Choices of a filter; the first one is no filter.
    private func choices<Value: RawRepresentable<String> & Equatable>(
        _ any: String,
        _ values: [Value],
        _ current: Value?,
        _ label: (Value) -> String
    ) -> [ListChoice] {
        [ListChoice(label: words.text(any), isCurrent: current == nil)]
            + values.map { ListChoice(label: label($0), value: $0.rawValue, isCurrent: $0 == current) }
    }
}

/// One row of the queue.
struct QueueRow: ViewModel {
    let entry: QueueEntry
    let words: ModerationFormatter
    var isChosen = false

    private var found: ReportCase { entry.found }

    /// The most common reason; for a suggestion what it says, for held content why it is held.
    private var reasonText: String {
        entry.status.suggestionKind.map(words.suggestionKind) ?? entry.reasons.first.map(words.reason)
            ?? entry.status.holds.first.map { words.text("queue.hold.\($0.rawValue)") } ?? words.text("queue.no-reason")
    }

    /// How many more reasons there are.
    private var moreText: String? {
        let more = entry.reasons.count - 1
        return more > 0 ? words.text("queue.more-reasons", ["count": .integer(more)]) : nil
    }

    private var stateText: String {
        switch found.state {
        case .open: words.text("queue.new")
        case .taken: words.text("queue.taken-by", ["name": .text(entry.assigneeName ?? words.text("queue.somebody"))])
        case .closed: words.outcome(found)
        }
    }

    private var authorName: String {
        entry.nickname ?? words.text(found.account == nil ? "queue.no-author" : "review.former-member")
    }

    private var reportersText: String {
        found.reportCount == 0
            ? words.text("queue.by-site") : words.text("queue.reporters", ["count": .integer(found.reportCount)])
    }

    static let fields: [Field<QueueRow>] = [
        .integer("id") { Int($0.found.id) },
        .text("target") { $0.found.target.description },
        .choice("state") { $0.found.state },
        .text("outcome") { $0.found.outcome?.rawValue },
        .texts("reasons") { $0.entry.reasons.map(\.rawValue) },
        .integer("reporters") { $0.found.reportCount },
        .text("assignee") { $0.entry.assigneeName },
        .integer("rev") { $0.found.rev },
        .flag("isUrgent") { $0.entry.isUrgent && $0.found.state != .closed },
        .flag("isHeld") { $0.found.isHeld },
        .texts("holds") { $0.entry.status.holds.map(\.rawValue) },
        .flag("isHidden") { $0.entry.status.isHidden },
        .object("picture") { row in row.entry.status.picture.map { CasePicture($0, row.words) } },
        .time("openedAt") { $0.found.openedAt },
        .time("reportedAt") { $0.found.reportedAt },
        .text("placeName") { $0.entry.placeName },
        .text("author") { $0.entry.nickname },
        .text("excerpt") { $0.entry.excerpt },
        .text("name") { QueueQuery.name(of: $0.found.id) }.viewOnly,
        .flag("isChosen") { $0.isChosen }.viewOnly,
        .text("kindText") { $0.words.kind($0.found.target.kind) }.viewOnly,
        .text("reasonText") { $0.reasonText }.viewOnly,
        .text("moreText") { $0.moreText }.viewOnly,
        .text("stateText") { $0.stateText }.viewOnly,
        .text("authorName") { $0.authorName }.viewOnly,
        .text("authorHref") { $0.found.account.map(ModerationPath.user) }.viewOnly,
        .text("reportersText") { $0.reportersText }.viewOnly,
        .text("ageText") { $0.words.age($0.found.reportedAt) }.viewOnly,
    ]
}

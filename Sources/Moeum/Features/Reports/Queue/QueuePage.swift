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
    let countText: String
    let figures: [Figure]
    let tabs: [ListChoice]
    let kinds: [ListChoice]
    let reasons: [ListChoice]
    let assignees: [ListChoice]
    let sorts: [ListChoice]
    /// The reasons for hiding that a form offers.
    let hidingReasons: [ListChoice]
    let rows: [QueueRow]
    let next: String?
    let result: Result?
    let problem: String?
    /// Links to other states in which the search finds cases.
    let elsewhere: [ListChoice]

    static let fields: [Field<QueuePage>] = [
        .list("reports") { $0.rows },
        .text("next") { $0.next },
        .choice("state") { $0.query.state },
        .text("countText") { $0.countText }.viewOnly,
        .list("figures") { $0.figures },
        .list("tabs") { $0.tabs }.viewOnly,
        .list("kinds") { $0.kinds }.viewOnly,
        .list("reasonChoices") { $0.reasons }.viewOnly,
        .list("assignees") { $0.assignees }.viewOnly,
        .list("sorts") { $0.sorts }.viewOnly,
        .list("hidingReasons") { $0.hidingReasons }.viewOnly,
        .flag("isNarrowed") { $0.query.isNarrowed }.viewOnly,
        .text("words") { $0.query.text }.viewOnly,
        .text("list") { $0.query.address }.viewOnly,
        .text("clearHref") { page in QueueQuery().with { $0.state = page.query.state }.address }.viewOnly,
        .object("result") { $0.result }.viewOnly,
        .text("problem") { $0.problem }.viewOnly,
        .list("elsewhere") { $0.elsewhere }.viewOnly,
    ]
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

/// Makes the queue's page.
struct QueuePageBuilder: Sendable {
    let query: QueueQuery
    let formatter: ModerationFormatter
    /// The cases chosen in a refused form.
    var chosen: Set<ReportCase.ID> = []
    var result: QueuePage.Result?
    var problem: String?
    var hidingReason: ModerationReason?
    /// How many cases in other states the search finds.
    var elsewhere: [ReportCase.State: Int] = [:]

    func page(_ entries: [QueueEntry], _ figures: QueueFigures, limit: Int) -> QueuePage {
        let shown = entries.prefix(limit)
        let last = entries.count > limit ? shown.last : nil
        let open = figures.counts[.open] ?? 0
        return QueuePage(
            query: query,
            countText: formatter.text("queue.count", ["count": .integer(open)]),
            figures: self.figures(figures, open),
            tabs: ReportCase.State.allCases.map { state in
                ListChoice(
                    label: formatter.text("queue.state.\(state.rawValue)"),
                    href: query.with { $0.state = state }.address,
                    value: state.rawValue,
                    countText: ValueText.grouped(figures.counts[state] ?? 0),
                    isCurrent: state == query.state
                )
            },
            kinds: choices(
                "queue.any-target",
                QueueQuery.kinds.map { ($0.rawValue, formatter.kind($0)) },
                query.kind?.rawValue
            ),
            reasons: choices(
                "queue.any-reason",
                ModerationReason.allCases.map { ($0.rawValue, formatter.reason($0)) },
                query.reason?.rawValue
            ),
            assignees: choices(
                "queue.anybody",
                QueueQuery.Assignee.allCases.map { ($0.rawValue, formatter.text("queue.assignee.\($0.rawValue)")) },
                query.assignee?.rawValue
            ),
            sorts: QueueQuery.Sort.allCases.map {
                ListChoice(
                    label: formatter.text("queue.sort.\($0.rawValue)"),
                    value: $0.rawValue,
                    isCurrent: $0 == query.effectiveSort
                )
            },
            hidingReasons: choices(
                "queue.choose-reason",
                ModerationReason.allCases.map { ($0.rawValue, formatter.reason($0)) },
                hidingReason?.rawValue
            ),
            rows: shown.map { QueueRow(entry: $0, words: formatter, isChosen: chosen.contains($0.found.id)) },
            next: last.map { last in query.with { $0.after = last.key }.address },
            result: result,
            problem: problem,
            elsewhere: ReportCase.State.allCases.compactMap(choice)
        )
    }

    private func figures(_ figures: QueueFigures, _ open: Int) -> [QueuePage.Figure] {
        func figure(_ name: String, _ value: String, isBad: Bool = false) -> QueuePage.Figure {
            QueuePage.Figure(value: value, label: formatter.text("queue.figure.\(name)"), isBad: isBad)
        }
        return [
            figure("urgent", formatter.figure(figures.urgent), isBad: figures.urgent > 0),
            figure("open", ValueText.grouped(open)),
            figure("wait", figures.medianWait.map(formatter.length) ?? "–"),
            figure("decided", formatter.figure(figures.decided)),
        ]
    }

    private func choice(of state: ReportCase.State) -> ListChoice? {
        guard let count = elsewhere[state], count > 0 else { return nil }
        return ListChoice(
            label: formatter.text("queue.state.\(state.rawValue)"),
            href: query.with { $0.state = state }.address,
            countText: formatter.figure(count, limit: QueueRoutes.maxShown + 1)
        )
    }

    /// Choices of a filter; the first one is no filter.
    private func choices(_ any: String, _ values: [(String, String)], _ current: String?) -> [ListChoice] {
        [ListChoice(label: formatter.text(any), isCurrent: current == nil)]
            + values.map { ListChoice(label: $0.1, value: $0.0, isCurrent: $0.0 == current) }
    }
}

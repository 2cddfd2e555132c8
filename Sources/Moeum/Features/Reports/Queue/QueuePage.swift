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
    let kindText: String
    /// The most common reason; for a suggestion what it says, for held content why it is held.
    let reasonText: String
    let picture: CasePicture?
    /// How many more reasons there are.
    let moreText: String?
    let stateText: String
    let authorName: String
    let reportersText: String
    let ageText: String
    var isChosen = false

    var found: ReportCase { entry.found }

    init(_ entry: QueueEntry, _ words: ModerationFormatter, isChosen: Bool = false) {
        self.entry = entry
        self.isChosen = isChosen
        let found = entry.found
        kindText = words.kind(found.target.kind)
        let status = entry.status
        picture = status.picture.map { CasePicture($0, words) }
        reasonText =
            status.suggestionKind.map(words.suggestionKind) ?? entry.reasons.first.map(words.reason)
            ?? status.holds.first.map { words.text("queue.hold.\($0.rawValue)") } ?? words.text("queue.no-reason")
        let more = entry.reasons.count - 1
        moreText = more > 0 ? words.text("queue.more-reasons", ["count": .integer(more)]) : nil
        switch found.state {
        case .open: stateText = words.text("queue.new")
        case .taken:
            stateText = words.text(
                "queue.taken-by",
                ["name": .text(entry.assigneeName ?? words.text("queue.somebody"))]
            )
        case .closed: stateText = words.outcome(found)
        }
        authorName = entry.nickname ?? words.text(found.account == nil ? "queue.no-author" : "review.former-member")
        reportersText =
            found.reportCount == 0
            ? words.text("queue.by-site") : words.text("queue.reporters", ["count": .integer(found.reportCount)])
        ageText = words.age(found.reportedAt)
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
        .object("picture") { $0.picture },
        .time("openedAt") { $0.found.openedAt },
        .time("reportedAt") { $0.found.reportedAt },
        .text("placeName") { $0.entry.placeName },
        .text("author") { $0.entry.nickname },
        .text("excerpt") { $0.entry.excerpt },
        .text("name") { QueueQuery.name(of: $0.found.id) }.viewOnly,
        .flag("isChosen") { $0.isChosen }.viewOnly,
        .text("kindText") { $0.kindText }.viewOnly,
        .text("reasonText") { $0.reasonText }.viewOnly,
        .text("moreText") { $0.moreText }.viewOnly,
        .text("stateText") { $0.stateText }.viewOnly,
        .text("authorName") { $0.authorName }.viewOnly,
        .text("authorHref") { $0.found.account.map(ModerationPath.user) }.viewOnly,
        .text("reportersText") { $0.reportersText }.viewOnly,
        .text("ageText") { $0.ageText }.viewOnly,
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
            rows: shown.map { QueueRow($0, formatter, isChosen: chosen.contains($0.found.id)) },
            next: last.map { last in query.with { $0.after = last.key }.address },
            result: result,
            problem: problem,
            elsewhere: ReportCase.State.allCases.compactMap(choice)
        )
    }

    private func figures(_ figures: QueueFigures, _ open: Int) -> [QueuePage.Figure] {
        [
            QueuePage.Figure(
                value: formatter.figure(figures.urgent),
                label: formatter.text("queue.figure.urgent"),
                isBad: figures.urgent > 0
            ),
            QueuePage.Figure(value: ValueText.grouped(open), label: formatter.text("queue.figure.open")),
            QueuePage.Figure(
                value: figures.medianWait.map(formatter.length) ?? "–",
                label: formatter.text("queue.figure.wait")
            ),
            QueuePage.Figure(value: formatter.figure(figures.decided), label: formatter.text("queue.figure.decided")),
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

import Foundation

/// Formats cases and actions in a staff member's language.
struct ModerationFormatter: Sendable, Localized {
    let views: Views
    let language: Language
    let now: Date

    init(_ app: App, _ context: AppRequestContext) {
        (views, language, now) = (app.views, context.language, app.clock())
    }

    func kind(_ kind: AuditEntry.Target.Kind) -> String { text("target.\(kind.rawValue)") }

    func reason(_ reason: ModerationReason) -> String { text("reason.\(reason.rawValue)") }

    /// How long ago, for less than a week; otherwise the date.
    func age(_ date: Date) -> String {
        let seconds = max(0, now.timeIntervalSince(date))
        if seconds < 60 { return text("age.now") }
        if seconds < 7 * 86_400 { return text("age.ago", ["length": .text(length(seconds))]) }
        return SeoulTime(date).text(withDay: true, language)
    }

    /// A date with its time.
    func moment(_ date: Date) -> String {
        let time = SeoulTime(date)
        return "\(time.text(withDay: true, language)) \(time.clock)"
    }

    /// A duration in the largest unit that fits.
    func length(_ seconds: TimeInterval) -> String {
        let minutes = Int(min(max(0, seconds), 1e12) / 60)
        let (count, unit) =
            minutes < 60 ? (minutes, "minutes") : minutes < 2_880 ? (minutes / 60, "hours") : (minutes / 1_440, "days")
        return text("age.\(unit)", ["count": .integer(count)])
    }

    /// What waits for staff, with links.
    func waiting(_ counts: WaitingCounts) -> [AdministrationPage.Waiting] {
        let mine = QueueQuery().with {
            $0.state = .taken
            $0.assignee = .me
        }
        return [
            AdministrationPage.Waiting(
                href: QueueQuery.path,
                label: text("admin.waiting.urgent"),
                value: figure(counts.urgent),
                isBad: counts.urgent > 0
            ),
            AdministrationPage.Waiting(
                href: QueueQuery.path,
                label: text("admin.waiting.open"),
                value: ValueText.grouped(counts.open)
            ),
            AdministrationPage.Waiting(
                href: mine.address,
                label: text("admin.waiting.taken"),
                value: figure(counts.taken)
            ),
            AdministrationPage.Waiting(
                href: "/admin/appeals",
                label: text("admin.waiting.appeals"),
                value: figure(counts.appeals)
            ),
            AdministrationPage.Waiting(
                href: (counts.takedowns.waiting == 0 && counts.takedowns.objected > 0
                    ? TakedownPart.objected : .waiting).address(),
                label: text("admin.waiting.takedowns"),
                value: figure(counts.takedowns.waiting + counts.takedowns.objected)
            ),
        ]
    }

    /// A count; from the limit on with a plus sign.
    func figure(_ count: Int, limit: Int = QueueFigures.maxCount) -> String {
        count < limit ? ValueText.grouped(count) : "\(ValueText.grouped(limit - 1))+"
    }
}

/// Addresses of a target's pages.
enum ModerationPath {
    static func report(_ id: ReportCase.ID) -> String { "\(QueueQuery.path)/\(id)" }
    static func user(_ id: Account.ID) -> String { "/admin/users/\(id)" }

    /// The staff's page of a target; nil where there is none.
    static func staff(_ target: AuditEntry.Target) -> String? {
        switch target.kind {
        case .review: "/admin/reviews/\(target.key)"
        case .photo: "/admin/photos/\(target.key)"
        case .card: "/admin/cards/\(target.key)"
        case .user: "/admin/users/\(target.key)"
        case .place: "/admin/places/\(target.key)"
        default: nil
        }
    }

    /// The readers' page of a target.
    static func site(_ target: AuditEntry.Target) -> String? {
        switch target.kind {
        case .review: "/reviews/\(target.key)"
        case .photo: "/photos/\(target.key)"
        case .user: "/members/\(target.key)"
        case .place: "/places/\(target.key)"
        default: nil
        }
    }
}

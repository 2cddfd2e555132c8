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
        let takedowns =
            counts.takedowns.waiting == 0 && counts.takedowns.objected > 0 ? TakedownPart.objected : .waiting
        func waiting(_ name: String, _ href: String, _ value: String, isBad: Bool = false) -> AdministrationPage.Waiting
        {
            AdministrationPage.Waiting(href: href, label: text("admin.waiting.\(name)"), value: value, isBad: isBad)
        }
        return [
            waiting("urgent", QueueQuery.path, figure(counts.urgent), isBad: counts.urgent > 0),
            waiting("open", QueueQuery.path, ValueText.grouped(counts.open)),
            waiting("taken", mine.address, figure(counts.taken)),
            waiting("appeals", "/admin/appeals", figure(counts.appeals)),
            waiting("takedowns", takedowns.address(), figure(counts.takedowns.waiting + counts.takedowns.objected)),
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
        case .review, .photo, .card, .user, .place: "/admin/\(target.kind.rawValue)s/\(target.key)"
        default: nil
        }
    }

    /// The readers' page of a target.
    static func site(_ target: AuditEntry.Target) -> String? {
        switch target.kind {
        case .review, .photo, .place: "/\(target.kind.rawValue)s/\(target.key)"
        case .user: "/members/\(target.key)"
        default: nil
        }
    }
}

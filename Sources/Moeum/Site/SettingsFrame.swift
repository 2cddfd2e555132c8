/// The navigation of the settings: a list beside each of their pages; on phones a page of its own, linked from the breadcrumbs.
struct SettingsFrame: ViewModel {
    /// The pages of the settings, in the order of the list.
    enum Section: String, CaseIterable, Sendable {
        case profile, email, password, twoFactor = "two-factor", sessions, security, standing, export, `import`, delete

        var path: String { self == .standing ? "/my/standing" : "/settings/\(rawValue)" }

        /// The name of its icon in `icons.svg`.
        fileprivate var icon: String {
            switch self {
            case .profile: "user"
            case .email: "mail"
            case .password: "lock"
            case .twoFactor: "shield"
            case .sessions: "device"
            case .security: "clock"
            case .standing: "info"
            case .export: "down"
            case .import: "up"
            case .delete: "x"
            }
        }
    }

    /// One entry of the list.
    struct Entry: ViewModel {
        let section: Section
        let isCurrent: Bool

        static let fields: [Field<Entry>] = [
            .choice("section") { $0.section }, .text("href") { $0.section.path }, .text("icon") { $0.section.icon },
            .flag("isCurrent") { $0.isCurrent },
        ]
    }

    /// In the order of the list; the moderation history only where it says something, as in the menu.
    let entries: [Entry]
    /// Nil on the index page.
    private let current: Section?

    init(_ current: Section?, for member: Member?) {
        let hasModerationHistory = member?.hasModerationHistory == true || current == .standing
        let sections = Section.allCases.filter { $0 != .standing || hasModerationHistory }
        entries = sections.map { Entry(section: $0, isCurrent: $0 == current) }
        self.current = current
    }

    static let fields: [Field<SettingsFrame>] = [.list("entries") { $0.entries }, .choice("current") { $0.current }]
}

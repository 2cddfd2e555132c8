/// The navigation of the settings: a list beside each of their pages; on phones a page of its own, linked from the breadcrumbs.
struct SettingsFrame: ViewModel {
    /// The pages of the settings, in the order of the list.
    enum Section: String, CaseIterable, Sendable {
        case profile, email, password, twoFactor = "two-factor", sessions, security, standing, export, `import`, delete

        var path: String { self == .standing ? "/my/standing" : "/settings/\(rawValue)" }

        /// The name of its icon in `icons.svg`.
        var icon: String {
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
        let href: String
        let icon: String
        let label: String
        let isCurrent: Bool

        static let fields: [Field<Entry>] = [
            .text("href") { $0.href }, .text("icon") { $0.icon }, .text("label") { $0.label },
            .flag("isCurrent") { $0.isCurrent },
        ]
    }

    let entries: [Entry]
    /// Nil on the index page.
    let current: String?

    /// - Parameter member: whose moderation history is in the list where it says something, as in the menu.
    init(_ section: Section?, for member: Member?, views: Views, _ language: Language) {
        let hasModerationHistory = member?.hasModerationHistory == true || section == .standing
        entries = Section.allCases.filter { $0 != .standing || hasModerationHistory }.map { each in
            Entry(
                href: each.path,
                icon: each.icon,
                label: views.text("settings.nav.\(each.rawValue)", [:], language),
                isCurrent: each == section
            )
        }
        current = section.map { views.text("settings.nav.\($0.rawValue)", [:], language) }
    }

    static let fields: [Field<SettingsFrame>] = [
        .list("entries") { $0.entries },
        .text("current") { $0.current },
        .flag("isIndex") { $0.current == nil },
    ]
}

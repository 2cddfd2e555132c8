import HTTPTypes
import Hummingbird

/// The navigation of the staff's pages: a list beside each page; on phones breadcrumbs above it, which lead to the index page
/// with the same list.
struct AdministrationFrame: ViewModel {
    /// The pages in the order in which they are listed.
    enum Section: String, CaseIterable, Sendable {
        case reports, appeals, takedowns, users, places, keywords, words, audit, statistics, imports, jobs, settings,
            diagnostics

        var path: String { "/admin/\(rawValue)" }

        /// The name of its icon in `icons.svg`.
        var icon: String {
            switch self {
            case .reports: "shield"
            case .appeals: "shield"
            case .takedowns: "shield"
            case .users: "user"
            case .places: "pin"
            case .keywords: "star"
            case .words: "list"
            case .audit: "clock"
            case .statistics: "chart"
            case .imports: "down"
            case .jobs: "clock"
            case .settings: "shield"
            case .diagnostics: "info"
            }
        }

        /// The role that may see it.
        var access: Access {
            switch self {
            case .reports, .appeals, .takedowns, .users, .places, .keywords, .audit, .statistics: .moderator
            case .words, .imports, .jobs, .settings, .diagnostics: .admin
            }
        }

        static func all(for role: Role) -> [Section] {
            allCases.filter { ($0.access.leastRole ?? .member) <= role }
        }
    }

    let entries: [SettingsFrame.Entry]
    /// Whether the page is below the section's own page.
    let isBelow: Bool

    /// - Parameters:
    ///   - section: nil on the index page.
    ///   - isBelow: whether the page is below the section's own page, such as the page of one person.
    ///   - role: of the reader; only the sections of this role are listed.
    init(_ section: Section?, isBelow: Bool = false, for role: Role, views: Views, _ language: Language) {
        self.isBelow = isBelow
        entries = Section.all(for: role).map { each in
            SettingsFrame.Entry(
                href: each.path,
                icon: each.icon,
                label: views.text("admin.nav.\(each.rawValue)", [:], language),
                isCurrent: each == section
            )
        }
    }

    private var current: SettingsFrame.Entry? { entries.first(where: \.isCurrent) }

    static let fields: [Field<AdministrationFrame>] = [
        .list("entries") { $0.entries },
        .text("current") { $0.current?.label },
        .text("currentHref") { $0.current?.href },
        .flag("isBelow") { $0.isBelow },
    ]
}

import HTTPTypes
import Hummingbird

/// The way around the pages of the people who run the site: a list beside each of them, on phones the crumbs above it, which
/// lead back to the index page with the same list.
struct AdministrationFrame: ViewModel {
    /// The pages in the order in which they are listed.
    enum Section: String, CaseIterable, Sendable {
        case reports, appeals, takedowns, users, places, keywords, words, audit, statistics, imports, mail, settings,
            diagnostics

        var path: String { "/admin/\(rawValue)" }

        /// Its picture in `icons.svg`.
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
            case .mail: "mail"
            case .settings: "shield"
            case .diagnostics: "info"
            }
        }

        /// Who may see it.
        var access: Access {
            switch self {
            case .reports, .appeals, .takedowns, .users, .places, .keywords, .audit, .statistics: .moderator
            case .words, .imports, .mail, .settings, .diagnostics: .admin
            }
        }

        static func all(for role: Role) -> [Section] {
            allCases.filter { ($0.access.leastRole ?? .member) <= role }
        }
    }

    let entries: [SettingsFrame.Entry]
    /// The page is not the section's own, but one that it leads to.
    let isBelow: Bool

    /// - Parameters:
    ///   - section: nil on the index page.
    ///   - isBelow: whether the page is one that the section's own leads to, such as one person.
    ///   - role: of the person who looks; only what they may see is listed.
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

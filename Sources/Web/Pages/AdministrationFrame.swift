import Templates

/// The navigation of the staff's pages: a list beside each page; on phones breadcrumbs above it, which lead to the index page
/// with the same list.
package struct AdministrationFrame: ViewModel {
    /// The pages in the order in which they are listed.
    package enum Section: String, CaseIterable, Sendable {
        case reports, appeals, takedowns, users, places, keywords, words, audit, statistics, imports, jobs, settings,
            diagnostics

        package var path: String { "/admin/\(rawValue)" }

        /// The name of its icon in `icons.svg`.
        fileprivate var icon: String {
            switch self {
            case .reports, .appeals, .takedowns, .settings: "shield"
            case .users: "user"
            case .places: "pin"
            case .keywords: "star"
            case .words: "list"
            case .audit, .jobs: "clock"
            case .statistics: "chart"
            case .imports: "down"
            case .diagnostics: "info"
            }
        }

        /// The role that may see it.
        private var leastRole: Role {
            switch self {
            case .reports, .appeals, .takedowns, .users, .places, .keywords, .audit, .statistics: .moderator
            case .words, .imports, .jobs, .settings, .diagnostics: .admin
            }
        }

        package static func all(for role: Role) -> [Section] { allCases.filter { $0.leastRole <= role } }
    }

    private struct Entry: ViewModel {
        let section: Section
        let isCurrent: Bool

        static let fields: [Field<Entry>] = [
            .choice("section") { $0.section }, .text("href") { $0.section.path }, .text("icon") { $0.section.icon },
            .flag("isCurrent") { $0.isCurrent },
        ]
    }

    private let section: Section?
    /// Whether the page is below the section's own page.
    private let isBelow: Bool
    /// The reader's; only the sections of this role are listed.
    var role = Role.member

    /// - Parameters:
    ///   - section: nil on the index page.
    ///   - isBelow: whether the page is below the section's own page, such as the page of one person.
    package init(_ section: Section?, isBelow: Bool = false) {
        self.section = section
        self.isBelow = isBelow
    }

    package static let fields: [Field<AdministrationFrame>] = [
        .list("entries") { frame in
            Section.all(for: frame.role).map { Entry(section: $0, isCurrent: $0 == frame.section) }
        },
        .choice("current") { $0.section },
        .text("currentHref") { $0.section?.path },
        .flag("isBelow") { $0.isBelow },
    ]
}

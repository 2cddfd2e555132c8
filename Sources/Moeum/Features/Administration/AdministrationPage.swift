/// The index page of staff: what waits for them, and their pages.
struct AdministrationPage: Page {
    static let template = "administration/index"

    /// A page of staff, and what it is for.
    struct Task: ViewModel {
        let href: String
        let label: String
        let text: String

        static let fields: [Field<Task>] = [
            .text("href") { $0.href }, .text("label") { $0.label }, .text("text") { $0.text },
        ]
    }

    /// Work that waits for staff: how much, and where.
    struct Waiting: ViewModel {
        let href: String
        let label: String
        let value: String
        var isBad = false

        static let fields: [Field<Waiting>] = [
            .text("href") { $0.href }, .text("label") { $0.label }, .text("value") { $0.value },
            .flag("isBad") { $0.isBad },
        ]
    }

    let waiting: [Waiting]
    let tasks: [Task]

    init(for role: Role, waiting: [Waiting], _ views: Views, _ language: Language) {
        self.waiting = waiting
        func text(_ key: String) -> String { views.text(key, [:], language) }
        tasks = AdministrationFrame.Section.all(for: role).map { section in
            Task(
                href: section.path,
                label: text("admin.nav.\(section.rawValue)"),
                text: text("admin.task.\(section.rawValue)")
            )
        }
    }

    static let fields: [Field<AdministrationPage>] = [
        .list("waiting") { $0.waiting },
        .list("tasks") { $0.tasks },
    ]
}

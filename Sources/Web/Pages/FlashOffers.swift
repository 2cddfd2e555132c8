import Templates

/// The buttons and links beside flashes, by key; each feature declares those of its own flashes.
package struct FlashOffers: Sendable {
    /// A button: to undo the action, or to do something more.
    package struct Action: Sendable {
        /// Whether it undoes nothing, and records a visit instead.
        let offersVisit: Bool
        let path: @Sendable (Int64) -> String
        /// The fields of its form; nil where the flash's detail is invalid.
        let fields: @Sendable (_ detail: String?) -> [String: String]?

        package init(
            offersVisit: Bool = false,
            _ path: @escaping @Sendable (Int64) -> String,
            fields: @escaping @Sendable (_ detail: String?) -> [String: String]? = { _ in [:] }
        ) {
            self.offersVisit = offersVisit
            self.path = path
            self.fields = fields
        }
    }

    /// A link to what the flash is about.
    package struct Link: Sendable {
        /// The key under `flash-link.` in the texts.
        let label: String
        let path: @Sendable (Int64?) -> String?

        package init(_ label: String, _ path: @escaping @Sendable (Int64?) -> String?) {
            self.label = label
            self.path = path
        }
    }

    private var actions: [String: Action]
    private var links: [String: Link]

    package init(actions: [String: Action] = [:], links: [String: Link] = [:]) {
        self.actions = actions
        self.links = links
    }

    package mutating func add(_ other: FlashOffers) {
        actions.merge(other.actions) { $1 }
        links.merge(other.links) { $1 }
    }

    func action(_ flash: Flash) -> FlashAction? {
        guard let subject = flash.subject, let action = actions[flash.key], let fields = action.fields(flash.detail)
        else { return nil }
        return FlashAction(
            action: action.path(subject),
            hidden: fields.sorted { $0.key < $1.key }.map { FormHidden(name: $0.key, value: $0.value) },
            offersVisit: action.offersVisit
        )
    }

    func link(_ flash: Flash, _ views: Views, _ language: Language) -> FlashLink? {
        guard let link = links[flash.key], let href = link.path(flash.subject) else { return nil }
        return FlashLink(href: href, label: views.text("flash-link.\(link.label)", [:], language))
    }
}

/// The form of a button beside a flash.
struct FlashAction: ViewModel {
    let action: String
    let hidden: [FormHidden]
    let offersVisit: Bool

    static let fields: [Field<FlashAction>] = [
        .text("undoAction") { $0.action },
        .list("undoHidden") { $0.hidden },
        .flag("offersVisit") { $0.offersVisit },
    ]
}

/// The link beside a flash.
struct FlashLink: ViewModel {
    let href: String
    let label: String

    static let fields: [Field<FlashLink>] = [.text("linkHref") { $0.href }, .text("linkLabel") { $0.label }]
}

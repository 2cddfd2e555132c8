import Foundation

/// Deeds in the words of one language.
struct DeedWords: Sendable {
    let views: Views
    let language: Language
    /// Of people who have not left.
    let nicknames: [Account.ID: String]

    func text(_ key: String, _ arguments: [String: FieldValue] = [:]) -> String {
        views.text(key, arguments, language)
    }

    func action(_ action: Deed.Action) -> String { text("deed.\(action.rawValue)") }

    func actor(_ actor: Deed.Actor) -> String {
        switch actor {
        case .staff(let id): person(id)
        case .site: text("audit.actor-site")
        case .command: text("audit.actor-command")
        }
    }

    /// A nickname, or the number of somebody who has left.
    func person(_ id: Account.ID) -> String {
        nicknames[id] ?? text("audit.gone", ["id": .text(String(id))])
    }

    func kind(_ kind: Deed.Target.Kind) -> String { text("deed-target.\(kind.rawValue)") }

    func target(_ target: Deed.Target) -> String {
        if target.kind == .user, let name = target.id.flatMap({ nicknames[$0] }) {
            return "\(kind(target.kind)) \(name)"
        }
        return "\(kind(target.kind)) \(target.key)"
    }

    /// What changed: of each name what was and what is.
    func changes(_ deed: Deed) -> [DeedChange] {
        Set(deed.before.keys).union(deed.after.keys).sorted().compactMap { name in
            let (before, after) = (deed.before[name], deed.after[name])
            guard before != after else { return nil }
            let label = "deed-field.\(name)"
            return DeedChange(
                name: name,
                label: views.hasText(label) ? text(label) : name,
                before: value(before, of: name),
                after: value(after, of: name)
            )
        }
    }

    private func value(_ value: String?, of name: String) -> String {
        guard let value, !value.isEmpty else {
            let key = "deed-value.\(name).nothing"
            return text(views.hasText(key) ? key : "deed-value.nothing")
        }
        if Self.times.contains(name), let time = Int64(value).map(Date.init(milliseconds:)) {
            return text("audit.time", ["at": .time(time)])
        }
        if name == "assignee", let id = Account.ID(value) { return person(id) }
        let key = "deed-value.\(name).\(value)"
        return views.hasText(key) ? text(key) : value
    }

    /// Whose values are moments: since when something is hidden or waits, until when something holds.
    private static let times: Set<String> = Set(
        ["hiddenAt", "until", "objectedAt", "keptAt"] + Withholding.allCases.map(\.rawValue)
    )
}

/// One thing that a deed changed, in words.
struct DeedChange: ViewModel {
    let name: String
    let label: String
    let before: String
    let after: String

    static let fields: [Field<DeedChange>] = [
        .text("name") { $0.name }, .text("label") { $0.label }.viewOnly, .text("before") { $0.before },
        .text("after") { $0.after },
    ]
}

extension Deed.Target {
    /// Where staff see it.
    var href: String? {
        switch kind {
        case .review: "/admin/reviews/\(key)"
        case .photo: "/admin/photos/\(key)"
        case .user: "/admin/users/\(key)"
        case .place: "/places/\(key)"
        case .takedown: "/admin/takedowns"
        case .keyword: KeywordRoutes.path
        case .word: "/admin/words"
        case .setting: "/admin/settings"
        case .mail: "/admin/mail"
        case .district: "/admin/imports"
        case .suggestion, .role: nil
        }
    }
}

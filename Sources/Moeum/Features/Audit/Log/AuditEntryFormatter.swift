import Foundation

/// Puts audit entries into the words of one language.
struct AuditEntryFormatter: Sendable, Localized {
    let views: Views
    let language: Language
    /// Nicknames of existing accounts.
    let nicknames: [Account.ID: String]
    /// Names of existing targets.
    let names: [AuditEntry.Target: TargetName]
    let districts: Districts

    func action(_ action: AuditEntry.Action) -> String { text("audit-action.\(action.rawValue)") }

    func actor(_ actor: AuditEntry.Actor) -> String {
        switch actor {
        case .staff(let id): person(id)
        case .site: text("audit.actor-site")
        case .command: text("audit.actor-command")
        }
    }

    /// A nickname, or the number of a deleted account.
    func person(_ id: Account.ID) -> String {
        nicknames[id] ?? text("audit.gone", ["id": .text(String(id))])
    }

    func kind(_ kind: AuditEntry.Target.Kind) -> String { text("audit-target.\(kind.rawValue)") }

    /// The kind and name of a target; its number where it is gone.
    func target(_ target: AuditEntry.Target) -> String { "\(kind(target.kind)) \(name(of: target))" }

    private func name(of target: AuditEntry.Target) -> String {
        switch target.kind {
        case .setting:
            let keys = ["admin.settings.\(target.key).label", "admin.settings.\(target.key).title"]
            return keys.first(where: views.hasText).map { text($0) } ?? target.key
        case .district: return target.key == "all" ? text("audit.all-districts") : district(target.key)
        case .register: return text("admin.registers.name.\(target.key)")
        default: break
        }
        guard let found = names[target] else { return target.key }
        let words = found.words.flatMap { $0.isEmpty ? nil : $0 }
        let parts = [found.name, words.map { text("audit.words", ["words": .text($0)]) }].compactMap(\.self)
        return parts.isEmpty ? target.key : parts.joined(separator: " ")
    }

    private func district(_ slug: String) -> String {
        districts[slug: slug].map { language == .korean ? $0.name : $0.englishName } ?? slug
    }

    /// The changes of an audit entry: each value before and after.
    func changes(_ entry: AuditEntry) -> [AuditEntryChange] {
        Set(entry.before.keys).union(entry.after.keys).sorted().compactMap { name in
            guard entry.before[name] != entry.after[name] else { return nil }
            return AuditEntryChange(
                name: name,
                label: label(of: name),
                before: value(of: name, in: entry.before, entry.target),
                after: value(of: name, in: entry.after, entry.target)
            )
        }
    }

    private func label(of name: String) -> String {
        let label = "audit-field.\(name)"
        if views.hasText(label) { return text(label) }
        if let attribute = PlaceAttribute(rawValue: name) { return attributeQuestion(attribute) }
        return AttributeCorrectionsState.attribute(ofSource: name).map { attribute in
            text("audit.attribute-source", ["attribute": .text(attributeQuestion(attribute))])
        } ?? name
    }

    private func value(of name: String, in state: AuditEntry.State, _ target: AuditEntry.Target) -> String {
        guard let value = state[name], !value.isEmpty else {
            // An empty state had no value at all: a sanction that did not exist had no end either.
            let key = "audit-value.\(name).nothing"
            let isUnsaid = state.isEmpty && name == "until"
            return text(views.hasText(key) && !isUnsaid ? key : "audit-value.nothing")
        }
        if AuditedValues.times.contains(name), let time = Int64(value).map(Date.init(milliseconds:)) {
            return text("audit.time", ["at": .time(time)])
        }
        switch name {
        case "assignee": return Account.ID(value).map(person) ?? value
        case "into": return Place.ID(value).flatMap { names[AuditEntry.Target.place($0)]?.name } ?? value
        case "order": return value.split(separator: ",").map(keyword).joined(separator: ", ")
        case "districts":
            return value.isEmpty ? "" : value.split(separator: " ").map { district(String($0)) }.joined(separator: ", ")
        case "position":
            // Latitude and longitude; the precision is on the place's own page.
            return value.split(separator: ",").prefix(2).joined(separator: ",")
        case "status":
            let key = "place-status.\(value)"
            return views.hasText(key) ? text(key) : value
        case "value":
            if let setting = SiteSettings.Name(rawValue: target.key), let number = Int(value) {
                return setting.isSwitch ? text("audit-value.switch.\(number)") : setting.text(number)
            }
        default: break
        }
        if let attribute = PlaceAttribute(rawValue: name), attribute.value(value) == value {
            return attributeStatement(attribute, value)
        }
        let key = "audit-value.\(name).\(value)"
        return views.hasText(key) ? text(key) : value
    }

    private func keyword(_ id: Substring) -> String {
        Keyword.ID(id).flatMap { names[AuditEntry.Target.keyword($0)]?.name } ?? String(id)
    }
}

extension AuditEntry {
    /// The targets that the words of the entry name: its own, and those that its states refer to by number.
    var named: [Target] {
        let states = [before, after]
        let places = states.compactMap { $0["into"].flatMap { Place.ID($0) } }.map { Target.place($0) }
        let keywords = states.flatMap { ($0["order"] ?? "").split(separator: ",") }.compactMap { Keyword.ID($0) }
        return [target] + places + keywords.map { Target.keyword($0) }
    }
}

extension AuditedValues {
    /// The names of values that are times.
    static let times: Set<String> = Set(
        ["hiddenAt", "until", "objectedAt", "keptAt"] + HiddenReason.allCases.map(\.rawValue)
    )
}

/// One value that an audit entry changed, in words.
struct AuditEntryChange: ViewModel {
    let name: String
    let label: String
    let before: String
    let after: String

    static let fields: [Field<AuditEntryChange>] = [
        .text("name") { $0.name }, .text("label") { $0.label }.viewOnly, .text("before") { $0.before },
        .text("after") { $0.after },
    ]
}

extension AuditEntry.Target {
    /// The target's page for staff.
    var href: String? {
        switch kind {
        case .review, .photo, .card, .user: ModerationPath.staff(self)
        case .place: "/places/\(key)"
        case .takedown: "/admin/takedowns"
        case .keyword: KeywordRoutes.path
        case .word: "/admin/words"
        case .setting: "/admin/settings"
        case .mail, .job: "/admin/jobs"
        case .district, .register: "/admin/imports"
        case .suggestion, .role: nil
        }
    }
}

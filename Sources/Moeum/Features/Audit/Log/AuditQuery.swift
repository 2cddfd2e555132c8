import Foundation

/// The filters of the log in an address. Invalid values are ignored.
struct AuditQuery: Sendable, Equatable {
    typealias Cursor = Keyset<Int64, AuditEntry>

    var actor: AuditEntry.Actor?
    /// One target; for a person, also the entries that concern them.
    var target: AuditEntry.Target?
    /// All targets of a kind, where no single one is given.
    var kind: AuditEntry.Target.Kind?
    var action: AuditEntry.Action?
    /// Days in Seoul, both included.
    var from: String?
    var to: String?
    var after: Cursor?
    /// The text of the target's field, where it is no target.
    var misread: String?

    init() {}

    init(_ form: Form) {
        actor = form["actor"].flatMap { AuditEntry.Actor($0.trimmed) }
        let named = (form["target"] ?? "").trimmed
        target = Self.target(named)
        kind = AuditEntry.Target.Kind(rawValue: named)
        misread = named.isEmpty || target != nil || kind != nil ? nil : String(named.prefix(100))
        action = form["action"].flatMap { AuditEntry.Action(rawValue: $0) }
        from = Self.day(form["from"])
        to = Self.day(form["to"])
        after = form["after"].flatMap { Cursor($0, separator: "-") }
    }

    /// From `review:12`, or from the address of its page, such as `/reviews/12` or `/admin/users/3`.
    private static func target(_ text: String) -> AuditEntry.Target? {
        if let target = AuditEntry.Target(text) { return target.key.isEmpty ? nil : target }
        guard text.count <= 300,
            let match = text.firstMatch(of: /\/(reviews|photos|cards|members|users|places)\/([0-9]+)/),
            let id = Int64(match.output.2)
        else { return nil }
        let kinds: [Substring: AuditEntry.Target.Kind] = [
            "reviews": .review, "photos": .photo, "cards": .card, "members": .user, "users": .user, "places": .place,
        ]
        return kinds[match.output.1].map { AuditEntry.Target($0, id) }
    }

    private static func day(_ text: String?) -> String? {
        guard let text = text?.trimmed, SeoulTime.isDay(text) else { return nil }
        return text
    }

    /// The period in times: `start` is included, `end` is not.
    var start: Date? { from.flatMap { SeoulTime.end(ofDay: $0) }.map { $0 - 86_400 } }
    var end: Date? { to.flatMap { SeoulTime.end(ofDay: $0) } }

    var isNarrowed: Bool { !items.isEmpty }

    /// Whether an audit entry passes the filters, without the days.
    func matches(_ entry: AuditEntry) -> Bool {
        if let actor, entry.actor != actor { return false }
        if let action, entry.action != action { return false }
        if let kind, entry.target.kind != kind { return false }
        if let target {
            let concerns = target.accountID != nil && entry.person == target.accountID
            if entry.target != target, !concerns { return false }
        }
        return true
    }

    /// Names and values in canonical order, without the cursor.
    var items: [(name: String, value: String)] {
        let all: [(String, String?)] = [
            ("actor", actor?.text), ("target", target?.description ?? kind?.rawValue), ("action", action?.rawValue),
            ("from", from), ("to", to),
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }

    func address(after cursor: Cursor? = nil, format: String? = nil) -> String {
        var items = items
        if let cursor { items.append(("after", cursor.text(separator: "-"))) }
        if let format { items.append(("format", format)) }
        return items.address(AuditRoutes.path)
    }
}

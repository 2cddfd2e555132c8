import Foundation

/// The query of the queue, as in its address. Unknown names and bad values are ignored; `address` writes it in a fixed order
/// without defaults.
struct QueueQuery: Sendable, Equatable {
    enum Sort: String, Sendable, CaseIterable {
        case urgent, newest, oldest, most

        var ascends: Bool { self == .urgent || self == .oldest }
    }

    enum Assignee: String, Sendable, CaseIterable {
        case me
        case nobody = "none"
    }

    typealias Key = Keyset<Int64, ReportCase>

    static let path = "/admin/reports"
    static let maxTextLength = 100
    /// The most accounts and places that a search by name considers.
    static let maxNamed = 100
    /// Kinds of targets, in the order of the menu.
    static let kinds: [AuditEntry.Target.Kind] = [.review, .photo, .card, .user, .place, .suggestion]

    var state = ReportCase.State.open
    var kind: AuditEntry.Target.Kind?
    var reason: ModerationReason?
    var assignee: Assignee?
    var text: String?
    /// The requested order; `effectiveSort` applies the default.
    var sort: Sort?
    var after: Key?

    init() {}

    /// - Parameter items: decoded names and values of the query.
    init(_ items: [(name: String, value: String)]) {
        func first<Value>(_ name: String, _ read: (String) -> Value?) -> Value? {
            items.filter { $0.name == name }.compactMap { read($0.value.trimmed) }.first
        }
        state = first("state", ReportCase.State.init) ?? .open
        kind = first("target") { AuditEntry.Target.Kind(rawValue: $0) }.flatMap { Self.kinds.contains($0) ? $0 : nil }
        reason = first("reason", ModerationReason.init)
        assignee = first("assignee", Assignee.init)
        text = first("q") { $0.isEmpty ? nil : String($0.prefix(Self.maxTextLength)) }
        sort = first("sort", Sort.init)
        after = first("after", Key.init)
    }

    /// By default the most urgent first; of closed cases the latest.
    var effectiveSort: Sort { sort ?? naturalSort }

    private var naturalSort: Sort { state == .closed ? .newest : .urgent }

    /// Whether filters narrow the state.
    var isNarrowed: Bool { kind != nil || reason != nil || assignee != nil || text != nil }

    /// The case whose number is searched for, such as `R-2041`; nil for other words.
    var number: ReportCase.ID? {
        guard let text else { return nil }
        let digits = text.uppercased().begins(with: "R-") ? String(text.dropFirst(2)) : text
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return ReportCase.ID(digits)
    }

    /// The number of a case as people see it.
    static func name(of id: ReportCase.ID) -> String { "R-\(id)" }

    var items: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        if state != .open { items.append(("state", state.rawValue)) }
        if let kind { items.append(("target", kind.rawValue)) }
        if let reason { items.append(("reason", reason.rawValue)) }
        if let assignee { items.append(("assignee", assignee.rawValue)) }
        if let text { items.append(("q", text)) }
        if effectiveSort != naturalSort { items.append(("sort", effectiveSort.rawValue)) }
        if let after { items.append(("after", after.text)) }
        return items
    }

    /// Path and query.
    var address: String {
        items.isEmpty ? Self.path : "\(Self.path)?\(Form(items: items).encoded)"
    }

    /// The first page of the same list with a change.
    func with(_ change: (inout QueueQuery) -> Void) -> QueueQuery {
        var copy = self
        copy.after = nil
        change(&copy)
        return copy
    }
}

import Foundation

/// An action that staff request for content or an account, as in a form.
struct ModerationRequest: Sendable, Equatable {
    enum Action: String, Sendable, CaseIterable {
        case take, release, dismiss, hide, restore, warn
        case noPosting = "no-posting"
        case suspend, lift, close

        /// Whether the person is sent a reason.
        var needsReason: Bool {
            switch self {
            case .hide, .warn, .noPosting, .suspend: true
            case .take, .release, .dismiss, .restore, .lift, .close: false
            }
        }

        var mayEnd: Bool { self == .noPosting || self == .suspend }

        /// The sanction that the action imposes.
        var sanction: Sanction.Kind? {
            switch self {
            case .warn: .warning
            case .noPosting: .noPosting
            case .suspend: .suspension
            default: nil
            }
        }
    }

    static let maxNoteLength = 1_000
    /// Ten years; a longer sanction has to be one without end.
    static let maxPeriod: TimeInterval = 3_653 * 86_400

    let action: Action
    let reason: ModerationReason?
    /// The note that the person reads.
    let note: String
    let until: Date?
    /// The revision of the form; nil acts on whatever is there now.
    var rev: Int64?

    /// - Parameters:
    ///   - form: `action`, `reason`, `note`, `until` (a date, meaning the end of that day in Seoul, or an RFC 3339 time),
    ///     `rev`.
    ///   - now: `until` has to be later.
    init(_ form: Form, now: Date) throws(FormErrors) {
        var errors: [String: String] = [:]
        let action = Action(rawValue: form["action"] ?? "")
        if action == nil { errors["action"] = (form["action"] ?? "").isEmpty ? "required" : "invalid" }
        let reason = ModerationReason(rawValue: form["reason"] ?? "")
        if let given = form["reason"], !given.isEmpty, reason == nil { errors["reason"] = "invalid" }
        if action?.needsReason == true, reason == nil { errors["reason"] = errors["reason"] ?? "required" }
        var note = ""
        do { note = try BoundedText(form["note"] ?? "", .lines, upTo: Self.maxNoteLength).text } catch {
            errors["note"] = error.rawValue
        }
        var until: Date?
        let typed = (form["until"] ?? "").trimmed
        if action?.mayEnd == true, !typed.isEmpty {
            until = Self.end(typed)
            if until == nil { errors["until"] = "invalid" }
            if let until, until <= now { errors["until"] = "past" }
            if let until, until > now + Self.maxPeriod { errors["until"] = "too-far" }
        }
        guard let action, errors.isEmpty else { throw FormErrors(errors) }
        (self.action, self.reason, self.note, self.until) = (action, reason, note, until)
        rev = form["rev"].flatMap { Int64($0) }
    }

    /// A date means the end of that day in Seoul.
    private static func end(_ typed: String) -> Date? {
        guard typed.utf8.count <= 40 else { return nil }
        if SeoulTime.isDay(typed) { return SeoulTime.end(ofDay: typed) }
        return try? Date(typed, strategy: .iso8601)
    }
}

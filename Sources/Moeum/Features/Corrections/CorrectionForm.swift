import Foundation

/// A correction of a place by staff: facts, status, source and reason.
struct CorrectionForm: Sendable {
    static let maxSourceLength = 300
    static let maxReasonLength = 500

    /// Changed facts, in the form in which they are stored; fields that were not sent stay unchanged.
    let facts: [CorrectableFact: String]
    let status: Place.Status?
    /// How staff know.
    let source: String
    let reason: String
    /// The newest audit entry on the place when the form was made; nil overwrites anything.
    let rev: AuditEntry.ID?

    /// - Parameters:
    ///   - form: facts by their names, `status`, `source`, `reason`, `rev`.
    ///   - now: the current status, which tells what has changed.
    init(_ form: Form, changing record: PlaceRecord, _ now: Place.Status) throws(FormErrors) {
        var errors: [String: String] = [:]
        var facts: [CorrectableFact: String] = [:]
        for fact in CorrectableFact.allCases {
            guard let typed = form[fact.rawValue] else { continue }
            do {
                let value = try fact.checked(typed)
                // Unchanged coordinates keep their precision.
                if value != fact.text(in: record), value != fact.shown(in: record) { facts[fact] = value }
            } catch {
                // An invalid value that is unchanged came from a source, and is not refused.
                if typed != fact.text(in: record) { errors[fact.rawValue] = error.rawValue }
            }
        }
        var status: Place.Status?
        if let typed = form["status"], !typed.isEmpty {
            status = Place.Status(rawValue: typed)
            if status == nil { errors["status"] = "invalid" }
        }
        if status == now { status = nil }
        let (source, sourceError) = BoundedText.required(form["source"], 1...Self.maxSourceLength)
        if sourceError != "required" || !facts.isEmpty { errors["source"] = sourceError }
        let (reason, reasonError) = BoundedText.required(form["reason"], 1...Self.maxReasonLength)
        if reasonError != "required" || !facts.isEmpty || status != nil { errors["reason"] = reasonError }
        guard errors.isEmpty else { throw FormErrors(errors) }
        (self.facts, self.status, self.source, self.reason) = (facts, status, source, reason)
        rev = form["rev"].flatMap { AuditEntry.ID($0) }
    }

    /// The note of the audit entry.
    var note: String { [reason, source].filter { !$0.isEmpty }.joined(separator: "\n") }
}

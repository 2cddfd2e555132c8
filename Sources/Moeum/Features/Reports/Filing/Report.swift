import Foundation

/// A report that passed every rule which needs nothing but the form.
struct Report: Sendable, Equatable {
    static let maxDetailLength = 500

    let reason: ModerationReason
    let detail: String

    /// - Parameter form: `reason`, `detail`.
    init(_ form: Form) throws(FormErrors) {
        var errors: [String: String] = [:]
        let reason = ModerationReason(rawValue: form["reason"] ?? "")
        if reason == nil { errors["reason"] = (form["reason"] ?? "").isEmpty ? "required" : "invalid" }
        var detail = ""
        do { detail = try BoundedText(form["detail"] ?? "", .lines, upTo: Self.maxDetailLength).text } catch {
            errors["detail"] = error.rawValue
        }
        guard let reason, errors.isEmpty else { throw FormErrors(errors) }
        (self.reason, self.detail) = (reason, detail)
    }

    /// The target of a report; nil for what cannot be reported.
    static func target(_ text: String?) -> AuditEntry.Target? {
        guard let text, let named = AuditEntry.Target(text), let id = named.id else { return nil }
        switch named.kind {
        case .review, .photo, .card, .user, .place: return AuditEntry.Target(named.kind, id)
        default: return nil
        }
    }

    /// The reasons for reporting a target of this kind.
    static func reasons(against kind: AuditEntry.Target.Kind) -> [ModerationReason] {
        ModerationReason.allCases.filter { reason in
            reason != .wrongPlace || kind == .review || kind == .photo
        }
    }
}

/// How much a report of somebody counts, in hundredths.
enum ReporterWeight {
    /// A younger account has no weight: anybody can create one in a minute.
    static let leastAge: TimeInterval = 7 * 86_400
    /// The weight of an account without decided reports.
    static let usual = 100

    /// Between half for reporters who are always wrong and twice for those who are always right: `2^(2s - 1)`, where `s` is the
    /// share of reports that led to an action. Two right and two wrong ones are added to each account's, so that a single
    /// decision changes the weight by a seventh at most.
    static func of(age: TimeInterval, right: Int, wrong: Int) -> Int {
        guard age >= leastAge else { return 0 }
        let (right, wrong) = (Double(max(0, right)), Double(max(0, wrong)))
        let share = (right + 2) / (right + wrong + 4)
        return Int((Double(usual) * pow(2, 2 * share - 1)).rounded())
    }
}

/// The target of a report, as readers see it at that moment.
struct ReportSubject: Sendable {
    let target: AuditEntry.Target
    /// The author or the account itself; nil where there is none, or where it was deleted.
    let account: Account.ID?
    let place: Place.ID?
    let placeName: String?
    /// The version of the content; see `Transaction.contentVersion(of:)`.
    let mark: Int64
    /// Whether readers see the author's name.
    let isNamed: Bool
    let snapshot: Snapshot

    /// The page to which the reporter returns.
    var path: String { Self.path(of: target, at: place) }

    static func path(of target: AuditEntry.Target, at place: Place.ID?) -> String {
        switch (target.kind, place) {
        case (.user, _): "/members/\(target.key)"
        case (.place, _): "/places/\(target.key)"
        case (.review, let place?): "/places/\(place)#r\(target.key)"
        case (_, let place?): "/places/\(place)"
        default: "/"
        }
    }
}

extension RateLimits {
    /// Reports and suggestions of one account.
    package var reports: RateLimit? { limit("report", atOnce: 30, thenOneEach: .seconds(120)) }
}

import Foundation

/// What somebody has against something, by every rule that the form alone can be held to.
struct Report: Sendable, Equatable {
    /// What is wrong with a form: codes by field.
    struct Refusal: Error, Equatable {
        let problems: [String: String]
    }

    static let maxDetailLength = 500

    let reason: ModerationReason
    let detail: String

    /// - Parameter form: `reason`, `detail`.
    init(_ form: Form) throws(Refusal) {
        var problems: [String: String] = [:]
        let reason = ModerationReason(rawValue: form["reason"] ?? "")
        if reason == nil { problems["reason"] = (form["reason"] ?? "").isEmpty ? "required" : "invalid" }
        var detail = ""
        do { detail = try BoundedText(form["detail"] ?? "", .lines, upTo: Self.maxDetailLength).text } catch {
            problems["detail"] = error.rawValue
        }
        guard let reason, problems.isEmpty else { throw Refusal(problems: problems) }
        (self.reason, self.detail) = (reason, detail)
    }

    /// What can be reported; nil for whatever else a form or an address names.
    static func target(_ text: String?) -> AuditEntry.Target? {
        guard let text, let named = AuditEntry.Target(text), let id = named.id else { return nil }
        switch named.kind {
        case .review, .photo, .user, .place: return AuditEntry.Target(named.kind, id)
        default: return nil
        }
    }

    /// What can be wrong with a thing of that kind.
    static func reasons(against kind: AuditEntry.Target.Kind) -> [ModerationReason] {
        ModerationReason.allCases.filter { reason in
            reason != .wrongPlace || kind == .review || kind == .photo
        }
    }
}

/// How much somebody's word counts when they report something, in hundredths.
enum ReporterWeight {
    /// A younger account weighs nothing: it is made in a minute.
    static let leastAge: TimeInterval = 7 * 86_400
    /// Of somebody who has reported nothing yet.
    static let usual = 100

    /// Half for whoever is always wrong, twice for whoever is always right, and in between by `2^(2s - 1)`, where `s` is the
    /// share of reports that led to something. Two made-up right ones and two wrong ones are counted along, so that one
    /// decision moves it by a seventh and no more.
    static func of(age: TimeInterval, right: Int, wrong: Int) -> Int {
        guard age >= leastAge else { return 0 }
        let (right, wrong) = (Double(max(0, right)), Double(max(0, wrong)))
        let share = (right + 2) / (right + wrong + 4)
        return Int((Double(usual) * pow(2, 2 * share - 1)).rounded())
    }
}

/// Something that is reported, as readers see it at that moment.
struct ReportSubject: Sendable {
    let target: AuditEntry.Target
    /// Whose it is; nil where nobody's, or where they have left.
    let account: Account.ID?
    let place: Place.ID?
    let placeName: String?
    /// Which state of it this is; see `Transaction.mark(of:)`.
    let mark: Int64
    /// Whether readers are told whose it is.
    let isNamed: Bool
    let snapshot: Snapshot

    /// Where somebody who reported it goes on.
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
    /// What one account reports and suggests.
    package var reports: RateLimit? { limit("report", atOnce: 30, thenOneEach: .seconds(120)) }
}

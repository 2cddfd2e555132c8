import Foundation

/// Counts of one month's moderation, which name nobody.
struct MonthFigures: Sendable, Equatable, Codable {
    /// In the order in which the page shows them; raw values are names in the database and the page's JSON.
    enum Name: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
        case reportedSpam = "reported-spam", reportedAbuse = "reported-abuse"
        case reportedPersonalInformation = "reported-personal-information"
        case reportedFalseInformation = "reported-false-information"
        case reportedWrongPlace = "reported-wrong-place", reportedIllegal = "reported-illegal"
        case reportedCopyright = "reported-copyright", reportedOther = "reported-other"
        case casesActed = "cases-acted", casesApproved = "cases-approved", casesGone = "cases-gone"
        case reviewsHidden = "reviews-hidden", reviewsRestored = "reviews-restored"
        case photosHidden = "photos-hidden", photosRestored = "photos-restored"
        case cardsHidden = "cards-hidden", cardsRestored = "cards-restored"
        case warnings, noPosting = "no-posting", suspensions
        case appealsUpheld = "appeals-upheld", appealsOverturned = "appeals-overturned"
        case blocks, undone
    }

    private(set) var counts: [Name: Int] = [:]
    /// The median time that the month's closed cases had been open; nil where there were none.
    var medianMinutes: Int?

    subscript(name: Name) -> Int { counts[name] ?? 0 }

    var isEmpty: Bool { counts.values.allSatisfy { $0 == 0 } }

    mutating func add(_ count: Int, _ name: Name?) {
        if let name, count != 0 { counts[name, default: 0] += count }
    }

    /// - Parameter waits: how long each closed case was open, in milliseconds.
    mutating func setMedian(of waits: [Int64]) {
        guard !waits.isEmpty else { return }
        let sorted = waits.sorted()
        let middle = sorted.count / 2
        let median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        medianMinutes = Int(median / 60_000)
    }
}

extension MonthFigures.Name {
    init?(reported reason: String) { self.init(rawValue: "reported-\(reason)") }

    init?(closed outcome: String?) { self.init(rawValue: "cases-\(outcome ?? "")") }

    /// The count to which an audit entry adds; nil where the page does not show it.
    init?(_ action: String, on kind: String) {
        switch (AuditEntry.Action(rawValue: action), AuditEntry.Target.Kind(rawValue: kind)) {
        case (.hide?, .review?): self = .reviewsHidden
        case (.hide?, .photo?): self = .photosHidden
        case (.hide?, .card?): self = .cardsHidden
        case (.restore?, .review?): self = .reviewsRestored
        case (.restore?, .photo?): self = .photosRestored
        case (.restore?, .card?): self = .cardsRestored
        case (.warn?, _): self = .warnings
        case (.noPosting?, _): self = .noPosting
        case (.suspend?, _): self = .suspensions
        // Other targets are objections to blocks, not appeals.
        case (.uphold?, .user?): self = .appealsUpheld
        case (.overturn?, _): self = .appealsOverturned
        case (.block?, _): self = .blocks
        default: return nil
        }
    }
}

/// Saves the figures of each past month, so that the page reads twelve rows instead of all audit entries.
struct MonthFiguresUpdater: Sendable {
    let database: any Database
    let clock: @Sendable () -> Date

    func run() async throws {
        let now = clock()
        let missing = try await database.read { try $0.monthsToSave(upTo: now, limit: TransparencyRoutes.maxMonths) }
        for month in missing { try await database.write { try $0.saveMonthFigures(of: month) } }
    }
}

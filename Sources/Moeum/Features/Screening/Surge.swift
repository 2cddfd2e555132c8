import Foundation

/// What comes to a place in a day, beside what usually does.
struct Surge: Sendable {
    /// A review that came lately, in sight or not.
    struct Arrival: Sendable, Equatable {
        let review: Review.ID
        /// When its author joined; nil where they have left.
        let joinedAt: Date?
        let isHeld: Bool
    }

    /// What counts as lately, and of which time the usual number is known.
    static let window: TimeInterval = 86_400
    static let usualPeriod: TimeInterval = 90 * 86_400
    /// Younger accounts are new here.
    static let youth: TimeInterval = 7 * 86_400
    /// Of the newest; more than so many in a day are a surge by any measure.
    static let maxRead = 500

    /// The last day's, without what staff looked at and let go.
    let recent: [Arrival]
    /// How many came in the ninety days before.
    let before: Int

    func isOn(by settings: SiteSettings, at now: Date) -> Bool {
        let days = Int(Self.usualPeriod / Self.window)
        return recent.count >= settings[.surgeLeast] && recent.count * days > settings[.surgeFactor] * before
            && 2 * recent.count { isNew($0, at: now) } > recent.count { $0.joinedAt != nil }
    }

    /// Those of new accounts that do not wait yet.
    func suspects(at now: Date) -> [Review.ID] { recent.filter { !$0.isHeld && isNew($0, at: now) }.map(\.review) }

    private func isNew(_ arrival: Arrival, at now: Date) -> Bool {
        arrival.joinedAt.map { now.timeIntervalSince($0) < Self.youth } ?? false
    }
}

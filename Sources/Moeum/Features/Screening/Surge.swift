import Foundation

/// A place's reviews of one day, compared with the usual number.
struct Surge: Sendable {
    /// A recent review, shown or hidden.
    struct RecentReview: Sendable, Equatable {
        let review: Review.ID
        /// When its author joined; nil for a deleted account.
        let joinedAt: Date?
        let isHeld: Bool
    }

    /// What counts as recent; the usual number is one per window too.
    static let window: TimeInterval = 86_400
    static let usualPeriod: TimeInterval = 90 * 86_400
    /// Accounts younger than this are new.
    static let youth: TimeInterval = 7 * 86_400
    /// The most recent reviews that are read; more in one day are a surge in any case.
    static let maxRead = 500

    /// The last day's reviews, without those that staff released.
    let recent: [RecentReview]
    /// How many reviews there were in the ninety days before.
    let before: Int

    func isOn(by settings: SiteSettings, at now: Date) -> Bool {
        let days = Int(Self.usualPeriod / Self.window)
        return recent.count >= settings[.surgeLeast] && recent.count * days > settings[.surgeFactor] * before
            && 2 * recent.count { isNew($0, at: now) } > recent.count { $0.joinedAt != nil }
    }

    /// Reviews of new accounts that are not held yet.
    func suspects(at now: Date) -> [Review.ID] { recent.filter { !$0.isHeld && isNew($0, at: now) }.map(\.review) }

    private func isNew(_ review: RecentReview, at now: Date) -> Bool {
        review.joinedAt.map { now.timeIntervalSince($0) < Self.youth } ?? false
    }
}

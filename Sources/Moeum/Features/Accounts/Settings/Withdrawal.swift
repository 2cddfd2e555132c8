import Foundation

/// A withdrawal: a request to erase an account.
struct Withdrawal: Sendable {
    /// What happens to the person's reviews.
    enum Reviews: String, Sendable, CaseIterable {
        /// The reviews stay, without the nickname.
        case anonymise
        case delete
    }

    let account: Account.ID
    let reviews: Reviews
    let origin: DeviceOrigin
    let now: Date

    /// Until then a login cancels the withdrawal.
    var until: Date { now + Account.leavingPeriod }
}

extension Account {
    /// Whether it is too late to cancel the withdrawal.
    func isPastLeaving(at now: Date) -> Bool {
        leavingAt.map { $0 + Self.leavingPeriod <= now } ?? false
    }

    /// Accounts whose address was never verified and that are not used are erased after this time, in seconds.
    static let unverifiedLifetime: TimeInterval = 30 * 86_400
}

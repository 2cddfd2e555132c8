import Foundation

/// Somebody asks to leave.
struct Leaving: Sendable {
    /// What is to become of what they wrote.
    enum Reviews: String, Sendable, CaseIterable {
        /// They stay, and nobody's name with them.
        case anonymise
        case delete
    }

    /// What became of it.
    enum Outcome: Sendable {
        case begun
        /// Somebody has to look after the site.
        case lastAdmin
    }

    let account: Account.ID
    let reviews: Reviews
    let origin: DeviceOrigin
    let now: Date

    /// Until then a login undoes it.
    var until: Date { now + Account.leavingPeriod }
}

extension Account {
    /// Whether it is too late to undo the withdrawal: the account is as good as erased.
    func isPastLeaving(at now: Date) -> Bool {
        leavingAt.map { $0 + Self.leavingPeriod <= now } ?? false
    }

    /// Accounts whose address was never confirmed, and that nobody uses, go after so long.
    static let unverifiedLifetime: TimeInterval = 30 * 86_400
}

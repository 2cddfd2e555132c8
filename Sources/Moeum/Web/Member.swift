import Foundation

/// What somebody may do on the site beyond reading.
public enum Role: String, Sendable, CaseIterable, Comparable {
    case member, moderator, admin

    public static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The person behind a request's session.
public struct Member: Sendable {
    public let id: Int64
    public let sessionID: Int64
    public let nickname: String
    public let role: Role
    /// The address in mail has been confirmed; without that nothing is published.
    public let isVerified: Bool
    /// May read, export and leave, nothing else.
    public let isSuspended: Bool
    public let hasTwoFactor: Bool
    /// When the password was given last in this session.
    public let confirmedAt: Date
    /// What forms of this session carry.
    let formToken: String

    /// For how long a given password counts before something dangerous.
    static let confirmationLifetime: TimeInterval = 300

    func hasConfirmed(at now: Date) -> Bool {
        let age = now.timeIntervalSince(confirmedAt)
        return age >= 0 && age < Self.confirmationLifetime
    }
}

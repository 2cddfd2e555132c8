import Foundation

/// What somebody may do on the site beyond reading.
package enum Role: String, Sendable, CaseIterable, Comparable, Codable {
    case member, moderator, admin

    package static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The person behind a request's session.
package struct Member: Sendable {
    package let id: Int64
    package let sessionID: Int64
    package let nickname: String
    package let role: Role
    /// The address in mail has been confirmed; without that nothing is published.
    package let isVerified: Bool
    /// May read, appeal, export and leave, nothing else.
    package let isSuspended: Bool
    /// May not publish for a time; everything else goes on.
    package let isBarredFromPosting: Bool
    package let hasTwoFactor: Bool
    /// When the password was given last in this session.
    package let confirmedAt: Date
    /// What forms of this session carry.
    package let formToken: String
    /// How many lists wait for them to say whether they will work on them.
    package let invitations: Int

    package init(
        id: Int64,
        sessionID: Int64,
        nickname: String,
        role: Role,
        isVerified: Bool,
        isSuspended: Bool,
        isBarredFromPosting: Bool,
        hasTwoFactor: Bool,
        confirmedAt: Date,
        formToken: String,
        invitations: Int = 0
    ) {
        self.id = id
        self.sessionID = sessionID
        self.nickname = nickname
        self.role = role
        self.isVerified = isVerified
        self.isSuspended = isSuspended
        self.isBarredFromPosting = isBarredFromPosting
        self.hasTwoFactor = hasTwoFactor
        self.confirmedAt = confirmedAt
        self.formToken = formToken
        self.invitations = invitations
    }

    /// For how long a given password counts before something dangerous.
    package static let confirmationLifetime: TimeInterval = 300

    /// Why somebody may not publish; the raw value is the code by which answers name it.
    package enum PublishingBar: String, Sendable, CaseIterable {
        case unverified, suspended
        case noPosting = "no-posting"

        package var problem: Problem {
            Problem(
                status: .forbidden,
                key: "may-not-publish-\(rawValue)",
                errors: ["form": rawValue],
                next: self == .unverified ? nil : "/my/standing"
            )
        }
    }

    /// What keeps this person from publishing words, photos and votes; nil where nothing does.
    package var publishingBar: PublishingBar? {
        if isSuspended { return .suspended }
        if !isVerified { return .unverified }
        return isBarredFromPosting ? .noPosting : nil
    }

    /// Whether staff keep this person from something, of which they can read why.
    package var isRestricted: Bool { isSuspended || isBarredFromPosting }

    package var mayPublish: Bool { publishingBar == nil }

    /// Suspended people read, export and leave; whatever else they would do is refused.
    package func requireActive() throws {
        if isSuspended { throw PublishingBar.suspended.problem }
    }

    package func hasConfirmed(at now: Date) -> Bool {
        let age = now.timeIntervalSince(confirmedAt)
        return age >= 0 && age < Self.confirmationLifetime
    }
}

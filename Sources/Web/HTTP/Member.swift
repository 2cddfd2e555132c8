import Database
import Foundation

/// The role of an account.
package enum Role: String, Sendable, CaseIterable, Comparable, Codable {
    case member, moderator, admin

    package static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The member of a request's session.
package struct Member: Sendable {
    /// The owner of the ids of sessions.
    package enum Session {}

    package let id: Identifier<Member>
    package let sessionID: Identifier<Session>
    package let nickname: String
    package let role: Role
    /// Whether the mail address is confirmed; without that nothing is published.
    package let isVerified: Bool
    /// Whether the account is suspended: it can only read, appeal, export and leave.
    package let isSuspended: Bool
    /// Whether the account may not publish for a time; everything else is allowed.
    package let isRestrictedFromPosting: Bool
    package let hasTwoFactor: Bool
    /// When the password was last given in this session.
    package let confirmedAt: Date
    package let formToken: String
    package let invitations: Int
    /// Whether the account ever had a sanction or something blocked, or told staff something.
    package let hasModerationHistory: Bool

    package init(
        id: Identifier<Member>,
        sessionID: Identifier<Session>,
        nickname: String,
        role: Role,
        isVerified: Bool,
        isSuspended: Bool,
        isRestrictedFromPosting: Bool,
        hasTwoFactor: Bool,
        confirmedAt: Date,
        formToken: String,
        invitations: Int = 0,
        hasModerationHistory: Bool = false
    ) {
        self.id = id
        self.sessionID = sessionID
        self.nickname = nickname
        self.role = role
        self.isVerified = isVerified
        self.isSuspended = isSuspended
        self.isRestrictedFromPosting = isRestrictedFromPosting
        self.hasTwoFactor = hasTwoFactor
        self.confirmedAt = confirmedAt
        self.formToken = formToken
        self.invitations = invitations
        self.hasModerationHistory = hasModerationHistory
    }

    /// How long after the password was given dangerous actions are allowed.
    package static let confirmationLifetime: TimeInterval = 300

    /// Why an account may not publish; the raw value is the code in answers.
    package enum PostingRestriction: String, Sendable, CaseIterable {
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

    /// Why the account may not publish words, photos and votes; nil where it may.
    package var postingRestriction: PostingRestriction? {
        if isSuspended { return .suspended }
        if !isVerified { return .unverified }
        return isRestrictedFromPosting ? .noPosting : nil
    }

    /// Why the account may not send photos; who may only not post keeps a diary that nobody else sees.
    package var uploadRestriction: PostingRestriction? { postingRestriction == .noPosting ? nil : postingRestriction }

    /// Whether a sanction restricts the account, which its moderation history explains.
    package var isRestricted: Bool { isSuspended || isRestrictedFromPosting }

    package var mayPublish: Bool { postingRestriction == nil }

    /// Throws for suspended accounts: they can read, export and leave, nothing else.
    package func requireActive() throws {
        if isSuspended { throw PostingRestriction.suspended.problem }
    }

    package func hasConfirmed(at now: Date) -> Bool {
        let age = now.timeIntervalSince(confirmedAt)
        return age >= 0 && age < Self.confirmationLifetime
    }
}

import Foundation

/// One browser in which a person is logged in, as its owner sees it.
struct Session: Sendable, Identifiable {
    let id: Int64
    let origin: DeviceOrigin
    let createdAt: Date
    let seenAt: Date

    /// Unused for so long, a session is over.
    static let idleLimit: TimeInterval = 14 * 86_400
    /// However much it is used, a session ends then.
    static let absoluteLimit: TimeInterval = 90 * 86_400
    /// Being seen is written down no more often than this.
    static let seenInterval: TimeInterval = 300
}

/// Whom a session's token stands for.
struct FoundMember: Sendable {
    let member: Member
    let seenAt: Date
    /// Whether something that was imposed for a time is over and was not ended yet.
    let hasEndedSanction: Bool
}

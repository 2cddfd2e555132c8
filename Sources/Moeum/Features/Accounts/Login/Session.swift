import Foundation

/// One browser in which a person is logged in, as its owner sees it.
struct Session: Sendable, Identifiable {
    let id: Identifier<Member.Session>
    let origin: DeviceOrigin
    let createdAt: Date
    let seenAt: Date

    /// A session ends after this time without use, in seconds.
    static let idleLimit: TimeInterval = 14 * 86_400
    /// A session ends after this time, however much it is used, in seconds.
    static let absoluteLimit: TimeInterval = 90 * 86_400
    /// The time of last use is written at most this often, in seconds.
    static let seenInterval: TimeInterval = 300
}

import Foundation

/// A person's account as its row has it.
struct Account: Sendable, Identifiable {
    let id: Int64
    /// As it was typed; compared by another key.
    let email: String
    let nickname: String
    let bio: String
    let language: Language
    let theme: Theme
    let role: Role
    /// argon2id in PHC form; nil until the person has chosen a password.
    let passwordHash: String?
    let createdAt: Date
    let verifiedAt: Date?
    /// When the person asked to leave; erased two weeks later unless they log in.
    let leavingAt: Date?
}

extension Account {
    /// What a new account begins with.
    struct Draft: Sendable {
        let email: EmailAddress
        let nickname: Nickname
        let passwordHash: String?
        let language: Language
        let theme: Theme
        var role = Role.member
        var verifiedAt: Date?
    }

    /// From asking to leave until everything is erased.
    static let leavingPeriod: TimeInterval = 14 * 86_400
}

/// Where somebody acts from, as it is shown to them later: device in words, address masked.
struct DeviceOrigin: Sendable {
    let device: Device
    /// Without its last part, such as `203.0.113.x`.
    let network: String
}

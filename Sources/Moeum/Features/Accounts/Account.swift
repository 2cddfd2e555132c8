import Foundation

/// A person's account as its row has it.
package struct Account: Sendable, Identifiable {
    package let id: Identifier<Member>
    /// The address as it was typed; addresses are compared by `EmailAddress.key`.
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
    /// The values of a new account.
    struct Input: Sendable {
        let email: EmailAddress
        let nickname: Nickname
        let passwordHash: String?
        let language: Language
        let theme: Theme
        var role = Role.member
        var verifiedAt: Date?
    }

    /// Time between asking to leave and being erased, in seconds.
    static let leavingPeriod: TimeInterval = 14 * 86_400
}

/// Where somebody acts from, as they are shown it later: device in words, network address masked.
struct DeviceOrigin: Sendable {
    let device: Device
    /// The network address without its last part, such as `203.0.113.x`.
    let network: String

    /// Of a command, which has no browser.
    static let machine = DeviceOrigin(device: Device(userAgent: nil), network: "localhost")
}

/// What somebody does with an account: from where and when, and what it takes to inform the account's owner.
struct AccountAction: Sendable {
    let origin: DeviceOrigin
    let limits: RateLimits
    let emailRenderer: EmailRenderer
    let now: Date

    /// What an e-mail says about it.
    func details(_ language: Language) -> EmailMessage.Details {
        EmailMessage.Details(
            device: origin.device.text(emailRenderer.views, language),
            place: origin.network,
            time: now
        )
    }
}

extension App {
    func accountAction(_ context: AppRequestContext) -> AccountAction { accountAction(from: context.origin) }

    func accountAction(from origin: DeviceOrigin) -> AccountAction {
        AccountAction(origin: origin, limits: limits, emailRenderer: emailRenderer, now: clock())
    }
}

import Foundation

/// The security events of an account, newest first.
struct SecurityPage: Page {
    static let template = "accounts/security"

    /// One security event.
    struct Entry: ViewModel {
        let event: SecurityEvent
        let words: String
        let device: String

        static let fields: [Field<Entry>] = [
            .text("kind") { $0.event.kind.rawValue },
            .text("words") { $0.words }.viewOnly,
            .text("device") { $0.device },
            .text("place") { $0.event.origin.network },
            .time("at") { $0.event.at },
        ]
    }

    let events: [Entry]
    let next: String?
    let settings: SettingsFrame

    static let fields: [Field<SecurityPage>] = [
        .list("events") { $0.events },
        .text("next") { $0.next },
        .object("settings") { $0.settings }.viewOnly,
    ]
}

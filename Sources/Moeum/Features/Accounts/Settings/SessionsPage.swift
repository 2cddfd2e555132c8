import Foundation

/// The browsers in which somebody is logged in.
struct SessionsPage: Page {
    static let template = "accounts/sessions"

    /// One session.
    struct Entry: ViewModel {
        let session: Session
        let device: String
        let isCurrent: Bool

        static let fields: [Field<Entry>] = [
            .text("id") { String($0.session.id) },
            .text("device") { $0.device },
            .text("place") { $0.session.origin.network },
            .time("createdAt") { $0.session.createdAt },
            .time("seenAt") { $0.session.seenAt },
            .flag("isCurrent") { $0.isCurrent },
        ]
    }

    let sessions: [Entry]
    let csrf: String?
    let settings: SettingsFrame

    private var others: Int { sessions.count { !$0.isCurrent } }

    static let fields: [Field<SessionsPage>] = [
        .list("sessions") { $0.sessions },
        .text("csrf") { $0.csrf },
        .integer("count") { $0.others }.viewOnly,
        .object("settings") { $0.settings }.viewOnly,
    ]
}

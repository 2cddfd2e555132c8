import Foundation

/// A held review or photo of the reader's own.
struct HeldContent: ViewModel {
    let target: AuditEntry.Target
    let place: String
    let since: Date
    let href: String

    static let fields: [Field<HeldContent>] = [
        .text("target") { $0.target.description },
        .text("place") { $0.place },
        .time("since") { $0.since },
        .text("href") { $0.href }.viewOnly,
        .choice("kind") { $0.target.kind }.viewOnly,
    ]
}

/// A blocked review or photo of the reader's own.
struct BlockedContent: ViewModel {
    let takedown: Takedown
    let place: String?
    /// The status of the reader's objection, in words.
    let status: String

    static let fields: [Field<BlockedContent>] = [
        .text("target") { $0.takedown.target.description },
        .text("place") { $0.place },
        .time("until") { $0.takedown.until },
        .flag("canObject") { $0.takedown.takesObjection },
        .text("standing") { $0.status }.viewOnly,
        .text("href") { "\($0.takedown.path)#block-\($0.takedown.id)" }.viewOnly,
        .choice("kind") { $0.takedown.target.kind }.viewOnly,
    ]

    init(_ takedown: Takedown, place: String?, _ views: Views, _ language: Language) {
        self.takedown = takedown
        self.place = place
        let state = takedown.takesObjection ? "open" : takedown.keptAt == nil ? "objected" : "kept"
        status = views.text("standing.block.\(state)", [:], language)
    }
}

/// The account's moderation history: sanctions, held contents, blocks, and its own reports and suggestions.
struct ModerationHistoryPage: Page {
    static let template = "sanctions/standing"

    let sanctions: [SanctionView]
    let blocked: [BlockedContent]
    let held: [HeldContent]
    /// The reports and suggestions that they sent.
    let sent: [SentReportView]
    let settings: SettingsFrame

    static let fields: [Field<ModerationHistoryPage>] = [
        .list("sanctions") { $0.sanctions },
        .list("blocked") { $0.blocked },
        .list("held") { $0.held },
        .list("sent") { $0.sent },
        .flag("isClean") { $0.sanctions.isEmpty && $0.blocked.isEmpty && $0.held.isEmpty }.viewOnly,
        .object("settings") { $0.settings }.viewOnly,
    ]
}

/// The appeal against one sanction: the form, or the appeal as sent.
struct AppealPage: Page {
    static let template = "sanctions/appeal"

    let sanction: SanctionView
    let form: FormView?
    let settings: SettingsFrame

    static let fields: [Field<AppealPage>] = [
        .object("sanction") { $0.sanction },
        .object("form") { $0.form },
        .text("barWords") { $0.form == nil ? $0.sanction.ineligibility : nil }.viewOnly,
        .object("settings") { $0.settings }.viewOnly,
    ]
}
